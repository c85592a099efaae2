/** The use cases of the lottery: enter, draw, look at the draws and at one's ticket, claim a prize. */
import { newId } from '#kit/ids.ts';
import { refuse, retrySoon } from '../errors.ts';
import { lifetimesMs } from '../limits.ts';
import { commitment, computeDraw, entryOf, newSeed, type Draw } from './draw.ts';
import type { Lottery, LotteryEntry, Round } from './store.ts';

/**
 * @returns whether the entry is new, and the commitment of the coming draw
 * @throws Refusal ALREADY_ENTERED, ENROLMENT_CLOSED, WRONG_FLOW, UNKNOWN_PRODUCT, RATE_LIMITED,
 *   STORE_UNAVAILABLE
 */
export async function enter(store: Lottery, entry: LotteryEntry) {
  const outcome = await store.enterLottery(entry);
  switch (outcome.kind) {
    case 'entered':
    case 'already-entered':
      return { isNew: outcome.kind === 'entered', commitment: commitment(outcome.seed) };
    case 'taken':
      throw refuse.ALREADY_ENTERED('a user and a device can enter only once');
    case 'closed':
      throw refuse.ENROLMENT_CLOSED('enrolment ends after 2 hours, or with the first draw');
    case 'wrong-flow':
      throw refuse.WRONG_FLOW('the product is not sold by lottery');
    case 'unknown':
      throw refuse.UNKNOWN_PRODUCT();
    case 'rate-limited':
      throw refuse.RATE_LIMITED(undefined, retrySoon);
  }
}

/**
 * Draws and reserves a unit for each winner. Repeating a round answers with the same winners,
 * also when the process died half-way.
 *
 * @throws Refusal UNKNOWN_PRODUCT, WRONG_FLOW, WRONG_ROUND, INSUFFICIENT_STOCK, STORE_UNAVAILABLE
 */
export async function draw(
  store: Lottery,
  { productId, winners, round }: { productId: string; winners: number; round: number },
  now: number,
) {
  const outcome = await store.closeRound(productId, round, winners);
  switch (outcome.kind) {
    case 'unknown':
      throw refuse.UNKNOWN_PRODUCT();
    case 'wrong-flow':
      throw refuse.WRONG_FLOW('the product is not sold by lottery');
    case 'wrong-round':
      throw refuse.WRONG_ROUND(`the next round to draw is ${outcome.next}`);
    case 'short':
      throw refuse.INSUFFICIENT_STOCK(`only ${outcome.available} units are available`, {
        members: { available: outcome.available },
      });
    case 'closed':
      break;
  }
  const drawing = await computeDraw(outcome.round);
  const prizes = drawing.winners.map((userId) => ({
    userId,
    token: newId('lot', now),
    orderId: newId('ord', now),
    reservationId: newId('res', now),
  }));
  const expiresAt = now + lifetimesMs.prize;
  const { seed } = outcome.round;
  await store.award({ productId, round, seed, prizes, nextSeed: newSeed(), expiresAt, now });
  return toPublic({ ...outcome.round, drawn: true }, drawing);
}

/**
 * Everything that is public about a product's draws.
 *
 * @throws Refusal UNKNOWN_PRODUCT, STORE_UNAVAILABLE
 */
export async function draws(store: Lottery, productId: string) {
  const rounds = await store.rounds(productId);
  if (!rounds) throw refuse.UNKNOWN_PRODUCT('the product has no lottery');
  const published = [];
  for (const round of rounds) {
    published.push(round.drawn ? toPublic(round, await computeDraw(round)) : toOpen(round));
  }
  return published;
}

/** The seed stays secret until the draw. */
const toOpen = ({ round, drawn, seed }: Round) => ({ round, drawn, commitment: commitment(seed) });

function toPublic(round: Round, { entries, digest, winners }: Draw) {
  return {
    ...toOpen(round),
    seed: round.seed,
    entries_digest: digest,
    entries: [...entries],
    winners: winners.map(entryOf),
  };
}

/**
 * The result of a user: the state of the entry, and the token or the order of a prize.
 *
 * @throws Refusal NOT_ENTERED, STORE_UNAVAILABLE
 */
export async function result(
  store: Lottery,
  { productId, userId }: { productId: string; userId: string },
  now: number,
) {
  const ticket = await store.ticket(productId, userId, now);
  if (!ticket) throw refuse.NOT_ENTERED();
  const { state, prize } = ticket;
  return {
    product_id: productId,
    user_id: userId,
    status: state,
    ...(prize && state === 'won' && { lottery_token: prize.token, expires_at: prize.expiresAt }),
    ...(prize && state === 'claimed' && { order_id: prize.orderId }),
  };
}

/**
 * Claims the prize of a token. Repeating it answers the same.
 *
 * @throws Refusal LOTTERY_TOKEN_EXPIRED, UNKNOWN_LOTTERY_TOKEN, STORE_UNAVAILABLE
 */
export async function claimPrize(store: Lottery, token: string, now: number) {
  const outcome = await store.claimPrize(token, now);
  switch (outcome.kind) {
    case 'claimed':
      return {
        order_id: outcome.orderId,
        reservation_id: outcome.reservationId,
        status: 'completed' as const,
      };
    case 'expired':
      throw refuse.LOTTERY_TOKEN_EXPIRED();
    case 'unknown':
      throw refuse.UNKNOWN_LOTTERY_TOKEN();
  }
}
