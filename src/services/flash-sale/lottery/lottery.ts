/** The use cases of the lottery: enter, draw, look at the draws and at one's ticket, claim a prize. */
import { newId } from '#kit/base/ids.ts';
import { plural } from '#kit/base/plural.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { refuse, retrySoon } from '../errors.ts';
import { lifetimesMs } from '../limits.ts';
import { expiryField } from '../reservation.ts';
import { commitment, computeDraw, entryOf, newSalt, newSeed } from './draw.ts';
import { portionSize } from './lottery-store.ts';
import type { Entrant, Lottery, LotteryEntry, Portion, Round } from './lottery-store.ts';

/**
 * @returns whether the entry is new, its salt, and the commitment of the coming draw
 * @throws Refusal ALREADY_ENTERED, ENROLMENT_CLOSED, WRONG_FLOW, UNKNOWN_PRODUCT, RATE_LIMITED,
 *   STORE_UNAVAILABLE
 */
export async function enter(store: Lottery, entry: Omit<LotteryEntry, 'salt' | 'entry'>) {
  const salt = newSalt();
  const published = entryOf(salt, entry.userId);
  const outcome = await store.enterLottery({ ...entry, salt, entry: published });
  switch (outcome.kind) {
    case 'entered':
    case 'already-entered':
      return {
        isNew: outcome.kind === 'entered',
        commitment: commitment(outcome.seed),
        salt: outcome.salt,
      };
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
  { productId, winners, round: number }: { productId: string; winners: number; round: number },
  now: number,
): Promise<Round> {
  const outcome = await store.closeRound(productId, number, winners);
  switch (outcome.kind) {
    case 'unknown':
      throw refuse.UNKNOWN_PRODUCT();
    case 'wrong-flow':
      throw refuse.WRONG_FLOW('the product is not sold by lottery');
    case 'wrong-round':
      throw refuse.WRONG_ROUND(`the next round to draw is ${outcome.next}`);
    case 'short':
      throw refuse.INSUFFICIENT_STOCK(
        `only ${plural(outcome.available, 'unit is', 'units are')} available`,
        {
          members: { available: outcome.available },
        },
      );
    case 'closed':
      break;
  }
  const { round } = outcome;
  if (round.digest === undefined) await drawClosed(store, { productId, ...round }, now);
  // Another request may have ended it first, or a reset may have come.
  const drawn = (await store.rounds(productId))?.[number - 1];
  if (drawn?.seed !== round.seed) throw overtaken();
  return drawn;
}

async function drawClosed(
  store: Lottery,
  { productId, round, seed, winners = 0 }: Round & { productId: string },
  now: number,
): Promise<void> {
  const key = { productId, round, seed };
  const entrants: Entrant[] = [];
  for await (const some of portions((from) => store.entrants(key, from))) entrants.push(...some);
  const drawing = await computeDraw({ round, seed, winners }, entrants);
  const expiresAt = now + lifetimesMs.prize;
  for (let from = 0; from < drawing.winners.length; from += portionSize) {
    const prizes = drawing.winners.slice(from, from + portionSize).map(({ userId }) => ({
      userId,
      token: newId('lot', now),
      orderId: newId('ord', now),
      reservationId: newId('res', now),
    }));
    await store.award({ ...key, prizes, expiresAt, now });
  }
  await store.endRound(key, drawing.digest, newSeed());
}

const overtaken = () => refuse.WRONG_ROUND('the lottery was reloaded in the meantime');

/** Other requests are served between two portions. */
async function* portions(
  read: (from: number) => Promise<Portion | undefined>,
): AsyncGenerator<readonly Entrant[]> {
  const slice = new TimeSlice();
  for (let from: number | undefined = 0; from !== undefined;) {
    const portion: Portion | undefined = await read(from);
    if (portion === undefined) throw overtaken();
    yield portion.entrants;
    if (slice.isOver) await slice.next();
    from = portion.next;
  }
}

/** @throws Refusal UNKNOWN_PRODUCT, STORE_UNAVAILABLE */
export async function rounds(store: Lottery, productId: string): Promise<readonly Round[]> {
  const found = await store.rounds(productId);
  if (!found) throw refuse.UNKNOWN_PRODUCT('the product has no lottery');
  return found;
}

/** The JSON of all that is public about rounds, piece by piece, between two other texts. */
export async function* published(
  store: Lottery,
  productId: string,
  some: readonly Round[],
  [before, after]: readonly [string, string],
): AsyncGenerator<string> {
  yield before;
  for (const [i, round] of some.entries()) {
    if (i > 0) yield ',';
    yield* roundText(store, productId, round);
  }
  yield after;
}

/** Once it is drawn, with what is needed to recompute the winners. */
async function* roundText(
  store: Lottery,
  productId: string,
  { round, seed, digest }: Round,
): AsyncGenerator<string> {
  const isDrawn = digest !== undefined;
  const open = JSON.stringify({ round, drawn: isDrawn, commitment: commitment(seed) });
  if (!isDrawn) return yield open;
  const key = { productId, round, seed };
  yield `${open.slice(0, -1)},"seed":"${seed}","entries_digest":"${digest}","entries":[`;
  yield* listText(portions((from) => store.entrants(key, from)));
  yield '],"winners":[';
  yield* listText(portions((from) => store.winners(key, from)));
  yield ']}';
}

/** Entries are hexadecimal, so they need no escaping. */
async function* listText(entrants: AsyncIterable<readonly Entrant[]>): AsyncGenerator<string> {
  let separator = '';
  for await (const some of entrants) {
    if (some.length === 0) continue;
    yield separator + some.map(({ entry }) => `"${entry}"`).join(',');
    separator = ',';
  }
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
 * Claims the prize of a token. Repeating it answers the same while the prize is kept.
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
        ...expiryField(outcome),
        status: 'completed' as const,
      };
    case 'expired':
      throw refuse.LOTTERY_TOKEN_EXPIRED(
        'it was not used within ten minutes, or the hold of its prize has lapsed or was released',
      );
    case 'unknown':
      throw refuse.UNKNOWN_LOTTERY_TOKEN();
  }
}
