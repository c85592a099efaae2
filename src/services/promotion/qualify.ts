/**
 * Tells which promotions a cart qualifies for, and which ones it is closest to. It counts nothing.
 */
import { TimeSlice } from '#kit/base/time-slice.ts';
import { discountTermsOf, findCandidates, findGivenCodes } from './candidates.ts';
import { byPriority, type Catalogue, type Promotion } from './catalogue.ts';
import { situationOf, type Situation } from './conditions/evaluate.ts';
import { explain } from './conditions/explain.ts';
import { parseTree } from './conditions/parse-tree.ts';
import { amountAlone, restOf, roundMoney } from './discounts/money.ts';
import type { QualifyBody } from './schemas.ts';
import type { CodeStore } from './store/codes.ts';
import { usedUp } from './validate.ts';

/** Promotions that are shown as not yet met. */
const maxNotYet = 100;

/** @throws Refusal STORE_UNAVAILABLE with codes */
export async function qualify(
  { catalogue, codes: store }: { catalogue: Catalogue; codes: CodeStore },
  { cart, customer, codes: sent }: QualifyBody,
  now: number,
) {
  const slice = new TimeSlice();
  if (slice.isOver) await slice.next();
  const codes = await findGivenCodes(catalogue, store, sent);
  const candidates = await findCandidates(
    catalogue,
    { names: undefined, codes, cart, customer },
    now,
  );
  const { discounts, parts } = await discountTermsOf(candidates);
  const rest = restOf(roundMoney(cart.total), parts);
  const qualified: { promo_id: string; name: string; discount: number }[] = [];
  for (const [i, { promotion, codes, needsCode }] of candidates.met.entries()) {
    if (slice.isOver) await slice.next();
    if (needsCode && codes.every(({ isUsedUp }) => isUsedUp)) continue;
    const { promo_id, name } = promotion.rule;
    qualified.push({ promo_id, name, discount: amountAlone(rest, discounts[i]!) });
  }
  const situation = situationOf(cart, customer, now);
  const nearest = await nearestOf(candidates.unmet, situation);
  const refused = [
    ...candidates.refused.filter(({ reason }) => reason !== 'conditions not met'),
    ...[...codes.byPromotion.values()].flatMap(usedUp),
  ];
  return {
    qualified,
    not_yet: explainEach(nearest, situation),
    rest: refused.length > 0 ? { refused } : {},
  };
}

/** By the fewest failing leaves, then by priority. */
async function nearestOf(unmet: readonly Promotion[], situation: Situation) {
  const slice = new TimeSlice();
  const counted: { promotion: Promotion; failing: number }[] = [];
  for (const promotion of unmet) {
    if (slice.isOver) await slice.next();
    const failing = promotion.leaves.filter((holds) => !holds(situation)).length;
    counted.push({ promotion, failing: failing + (lacksItems(promotion, situation) ? 1 : 0) });
  }
  return counted
    .toSorted((a, b) => a.failing - b.failing || byPriority(a.promotion, b.promotion))
    .slice(0, maxNotYet)
    .map(({ promotion }) => promotion);
}

/** One at a time, when it is sent: a tree may be as large as a body. */
function* explainEach(promotions: readonly Promotion[], situation: Situation) {
  for (const promotion of promotions) {
    const { promo_id, name, condition_tree } = promotion.rule;
    const { explanation } = explain(parseTree(condition_tree), situation, true);
    yield {
      promo_id,
      name,
      explanation,
      ...(lacksItems(promotion, situation) && { needs: itemsNeeded(promotion) }),
    };
  }
}

/** No item matches its discount: as good as a leaf that fails. */
function lacksItems({ selection }: Promotion, { cart, categories }: Situation): boolean {
  if (!selection) return false;
  const hasCategory = selection.categories.values().some((category) => categories.has(category));
  return !hasCategory && !cart.items.some(({ sku }) => selection.skus.has(sku));
}

function itemsNeeded({ rule }: Promotion): string {
  const { categories = [], skus = [] } = rule.discount.applies_to!;
  const choices = [
    ...(categories.length > 0 ? [`of a category among ${categories.join(', ')}`] : []),
    ...(skus.length > 0 ? [`with a SKU among ${skus.join(', ')}`] : []),
  ];
  return `an item ${choices.join(', or ')}`;
}
