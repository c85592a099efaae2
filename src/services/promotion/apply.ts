/**
 * Which promotions a cart gets, and what it costs then.
 *
 * 1. The candidates whose conditions are met, by ascending priority, then by promo_id.
 * 2. One after another: one that does not stack is passed over when another one applies already;
 *    a limit that is reached refuses it; else its use is counted (one step of the store for all).
 * 3. Discounts are taken off what is left, in the same order.
 */
import { createHash } from 'node:crypto';
import { invalid } from '#kit/web/problem.ts';
import { storedJson } from '#kit/web/schema.ts';
import { byPriority, type Catalogue, type Promotion } from './catalogue.ts';
import { refuse, unknownPromotion } from './errors.ts';
import { applyDiscounts, roundMoney } from './money.ts';
import { situationOf } from './conditions/evaluate.ts';
import { OrderTerms, type ApplyBody } from './schemas.ts';
import type { Candidate, UsageStore, UseOutcome, Verdict } from './store/usage.ts';
import { TimeSlice } from '#kit/time-slice.ts';

export interface Engine {
  readonly catalogue: Catalogue;
  readonly usage: UsageStore;
}

/**
 * @param now milliseconds since the epoch
 * @throws Refusal UNKNOWN_PROMOTION, ORDER_MISMATCH, VALIDATION_FAILED, STORE_UNAVAILABLE
 */
export async function apply(engine: Engine, request: ApplyBody, now: number) {
  const { catalogue, usage } = engine;
  const { cart, customer, order_id } = request;
  // Many requests that name a thousand rules each may arrive in one turn of the event loop.
  const slice = new TimeSlice();
  if (slice.isOver) await slice.next();
  const names = namesOf(request);
  const order =
    order_id === undefined
      ? undefined
      : { orderId: order_id, fingerprint: fingerprint(request, names) };
  const unknown = names?.find((name) => !catalogue.get(name));
  if (unknown !== undefined) {
    // A repeated order gets its answer again, even if a rule has been removed since.
    const known = order && (await usage.findOrder(order.orderId, order.fingerprint, now));
    if (!known) throw unknownPromotion(unknown);
    return answerOutcome(known);
  }

  const situation = situationOf(cart, customer, now);
  const met: Promotion[] = [];
  const unmet: Promotion[] = [];
  for (const promotion of candidatesOf(catalogue, names)) {
    // A thousand trees of a thousand nodes take a while.
    if (slice.isOver) await slice.next();
    (promotion.isMet(situation) ? met : unmet).push(promotion);
  }
  const terms: OrderTerms = {
    total: roundMoney(cart.total),
    candidates: met.map(({ rule: { promo_id, priority, stackable, discount } }) => {
      return { promo_id, priority, stackable, discount };
    }),
    // Promotions that were not named and do not fit are left out of the answer.
    unmet: names === undefined ? [] : unmet.map(({ rule }) => rule.promo_id),
  };
  if (met.length === 0 && !order) return answer(terms, []);
  const outcome = await usage.countUses({
    candidates: met.map(toCandidate),
    userId: customer.id,
    device: customer.device_fingerprint,
    order: order && { ...order, terms: JSON.stringify(terms) },
    now,
  });
  // Several requests are counted together, and have their answers in one turn of the event loop.
  const answering = new TimeSlice();
  if (answering.isOver) await answering.next();
  return answerOutcome(outcome, terms);
}

/** The names in the request, each once; undefined stands for all active rules. */
function namesOf({ promo_id, promo_ids }: ApplyBody): readonly string[] | undefined {
  if (promo_id === undefined) return promo_ids && [...new Set(promo_ids)].toSorted();
  if (promo_ids !== undefined) throw invalid('promo_ids', 'cannot be combined with promo_id');
  return [promo_id];
}

function candidatesOf(
  catalogue: Catalogue,
  names: readonly string[] | undefined,
): readonly Promotion[] {
  if (names === undefined) return catalogue.sorted;
  return names.flatMap((name) => catalogue.get(name) ?? []).sort(byPriority);
}

function toCandidate({ incarnation, rule }: Promotion): Candidate {
  const { per_user = 0, global = 0, ttl_seconds = 0 } = rule.usage_limits;
  const { stackable } = rule;
  return { incarnation, stackable, perUser: per_user, global, lifetimeMs: ttl_seconds * 1000 };
}

/** A digest of what the rules look at. The order of members and unknown ones make no difference. */
function fingerprint({ cart, customer }: ApplyBody, names: readonly string[] | undefined): string {
  const { total, hub_id, items } = cart;
  const { id, device_fingerprint, order_count } = customer;
  const text = JSON.stringify([
    names ?? null,
    [total, hub_id, items.map(({ sku, category, price, qty }) => [sku, category, price, qty])],
    [id, device_fingerprint, order_count],
  ]);
  return createHash('sha256').update(text).digest('base64url');
}

const parseTerms = storedJson('terms of an order', OrderTerms);

/** @param terms of this request; a repeated order has those of the first time */
function answerOutcome(outcome: UseOutcome, terms?: OrderTerms) {
  switch (outcome.kind) {
    case 'mismatch':
      throw refuse.ORDER_MISMATCH();
    case 'repeated':
      return answer(parseTerms(outcome.terms), outcome.verdicts);
    case 'counted':
      return answer(terms!, outcome.verdicts);
  }
}

function answer({ total, candidates, unmet }: OrderTerms, verdicts: readonly Verdict[]) {
  const applied = candidates.filter((_, i) => verdicts[i] === 'applied');
  const { amounts, totalDiscount, totalAfter } = applyDiscounts(
    total,
    applied.map(({ discount }) => discount),
  );
  const refused = candidates.flatMap(({ promo_id }, i) =>
    verdicts[i] === 'applied' ? [] : [{ promo_id, reason: verdicts[i]! }],
  );
  const notMet = unmet.map((promo_id) => ({ promo_id, reason: 'conditions not met' as const }));
  return {
    applied: applied.map(({ promo_id, priority, stackable }, i) => {
      return { promo_id, discount: amounts[i]!, priority, stackable };
    }),
    total_before: total,
    total_discount: totalDiscount,
    total_after: totalAfter,
    refused: [...refused, ...notMet],
  };
}
