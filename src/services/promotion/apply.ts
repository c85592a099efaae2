/**
 * Which promotions a cart gets, and what it costs then.
 *
 * 1. The candidates whose conditions are met, by ascending priority, then by promo_id.
 * 2. One after another: one that does not stack is passed over when another one applies already;
 *    a limit that is reached refuses it; else its use is counted (one step of the store for all).
 * 3. Discounts are taken off what is left, in the same order.
 */
import { createHash } from 'node:crypto';
import { invalid } from '#kit/problem.ts';
import { byPriority, type Catalogue, type Promotion } from './catalogue.ts';
import { refuse } from './errors.ts';
import { reduceAll, roundMoney } from './money.ts';
import { situationOf, type Cart, type Customer, type Discount } from './rules.ts';
import type { Candidate, Order, UsageStore, UseOutcome, Verdict } from './usage-store.ts';

export interface Engine {
  readonly catalogue: Catalogue;
  readonly usage: UsageStore;
}

export interface ApplyRequest {
  readonly promo_id?: string;
  readonly promo_ids?: readonly string[];
  readonly order_id?: string;
  readonly cart: Cart;
  readonly customer: Customer;
}

/** What an answer is computed from, beside the verdicts of the store. */
interface Terms {
  readonly total: number;
  readonly candidates: readonly Term[];
  /** Named promotions whose conditions are not met. */
  readonly unmet: readonly string[];
}

interface Term {
  readonly promo_id: string;
  readonly priority: number;
  readonly stackable: boolean;
  readonly discount: Discount;
}

/** @throws Refusal UNKNOWN_PROMOTION, ORDER_MISMATCH, VALIDATION_FAILED */
export async function apply(engine: Engine, request: ApplyRequest, now: number) {
  const { cart, customer } = request;
  const names = namesOf(request);
  const found = await candidatesOf(engine, request, names, now);
  if ('earlier' in found) return found.earlier;

  const situation = situationOf(cart, customer, now);
  const met: Promotion[] = [];
  const unmet: Promotion[] = [];
  for (const one of found.promotions) (one.isMet(situation) ? met : unmet).push(one);
  const terms: Terms = {
    total: roundMoney(cart.total),
    candidates: met.map(termOf),
    // Of all active rules those that do not fit are no news.
    unmet: names === undefined ? [] : unmet.map(({ rule }) => rule.promo_id),
  };
  if (met.length === 0 && request.order_id === undefined) return answer(terms, []);
  const outcome = await engine.usage.use({
    candidates: met.map(candidateOf),
    userId: customer.id,
    device: customer.device_fingerprint,
    order: orderOf(request, names, terms),
    now,
  });
  return settle(outcome, terms);
}

/** The names in the request, each once; undefined stands for all active rules. */
function namesOf({ promo_id, promo_ids }: ApplyRequest): readonly string[] | undefined {
  if (promo_id === undefined) return promo_ids && [...new Set(promo_ids)].toSorted();
  if (promo_ids !== undefined) throw invalid('promo_ids', 'cannot stand beside promo_id');
  return [promo_id];
}

/** The promotions asked for; or the answer of before, if one of them is gone since. */
async function candidatesOf(
  { catalogue, usage }: Engine,
  request: ApplyRequest,
  names: readonly string[] | undefined,
  now: number,
): Promise<{ promotions: readonly Promotion[] } | { earlier: ReturnType<typeof answer> }> {
  if (names === undefined) return { promotions: catalogue.sorted };
  const promotions = names.flatMap((name) => catalogue.get(name) ?? []);
  if (promotions.length === names.length) return { promotions: promotions.sort(byPriority) };
  if (request.order_id !== undefined) {
    const outcome = await usage.earlier(request.order_id, fingerprint(request, names), now);
    if (outcome) return { earlier: settle(outcome) };
  }
  const unknown = names.find((name) => !catalogue.get(name));
  throw refuse.UNKNOWN_PROMOTION(`there is no promotion ${unknown}`);
}

function candidateOf({ incarnation, rule }: Promotion): Candidate {
  const { per_user = 0, global = 0, ttl_seconds = 0 } = rule.usage_limits;
  const { stackable } = rule;
  return { incarnation, stackable, perUser: per_user, global, lifetime: ttl_seconds * 1000 };
}

function termOf({ rule: { promo_id, priority, stackable, discount } }: Promotion): Term {
  return { promo_id, priority, stackable, discount };
}

function orderOf(
  request: ApplyRequest,
  names: readonly string[] | undefined,
  terms: Terms,
): Order | undefined {
  const { order_id: orderId } = request;
  if (orderId === undefined) return undefined;
  return { orderId, fingerprint: fingerprint(request, names), terms: JSON.stringify(terms) };
}

/** Of what the rules look at; the sequence of members, and unknown ones, make no difference. */
function fingerprint(
  { cart, customer }: ApplyRequest,
  names: readonly string[] | undefined,
): string {
  const { total, hub_id, items } = cart;
  const { id, device_fingerprint, order_count } = customer;
  const text = JSON.stringify([
    names ?? null,
    [total, hub_id, items.map(({ sku, category, price, qty }) => [sku, category, price, qty])],
    [id, device_fingerprint, order_count],
  ]);
  return createHash('sha256').update(text).digest('base64url');
}

/** @param terms of this request; a repeated one keeps those of the first time */
function settle(outcome: UseOutcome, terms?: Terms) {
  switch (outcome.kind) {
    case 'mismatch':
      throw refuse.ORDER_MISMATCH();
    case 'repeated':
      return answer(JSON.parse(outcome.terms), outcome.verdicts);
    case 'used':
      return answer(terms!, outcome.verdicts);
  }
}

function answer({ total, candidates, unmet }: Terms, verdicts: readonly Verdict[]) {
  const applied = candidates.filter((_, i) => verdicts[i] === 'applied');
  const { amounts, totalDiscount, totalAfter } = reduceAll(
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
