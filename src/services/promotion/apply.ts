/**
 * Which promotions a cart gets, and what it costs then.
 *
 * 1. The candidates whose conditions are met, by ascending priority, then by promo_id.
 * 2. One after another: one that does not stack is passed over when another one applies already;
 *    a limit that is reached refuses it; else its use is counted (one step of the store for all).
 *    Or, with `choose: "best"`, those of the best combination.
 * 3. Discounts are taken off what is left, in the same order.
 */
import { createHash } from 'node:crypto';
import { invalid } from '#kit/web/problem.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { answer, parseTerms, type OrderTerms } from './answer.ts';
import { discountTermsOf, findCandidates, findGivenCodes, type Met } from './candidates.ts';
import type { Catalogue } from './catalogue.ts';
import { bestCombination, maxCandidates } from './discounts/best.ts';
import { restOf, roundMoney } from './discounts/money.ts';
import { refuse, unknownPromotion } from './errors.ts';
import type { ApplyBody } from './schemas.ts';
import { codeKey, type CodeStore } from './store/codes.ts';
import type { Availability, Candidate, UsageStore, UseOutcome, UseRequest } from './store/usage.ts';

export interface Engine {
  readonly catalogue: Catalogue;
  readonly usage: UsageStore;
  readonly codes: CodeStore;
}

/**
 * @param now milliseconds since the epoch
 * @throws Refusal UNKNOWN_PROMOTION, ORDER_MISMATCH, ORDER_CANCELLED, TOO_MANY_CANDIDATES,
 *   VALIDATION_FAILED, STORE_UNAVAILABLE
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

  const codes = await findGivenCodes(catalogue, engine.codes, request.codes);
  const candidates = await findCandidates(catalogue, { names, codes, cart, customer }, now);
  const { met, refused } = candidates;
  const { discounts, parts } = await discountTermsOf(candidates);
  const terms: OrderTerms = {
    total: roundMoney(cart.total),
    ...(parts && { parts }),
    candidates: met.map(({ promotion, codes }, i) => {
      const { promo_id, priority, stackable } = promotion.rule;
      const texts = codes.map(({ text }) => text);
      const discount = discounts[i]!;
      return { promo_id, priority, stackable, discount, ...(texts.length > 0 && { codes: texts }) };
    }),
    refused: [...refused],
  };
  if (met.length === 0 && !order) return answer(terms, { verdicts: [] });
  const uses: UseRequest = {
    candidates: met.map(toCandidate),
    userId: customer.id,
    device: customer.device_fingerprint,
    order: order && { ...order, terms: JSON.stringify(terms) },
    now,
  };
  const outcome =
    request.choose === 'best' ? await countBest(usage, uses, terms) : await usage.countUses(uses);
  // Several requests are counted together, and have their answers in one turn of the event loop.
  const answering = new TimeSlice();
  if (answering.isOver) await answering.next();
  return answerOutcome(outcome, terms);
}

/**
 * Counts the best combination of the candidates that have uses left. A limit that is reached before
 * it is counted, or a use that comes back, changes which one is the best: then the search starts
 * over.
 *
 * @throws Refusal TOO_MANY_CANDIDATES
 */
async function countBest(usage: UsageStore, uses: UseRequest, terms: OrderTerms) {
  let seen: readonly Availability[] = [];
  let chosen: readonly boolean[] = [];
  for (;;) {
    const outcome = await usage.countUses({ ...uses, choice: { seen, chosen } });
    if (outcome.kind !== 'seen') return outcome;
    seen = outcome.available;
    const eligible = terms.candidates.filter((_, i) => seen[i] === 'available');
    if (eligible.length > maxCandidates) {
      throw refuse.TOO_MANY_CANDIDATES(
        `${eligible.length} promotions could apply; the best of at most ${maxCandidates} is found`,
      );
    }
    const best = await bestCombination(eligible, restOf(terms.total, terms.parts));
    chosen = terms.candidates.map(({ promo_id }) => best.has(promo_id));
  }
}

/** The names in the request, each once; undefined stands for all rules. */
function namesOf({ promo_id, promo_ids }: ApplyBody): readonly string[] | undefined {
  if (promo_id === undefined) return promo_ids && [...new Set(promo_ids)].toSorted();
  if (promo_ids !== undefined) throw invalid('promo_ids', 'cannot be combined with promo_id');
  return [promo_id];
}

function toCandidate({ promotion: { incarnation, rule }, codes, needsCode }: Met): Candidate {
  const { per_user = 0, global = 0, ttl_seconds = 0 } = rule.usage_limits;
  const { stackable } = rule;
  const lifetimeMs = ttl_seconds * 1000;
  const plain = { incarnation, stackable, perUser: per_user, global, lifetimeMs };
  return codes.length === 0 ? plain : { ...plain, codes: codes.map(({ key }) => key), needsCode };
}

/** A digest of what the rules look at. The order of members and unknown ones make no difference. */
function fingerprint(
  { cart, customer, codes = [], choose }: ApplyBody,
  names: readonly string[] | undefined,
): string {
  const { total, hub_id, items } = cart;
  const { id, device_fingerprint, order_count } = customer;
  const text = JSON.stringify([
    names ?? null,
    [total, hub_id, items.map(({ sku, category, price, qty }) => [sku, category, price, qty])],
    [id, device_fingerprint, order_count],
    [...new Set(codes.map(codeKey))].toSorted(),
    choose,
  ]);
  return createHash('sha256').update(text).digest('base64url');
}

/** @param terms of this request; a repeated order has those of the first time */
function answerOutcome(outcome: UseOutcome, terms?: OrderTerms) {
  switch (outcome.kind) {
    case 'mismatch':
      throw refuse.ORDER_MISMATCH();
    case 'cancelled':
      throw refuse.ORDER_CANCELLED();
    case 'repeated':
      return answer(parseTerms(outcome.terms), outcome);
    case 'counted':
      return answer(terms!, outcome);
    case 'seen':
      throw new Error('a step without a choice yields no availability');
  }
}
