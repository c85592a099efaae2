import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deviceRate, lifetimesMs } from '../../limits.ts';
import {
  type Open,
  T0,
  award,
  buy,
  entry,
  prize,
  room,
  stock,
  sweep,
  user,
  waiting,
} from './fixtures.ts';
import type { StockLoad } from '../ledger.ts';
import type { FlashSaleStore } from '../flash-sale-store.ts';
import { computeDraw } from '../../lottery/draw.ts';
import { draw as drawRound, published } from '../../lottery/lottery.ts';
import type { Lottery, Portion, Round } from '../../lottery/lottery-store.ts';

/** The lottery, of which one step is followed by something else. */
function after(
  store: Lottery,
  step: 'closeRound' | 'entrants' | 'award' | 'endRound',
  act: () => Promise<void>,
): Lottery {
  const original = store[step] as (...args: unknown[]) => Promise<unknown>;
  const followed = async (...args: unknown[]) => {
    const outcome = await original(...args);
    await act();
    return outcome;
  };
  return { ...store, [step]: followed };
}

const entrant = (userId: string) => ({ userId, entry: `entry of ${userId}` });

export function lottery(open: Open): void {
  const enter = (store: FlashSaleStore, userId: string, device = `of ${userId}`, now = T0) =>
    store.enterLottery(entry(userId, { device, now }));
  const draft = (total: number, more: Partial<StockLoad> = {}) =>
    stock(total, { flow: 'lottery', seed: 'seed 1', ...more });
  const draw = { productId: 'p', round: 1, seed: 'seed 1' };
  const users = (portion: Portion | undefined) => portion?.entrants.map(user);

  it('a user and a device enter once; the same entry again is the same', async (t) => {
    const [a, b] = await open(t);
    await a.load(draft(5));
    const known = { seed: 'seed 1', salt: 'salt of u0' };
    assert.deepEqual(await enter(a, 'u0'), { kind: 'entered', ...known });
    const again = entry('u0', { salt: 'another salt', entry: 'another entry' });
    assert.deepEqual(await b.enterLottery(again), { kind: 'already-entered', ...known });
    assert.equal((await enter(b, 'u0', 'another')).kind, 'taken');
    assert.equal((await enter(b, 'u1', 'of u0')).kind, 'taken');
    assert.equal((await enter(a, 'u1')).kind, 'entered');
    assert.deepEqual(await a.ticket('p', 'u1', T0), { state: 'pending' });
    assert.equal(await a.ticket('p', 'u2', T0), undefined);
  });

  it('enrolment lasts 2 hours', async (t) => {
    const [a, b] = await open(t);
    await a.load(draft(5));
    const end = T0 + lifetimesMs.enrolment;
    assert.equal((await enter(b, 'u0', 'd0', end - 1)).kind, 'entered');
    assert.equal((await enter(b, 'u1', 'd1', end)).kind, 'closed');
    assert.equal((await enter(a, 'u0', 'd0', end)).kind, 'already-entered');
  });

  it('a device enters at most 20 times a second', async (t) => {
    const [a, b] = await open(t);
    await a.load(draft(5));
    const attempt = async (i: number, now: number) => {
      const devices = [`of u${i}`, 'header'];
      return (await [a, b][i % 2]!.enterLottery(entry(`u${i}`, { devices, now }))).kind;
    };
    for (let i = 0; i < 20; i++) assert.equal(await attempt(i, T0), 'entered');
    assert.equal(await attempt(20, T0 + 999), 'rate-limited');
    assert.equal(await attempt(20, T0 + 1_000), 'entered');
  });

  it('an entry that is refused or not new leaves neither a request nor a mark', async (t) => {
    const [a, b] = await open(t);
    await a.load(draft(5));
    await a.load(stock(5, { productId: 'sold otherwise' }));
    await enter(a, 'u0', 'd0');
    const end = T0 + lifetimesMs.enrolment;
    const refused = [
      ['taken', entry('u0', { device: 'd' })],
      ['already-entered', entry('u0', { device: 'd0', devices: ['d'] })],
      ['taken', entry('u1', { device: 'd0', devices: ['d'] })],
      ['closed', entry('u1', { device: 'd', now: end })],
      ['wrong-flow', entry('u1', { device: 'd', productId: 'sold otherwise' })],
      ['unknown', entry('u1', { device: 'd', productId: 'q' })],
    ] as const;
    for (const [kind, attempt] of refused) {
      for (let i = 0; i < 25; i++) assert.equal((await a.enterLottery(attempt)).kind, kind);
    }
    assert.equal((await enter(b, 'u1', 'd')).kind, 'entered');
    assert.equal(await room(b, 'd', T0), deviceRate.limit - 1);
    assert.equal(await room(b, 'd', end), deviceRate.limit);
  });

  it('is not there for a product that is sold otherwise or not at all', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(5));
    assert.equal((await enter(b, 'u0')).kind, 'wrong-flow');
    assert.deepEqual(await b.closeRound('p', 1, 1), { kind: 'wrong-flow' });
    assert.deepEqual(await b.closeRound('q', 1, 1), { kind: 'unknown' });
    assert.equal(await b.rounds('p'), undefined);
    assert.equal(await b.ticket('p', 'u0', T0), undefined);
    assert.equal((await b.claimPrize('lot_0', T0)).kind, 'unknown');
  });

  it('closing a round ends enrolment and freezes the entrants in order of entry', async (t) => {
    const [a, b] = await open(t);
    await a.load(draft(5));
    for (const userId of ['u2', 'u0', 'u1']) await enter(a, userId);
    assert.deepEqual(await b.closeRound('p', 2, 1), { kind: 'wrong-round', next: 1 });
    assert.deepEqual(await b.closeRound('p', 1, 6), { kind: 'short', available: 5 });
    const round = { round: 1, seed: 'seed 1', winners: 2 };
    assert.deepEqual(await b.closeRound('p', 1, 2), { kind: 'closed', round });
    assert.deepEqual(await a.closeRound('p', 1, 5), { kind: 'closed', round });
    assert.equal((await enter(a, 'u3')).kind, 'closed');
    assert.deepEqual(await a.rounds('p'), [round]);
    const entrants = ['u2', 'u0', 'u1'].map(entrant);
    assert.deepEqual(await b.entrants(draw, 0), { entrants });
    assert.equal(await b.entrants({ ...draw, seed: 'of another lottery' }, 0), undefined);
  });

  it('a round is awarded once: a unit is held for each winner', async (t) => {
    const [a, b] = await open(t);
    await a.load(draft(5));
    for (const userId of ['u0', 'u1']) await enter(a, userId);
    await award(a, 1, [prize('u0')]); // not closed yet
    assert.equal((await b.stock('p'))?.held, 0);
    await a.closeRound('p', 1, 1);
    const won = prize('u1');
    await Promise.all([award(a, 1, [won]), award(b, 1, [won])]);
    await award(b, 1, [prize('u0')]);
    assert.equal((await b.stock('p'))?.held, 1);
    const expiresAt = T0 + lifetimesMs.prize;
    assert.deepEqual(await b.ticket('p', 'u1', T0), { state: 'won', prize: { ...won, expiresAt } });
    assert.deepEqual(await b.ticket('p', 'u0', T0), { state: 'lost' });
    const drawn = { round: 1, seed: 'seed 1', winners: 1, digest: 'digest 1' };
    assert.deepEqual(await a.rounds('p'), [drawn, { round: 2, seed: 'seed 2' }]);
    assert.deepEqual(await a.winners(draw, 0), { entrants: [entrant('u1')] });
    assert.deepEqual(users(await b.entrants(draw, 0)), ['u0', 'u1']);
  });

  it('the result of a draw is kept, and shown without computing it again', async (t) => {
    const [a, b] = await open(t);
    await a.load(draft(5));
    const both = ['u0', 'u1'];
    for (const userId of both) await enter(a, userId);
    await a.closeRound('p', 1, 1);
    const computed = await computeDraw({ seed: 'seed 1', round: 1, winners: 1 }, both.map(entrant));
    const other = both.find((userId) => userId !== computed.winners[0]!.userId)!;
    await award(a, 1, [prize(other)]);
    const rounds = (await b.rounds('p'))!.slice(0, 1);
    let text = '';
    for await (const piece of published(b, 'p', rounds, ['', ''])) text += piece;
    const { entries, winners, entries_digest } = JSON.parse(text);
    assert.deepEqual([winners, entries_digest], [[`entry of ${other}`], 'digest 1']);
    assert.deepEqual(entries, ['entry of u0', 'entry of u1']);
  });

  it('prizes for which there are too few units are not awarded in part', async (t) => {
    const [a, b] = await open(t);
    await a.load(draft(2));
    const three = ['u0', 'u1', 'u2'];
    for (const userId of three) await enter(b, userId);
    await a.closeRound('p', 1, 2);
    const before = await b.stock('p');
    await assert.rejects(award(a, 1, three.map(prize)));
    assert.deepEqual(await b.stock('p'), before);
    for (const userId of three) assert.equal((await b.ticket('p', userId, T0))?.state, 'pending');
    assert.deepEqual(await b.winners(draw, 0), { entrants: [] });
    await award(b, 1, three.slice(1).map(prize));
    assert.deepEqual(users(await a.winners(draw, 0)), ['u1', 'u2']);
  });

  it('a further round is drawn among those who have not won', async (t) => {
    const [a, b] = await open(t);
    await a.load(draft(5));
    for (const userId of ['u0', 'u1', 'u2']) await enter(b, userId);
    await a.closeRound('p', 1, 1);
    await award(a, 1, [prize('u1')]);
    await b.closeRound('p', 2, 1);
    const second = { productId: 'p', round: 2, seed: 'seed 2' };
    assert.deepEqual(users(await b.entrants(second, 0)), ['u0', 'u2']);
    assert.deepEqual(users(await a.entrants(draw, 0)), ['u0', 'u1', 'u2']);
    await award(b, 2, [prize('u2')]);
    assert.equal((await a.ticket('p', 'u2', T0))?.state, 'won');
    assert.equal((await a.stock('p'))?.held, 2);
  });

  it('a prize is claimed within 10 minutes, and then stays claimed', async (t) => {
    const [a, b] = await open(t);
    const [won] = await drawn(a, ['u0']);
    const last = T0 + lifetimesMs.prize - 1;
    const claimed = { kind: 'claimed', orderId: won!.orderId, reservationId: won!.reservationId };
    assert.deepEqual(await b.claimPrize(won!.token, last), claimed);
    assert.deepEqual(await a.claimPrize(won!.token, last + 1), claimed);
    await sweep(a, last + 1);
    assert.deepEqual(await b.claimPrize(won!.token, last + 1), claimed);
    assert.equal((await b.ticket('p', 'u0', last + 1))?.state, 'claimed');
    assert.equal((await a.stock('p'))?.held, 1);
    assert.equal((await a.confirm(won!.reservationId, T0)).kind, 'confirmed');
  });

  it('the winner of a prize is known by its token', async (t) => {
    const [a, b] = await open(t);
    const [won, other] = await drawn(a, ['u0', 'u1']);
    assert.deepEqual(
      [await b.winnerOf(won!.token), await a.winnerOf(other!.token), await b.winnerOf('lot_0')],
      [won!.userId, other!.userId, undefined],
    );
  });

  it('an expired prize is refused before a sweep too, which returns its unit once', async (t) => {
    const [a, b] = await open(t);
    const [won, early, waived] = await drawn(a, ['u0', 'u1', 'u2']);
    // By their ids, without the tokens.
    await a.confirm(early!.reservationId, T0);
    await a.release(waived!.reservationId, T0);
    const late = T0 + lifetimesMs.prize;
    assert.equal((await b.claimPrize(won!.token, late)).kind, 'expired');
    assert.equal((await b.ticket('p', 'u0', late))?.state, 'expired');
    assert.equal((await a.stock('p'))?.held, 1);
    await Promise.all([sweep(a, late), sweep(b, late)]);
    const view = await a.stock('p');
    const counts = view && [view.available, view.held, view.confirmed, view.released];
    assert.deepEqual(counts, [4, 0, 1, 2]);
    assert.equal((await a.claimPrize(won!.token, late)).kind, 'expired');
    // Nor by a replica whose clock is behind: the unit may be somebody else's by now.
    assert.equal((await b.claimPrize(won!.token, late - 1)).kind, 'expired');
  });

  it('the ticket of an expired prize is the same before and after the sweep', async (t) => {
    const [a, b] = await open(t);
    await drawn(a, ['u0']);
    const late = T0 + lifetimesMs.prize;
    const before = await a.ticket('p', 'u0', late);
    await sweep(b, late);
    assert.deepEqual(await a.ticket('p', 'u0', late), before);
  });

  it('a reset begins a new lottery and forgets the prizes of the old one', async (t) => {
    const [a, b] = await open(t);
    const [won] = await drawn(a, ['u0']);
    await b.load(draft(2, { reset: true, seed: 'new seed' }));
    assert.equal((await a.claimPrize(won!.token, T0)).kind, 'unknown');
    assert.equal(await a.ticket('p', 'u0', T0), undefined);
    assert.deepEqual(await enter(a, 'u0'), {
      kind: 'entered',
      seed: 'new seed',
      salt: 'salt of u0',
    });
    await sweep(b, T0 + lifetimesMs.prize);
    assert.equal((await a.stock('p'))?.available, 2);
  });

  it('a prize of the old ledger sells nothing once the product is sold otherwise', async (t) => {
    const [a, b] = await open(t);
    const [won] = await drawn(a, ['u0']);
    await b.load(stock(2, { reset: true }));
    assert.notEqual((await a.claimPrize(won!.token, T0)).kind, 'claimed');
  });

  it('the publication of a draw breaks off when a reset comes between', async (t) => {
    const [a, b] = await open(t);
    await drawn(a, ['u0']);
    const pieces = published(a, 'p', (await a.rounds('p'))!, ['[', ']']);
    assert.equal((await pieces.next()).value, '[');
    assert.equal((await pieces.next()).done, false);
    await b.load(draft(2, { reset: true, seed: 'new seed' }));
    await assert.rejects(pieces.next(), { code: 'WRONG_ROUND' });
  });

  it('a draw that a reset overtook takes nothing from the new ledger', async (t) => {
    const [a, b] = await open(t);
    await a.load(draft(5));
    await enter(a, 'u0');
    await a.closeRound('p', 1, 1);
    await b.load(draft(5, { reset: true, seed: 'new seed' }));
    await enter(b, 'u1');
    await b.closeRound('p', 1, 1);
    await award(a, 1, [prize('u0')]);
    assert.equal((await b.stock('p'))?.available, 5);
    assert.equal((await b.ticket('p', 'u1', T0))?.state, 'pending');
  });

  const steps = ['closeRound', 'entrants', 'award', 'endRound'] as const;
  for (const step of steps) {
    it(`two draws of a round give each winner one prize, when one comes after ${step} of the other`, async (t) => {
      const [a, b] = await open(t);
      await a.load(draft(5));
      for (const userId of ['u0', 'u1', 'u2']) await enter(a, userId);
      const request = { productId: 'p', winners: 2, round: 1 };
      let other: Round | undefined;
      const slow = after(a, step, async () => void (other ??= await drawRound(b, request, T0)));
      assert.deepEqual(await drawRound(slow, request, T0), other);
      assert.equal((await b.stock('p'))?.held, 2);
      assert.equal((await b.winners({ ...draw }, 0))?.entrants.length, 2);
    });

    it(`a draw is refused when a reset comes after ${step}, and the new ledger is whole`, async (t) => {
      const [a, b] = await open(t);
      await a.load(draft(5));
      for (const userId of ['u0', 'u1', 'u2']) await enter(a, userId);
      const slow = after(a, step, async () => {
        await b.load(draft(5, { reset: true, seed: 'new seed' }));
        await enter(b, 'u0');
      });
      const drawing = drawRound(slow, { productId: 'p', winners: 2, round: 1 }, T0);
      await assert.rejects(drawing, { code: 'WRONG_ROUND' });
      assert.equal((await b.stock('p'))?.available, 5);
      assert.equal((await b.ticket('p', 'u0', T0))?.state, 'pending');
    });
  }

  it('confirms nobody out of the waiting room', async (t) => {
    const [a, b] = await open(t);
    await a.checkout(buy({ userId: 'u' }));
    assert.deepEqual(await b.load(draft(5)), { kind: 'loaded', promoted: [] });
    assert.deepEqual(await a.queuePosition('u', 'p', T0), waiting('p', 0, false));
  });

  it('entrants and winners are read in portions, in their order', async (t) => {
    const [a, b] = await open(t);
    await a.load(draft(500));
    const everybody = Array.from({ length: 450 }, (_, i) => `u${i}`);
    for (const userId of everybody) await enter(a, userId);
    await b.closeRound('p', 1, 450);
    const all = async (read: (from: number) => Promise<Portion | undefined>) => {
      const found: string[] = [];
      for (let from: number | undefined = 0; from !== undefined;) {
        const portion: Portion | undefined = await read(from);
        found.push(...users(portion)!);
        from = portion!.next;
      }
      return found;
    };
    assert.deepEqual(await all((from) => a.entrants(draw, from)), everybody);
    const drawn = everybody.toReversed();
    for (let from = 0; from < drawn.length; from += 200) {
      await award(b, 1, drawn.slice(from, from + 200).map(prize), from + 200 >= drawn.length);
    }
    assert.deepEqual(await all((from) => b.winners(draw, from)), drawn);
  });

  /** A lottery for 5 units that these users have won. */
  async function drawn(store: FlashSaleStore, users: string[]) {
    await store.load(draft(5));
    for (const userId of users) await enter(store, userId);
    await store.closeRound('p', 1, users.length);
    const prizes = users.map(prize);
    await award(store, 1, prizes);
    return prizes;
  }
}
