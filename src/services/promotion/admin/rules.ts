/** Creates, changes and lists rules, for operators. A tree is checked before anything is stored. */
import { newId } from '#kit/base/ids.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { invalid } from '#kit/web/problem.ts';
import type { Catalogue } from '../catalogue.ts';
import { parseTree } from '../conditions/parse-tree.ts';
import { formatTree } from '../conditions/tree.ts';
import { refuse, unknownPromotion } from '../errors.ts';
import type { Rule, RuleBody } from './schemas.ts';
import type { Discount } from '../schemas.ts';
import type { CodeStore } from '../store/codes.ts';
import type { RuleStore } from '../store/rules.ts';

export interface RuleBook {
  readonly catalogue: Catalogue;
  readonly rules: RuleStore;
  readonly codes: CodeStore;
}

/**
 * Creates a rule.
 *
 * @throws Refusal INVALID_TREE, PROMOTION_EXISTS, VALIDATION_FAILED, STORE_UNAVAILABLE
 */
export async function createRule({ catalogue, rules }: RuleBook, request: RuleBody, now: number) {
  const change = await rules.create(await checked(request), newId('inc', now));
  if (!change) throw refuse.PROMOTION_EXISTS(`promotion ${request.promo_id} already exists`);
  await catalogue.accept(change);
  return { status: 'created' as const, promo_id: request.promo_id };
}

/**
 * Replaces a rule; its counters stay.
 *
 * @throws Refusal INVALID_TREE, UNKNOWN_PROMOTION, VALIDATION_FAILED, STORE_UNAVAILABLE
 */
export async function replaceRule({ catalogue, rules }: RuleBook, request: RuleBody) {
  const change = await rules.replace(await checked(request));
  if (!change) throw unknownPromotion(request.promo_id);
  await catalogue.accept(change);
  return { status: 'updated' as const, promo_id: request.promo_id };
}

/**
 * Removes a rule, and then its codes. Called again it goes on where an earlier call ended.
 *
 * @throws Refusal UNKNOWN_PROMOTION, STORE_UNAVAILABLE
 */
export async function removeRule({ catalogue, rules, codes }: RuleBook, promoId: string) {
  const change = await rules.remove(promoId);
  if (!change) throw unknownPromotion(promoId);
  await catalogue.accept(change);
  while (await codes.removeCodes(change.incarnation));
  return { status: 'deleted' as const, promo_id: promoId };
}

/** @throws Refusal UNKNOWN_PROMOTION */
export function findRule(catalogue: Catalogue, promoId: string): Rule {
  const promotion = catalogue.get(promoId);
  if (!promotion) throw unknownPromotion(promoId);
  return promotion.rule;
}

/** In a slice of time: a tree may hold as many strings as a body has room for. */
async function checked(request: RuleBody): Promise<Rule> {
  const slice = new TimeSlice();
  if (slice.isOver) await slice.next();
  const { promo_id, name, priority, stackable, usage_limits = {} } = request;
  const { requires_code, active_from, active_until, paused } = request;
  const { per_user, global, ttl_seconds } = usage_limits;
  if ((active_from ?? 0) >= (active_until ?? Infinity)) {
    throw invalid('active_until', 'must be after active_from');
  }
  return {
    promo_id,
    name,
    priority,
    stackable,
    discount: checkedDiscount(request.discount),
    condition_tree: formatTree(parseTree(request.condition_tree)),
    usage_limits: given({ per_user, global, ttl_seconds }),
    ...given({ requires_code, active_from, active_until, paused }),
  };
}

function checkedDiscount({ type, value, max_amount, applies_to }: Discount): Discount {
  if (type === 'percentage' && value > 100) throw invalid('discount.value', 'must be <= 100');
  if (applies_to === undefined) return { type, value, ...given({ max_amount }) };
  const { categories, skus } = applies_to;
  if ((categories ?? []).length + (skus ?? []).length === 0) {
    throw invalid('discount.applies_to', 'must list categories or skus');
  }
  return { type, value, ...given({ max_amount }), applies_to: given({ categories, skus }) };
}

/** Without the members that are undefined. */
function given<T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: NonNullable<T[K]> };
}
