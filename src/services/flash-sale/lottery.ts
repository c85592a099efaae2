/**
 * The lottery flow. A draw is verifiable by commit and reveal: the SHA-256 of a secret seed is
 * published before anyone enters, the seed and the entrants after the draw. Whoever has them can
 * recompute the winners:
 *
 *   entry(user)   = SHA-256(user_id)
 *   digest        = SHA-256(entries in order of entry, joined by "\n")
 *   ticket(entry) = SHA-256(seed ":" round ":" digest ":" entry)
 *   winners       = the entries with the least tickets, compared as hexadecimal text
 *
 * The digest binds the seed to this very list of entrants. All hashes are lower-case hexadecimal.
 */
import { createHash } from 'node:crypto';
import { newId } from '#kit/ids.ts';
import { refuse, retrySoon } from './errors.ts';
import { newSeed } from './stock.ts';
import { lifetimes, type FlashSaleStore, type LotteryEntry, type Round } from './store.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export const commitment = sha256;
export const entryOf = sha256;

export function entriesDigest(entrants: readonly string[]): string {
  return sha256(entrants.map(entryOf).join('\n'));
}

/** The users who win, best ticket first; a pure function of published values. */
export function drawWinners({ seed, round, entrants, winners }: Omit<Round, 'drawn'>): string[] {
  const digest = entriesDigest(entrants);
  const ticket = (user: string) => sha256(`${seed}:${round}:${digest}:${entryOf(user)}`);
  return entrants
    .map((user) => ({ user, ticket: ticket(user) }))
    .toSorted((a, b) => (a.ticket < b.ticket ? -1 : 1))
    .slice(0, winners)
    .map(({ user }) => user);
}

/** @returns whether the entry is new, and the commitment of the coming draw */
export async function enter(store: FlashSaleStore, entry: LotteryEntry) {
  const outcome = await store.enterLottery(entry);
  switch (outcome.kind) {
    case 'entered':
    case 'already-entered':
      return { isNew: outcome.kind === 'entered', commitment: commitment(outcome.seed) };
    case 'taken':
      throw refuse.ALREADY_ENTERED('a user and a device enter once');
    case 'closed':
      throw refuse.ENROLMENT_CLOSED('enrolment lasts 2 hours, or until the draw');
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
 */
export async function draw(
  store: FlashSaleStore,
  { productId, winners, round }: { productId: string; winners: number; round: number },
  now: number,
) {
  const outcome = await store.closeRound(productId, round, winners, now);
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
  const prizes = drawWinners(outcome.round).map((userId) => ({
    userId,
    token: newId('lot', now),
    orderId: newId('ord', now),
    reservationId: newId('res', now),
  }));
  const expiresAt = now + lifetimes.prize;
  const { seed } = outcome.round;
  await store.award({ productId, round, seed, prizes, nextSeed: newSeed(), expiresAt, now });
  return publish({ ...outcome.round, drawn: true });
}

/** Everything that is public about a product's draws. */
export async function draws(store: FlashSaleStore, productId: string) {
  const rounds = await store.rounds(productId);
  if (!rounds) throw refuse.UNKNOWN_PRODUCT('the product has no lottery');
  return rounds.map(publish);
}

/** The seed stays secret until the draw. */
function publish(round: Round) {
  const open = { round: round.round, drawn: round.drawn, commitment: commitment(round.seed) };
  if (!round.drawn) return open;
  return {
    ...open,
    seed: round.seed,
    entries_digest: entriesDigest(round.entrants),
    entries: round.entrants.map(entryOf),
    winners: drawWinners(round).map(entryOf),
  };
}

export async function result(
  store: FlashSaleStore,
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

export async function claimPrize(store: FlashSaleStore, token: string, now: number) {
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
