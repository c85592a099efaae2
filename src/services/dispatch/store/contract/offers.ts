import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { OrderState } from '../../rules/rules.ts';
import type { Answer } from '../offers.ts';
import { variantA } from '../../rules/variant-a.ts';
import { variantB } from '../../rules/variant-b.ts';
import {
  drain,
  newOrder,
  north,
  offered,
  offerTo,
  report,
  stateOf,
  T0,
  type Open,
} from '../../test/fixtures.ts';
import { cellOf } from '../../matching/lat-lng.ts';

const d1 = { driverId: 'd1', assignmentId: 'o1/d1' };

export function offers(open: Open): void {
  it('is made to a driver who is idle, has reported within 60 s and is without another offer', async (t) => {
    const [a, b] = await open(t, variantA);
    await report(a, 'busy', T0);
    await report(a, 'silent', T0);
    await report(a, 'idle', T0 + 1);
    for (const id of ['o1', 'o2', 'o3']) await a.orders.submit(newOrder(id), T0);
    await offerTo(a, { o1: 'busy' }, T0);
    const now = T0 + 60_001;
    await b.offers.runTimers(T0 + 5_000);
    for (const id of ['o4', 'o5', 'o6']) await a.orders.submit(newOrder(id), now);
    const idle = await b.drivers.findIdle(newOrder('o').cell, now);
    assert.deepEqual(
      idle.map(({ driverId }) => driverId),
      ['idle'],
    );
    const pairs = { o2: 'busy', o3: 'silent', o4: 'idle', o5: 'idle', o6: 'nobody' };
    assert.equal(await offerTo(b, pairs, now), 1);
    assert.equal(await stateOf(a, 'o4'), 'offered');
    for (const id of ['o2', 'o3', 'o5', 'o6']) assert.equal(await stateOf(a, id), 'unmatched', id);
  });

  it('when two batches want one driver, one gets the driver', async (t) => {
    const [a, b] = await open(t, variantA);
    await report(a, 'd1', T0);
    const claims = [];
    for (const [store, name] of [
      [a, 'x'],
      [b, 'y'],
    ] as const) {
      for (let i = 0; i < 3; i++) await store.orders.submit(newOrder(`${name}${i}`), T0);
      claims.push({ store, name, batch: await store.orders.claimBatch(name, T0) });
    }
    const made = await Promise.all(
      claims.map(({ store, name, batch }) => {
        const proposal = { orderId: `${name}0`, driverId: 'd1', assignmentId: name, score: 1 };
        const tables = new Map(
          batch!.orders.map(({ orderId }) => [orderId, { total: 0, best: [] }]),
        );
        const { batchId } = batch!;
        return store.offers.make({ batchId, proposals: [proposal], tables, expiresAt: T0 + 1 }, T0);
      }),
    );
    assert.equal(made[0]! + made[1]!, 1);
    const winner = (await a.drivers.find('d1'))!.assignmentId;
    const loser = winner === 'x' ? 'y0' : 'x0';
    assert.equal(await stateOf(b, loser), 'unmatched');
    assert.equal(await stateOf(a, `${winner}0`), 'offered');
  });

  it('is accepted by its driver before its end, and the same again afterwards', async (t) => {
    const [a, b] = await open(t, variantB);
    await report(a, 'd1', T0);
    await a.orders.submit(newOrder('o1', { hubId: 'h', dispatchId: 'dsp' }), T0);
    await offerTo(a, { o1: 'd1' }, T0 + 5_000);
    const accepted = { kind: 'accepted', orderId: 'o1', hubId: 'h' };
    const outcomes = await Promise.all(
      [a, b, a].map((store) => store.offers.accept(d1, T0 + 34_999)),
    );
    assert.deepEqual(outcomes, [accepted, accepted, accepted]);
    assert.equal((await a.drivers.find('d1'))?.state, 'TO_HUB');
    await drain(() => b.offers.runTimers(T0 + 1e6));
    assert.equal(await stateOf(b, 'o1'), 'accepted');
    assert.deepEqual(await b.offers.accept(d1, T0 + 1e6), accepted);
  });

  it('cannot be accepted from its end on, nor rejected, even before anybody has looked', async (t) => {
    const [a, b] = await open(t, variantA);
    const at = await offered(a, 'o1', 'd1');
    for (const look of [false, true]) {
      if (look) await drain(() => b.offers.runTimers(at + 30_000));
      assert.deepEqual(await a.offers.accept(d1, at + 30_000), { kind: 'expired' });
      assert.deepEqual(await b.offers.reject(d1, at + 30_000), { kind: 'expired' });
    }
    assert.equal((await a.drivers.find('d1'))?.state, 'idle');
    assert.equal((await a.offers.find('o1/d1'))?.state, 'expired');
    assert.deepEqual((await a.orders.find('o1'))?.dueAt, at + 32_000);
  });

  it('belongs to one driver: others and unknown ones are refused', async (t) => {
    const [a] = await open(t, variantA);
    const at = await offered(a, 'o1', 'd1');
    await report(a, 'd2', at);
    for (const step of ['accept', 'reject'] as const) {
      const answer = (given: Answer, now: number) => a.offers[step](given, now);
      const other = await answer({ driverId: 'd2', assignmentId: 'o1/d1' }, at);
      assert.deepEqual(other, { kind: 'unknown-assignment' });
      const none = await answer({ driverId: 'd1', assignmentId: 'none' }, at);
      assert.deepEqual(none, { kind: 'unknown-assignment' });
      const nobody = await answer({ driverId: 'nobody', assignmentId: 'o1/d1' }, at);
      assert.deepEqual(nobody, { kind: 'unknown-driver' });
    }
    assert.equal(await stateOf(a, 'o1'), 'offered');
  });

  it('is rejected once; repeating it answers the same', async (t) => {
    const [a, b] = await open(t, variantA);
    const at = await offered(a, 'o1', 'd1');
    const rejected = { kind: 'rejected', delayMs: 2_000, order: 'reassigning' };
    const outcomes = await Promise.all([a, b].map((store) => store.offers.reject(d1, at + 1)));
    assert.deepEqual(outcomes, [rejected, rejected]);
    assert.deepEqual(await b.offers.reject(d1, at + 1e6), rejected);
    assert.deepEqual(await b.offers.accept(d1, at + 2), { kind: 'already-rejected' });
    assert.equal((await a.orders.find('o1'))?.attemptsTotal, 1);
  });

  it('accept and reject at once: one of them happens', async (t) => {
    const [a, b] = await open(t, variantB);
    for (let i = 0; i < 10; i++) {
      const order = `o${i}`;
      const at = await offered(a, order, `d${i}`, T0 + i * 1e6);
      const answer = { driverId: `d${i}`, assignmentId: `${order}/d${i}` };
      const [yes, no] = await Promise.all([
        a.offers.accept(answer, at),
        b.offers.reject(answer, at),
      ]);
      const accepted = yes.kind === 'accepted';
      assert.equal(no.kind, accepted ? 'too-late' : 'rejected');
      assert.equal(await stateOf(a, order), accepted ? 'accepted' : 'reassigning');
    }
  });

  it('A: an accepted order can be given back until the driver has arrived', async (t) => {
    const [a, b] = await open(t, variantA);
    const at = await offered(a, 'o1', 'd1');
    await a.offers.accept(d1, at);
    const rejected = { kind: 'rejected', delayMs: 2_000, order: 'reassigning' };
    assert.deepEqual(await b.offers.reject(d1, at + 1e6), rejected);
    assert.equal((await a.drivers.find('d1'))?.state, 'idle');

    const again = await offered(a, 'o2', 'd2', T0 + 1e7);
    await a.offers.accept({ driverId: 'd2', assignmentId: 'o2/d2' }, again);
    await a.drivers.move(
      { driverId: 'd2', from: ['accepted'], to: 'arrived', order: 'arrived' },
      again,
    );
    const late = await b.offers.reject({ driverId: 'd2', assignmentId: 'o2/d2' }, again);
    assert.deepEqual(late, { kind: 'too-late', state: 'arrived' });
  });

  const rounds = [
    { rules: variantA, delays: [2_000, 4_000, 8_000, 16_000, 30_000], last: 'manual_assignment' },
    { rules: variantB, delays: [1_000, 2_000, 4_000], last: 'unmatched' },
  ] as const;
  for (const { rules, delays, last } of rounds) {
    it(`${rules.name}: delays ${delays.join(', ')} ms, then ${last}; silence counts as rejection`, async (t) => {
      const [a, b] = await open(t, rules);
      await a.orders.submit(newOrder('o1'), T0);
      let now = T0 + 5_000;
      for (const [n, delay] of [...delays, 0].entries()) {
        await report(b, `d${n}`, now);
        await drain(() => b.offers.runTimers(now));
        assert.equal(await offerTo(b, { o1: `d${n}` }, now), 1);
        const silent = n % 2 === 1;
        const answer = { driverId: `d${n}`, assignmentId: `o1/d${n}` };
        if (silent) await drain(() => b.offers.runTimers((now += 30_000)));
        const outcome = silent ? undefined : await a.offers.reject(answer, now);
        const order: OrderState = n < delays.length ? 'reassigning' : last;
        if (outcome) assert.deepEqual(outcome, { kind: 'rejected', delayMs: delay, order });
        const shown = (await a.orders.find('o1'))!;
        assert.equal(shown.state, order);
        assert.equal(shown.dueAt, n < delays.length ? now + delay : null);
        assert.equal(shown.attemptsTotal, n + 1);
        now += delay;
      }
      const { attempts, round } = (await b.orders.find('o1'))!;
      assert.deepEqual([attempts, round], last === 'unmatched' ? [0, 2] : [6, 1]);
      if (last !== 'unmatched') return;
      assert.equal(await b.orders.claimBatch('x', now + 4_999), undefined);
      // A driver who refused it is remembered in the next round, too.
      const batch = await b.orders.claimBatch('x', now + 5_000);
      assert.deepEqual(batch?.orders[0]?.rejectedBy, ['d0', 'd1', 'd2', 'd3']);
    });

    it(`${rules.name}: remembers who refused or missed an order, each once, longest ago first`, async (t) => {
      const [a, b] = await open(t, rules);
      await a.orders.submit(newOrder('o1'), T0);
      let now = T0 + 5_000;
      const expected: string[] = [];
      for (const [n, driverId] of ['d1', 'd+', 'd1', 'd'].entries()) {
        await report(b, driverId, now);
        await drain(() => b.offers.runTimers(now));
        const batch = await b.orders.claimBatch(`batch ${n}`, now);
        const { batchId, orders } = batch!;
        assert.deepEqual(orders[0]?.rejectedBy, expected);
        const assignmentId = `offer ${n}`;
        const proposals = [{ orderId: 'o1', driverId, assignmentId, score: 1 }];
        const tables = new Map([['o1', { total: 0, best: [] }]]);
        await a.offers.make({ batchId, proposals, tables, expiresAt: now + 1_000 }, now);
        if (n === 1) await drain(() => b.offers.runTimers((now += 1_000)));
        else await b.offers.reject({ driverId, assignmentId }, now);
        if (expected.includes(driverId)) expected.splice(expected.indexOf(driverId), 1);
        expected.push(driverId);
        now += 20_000;
      }
      await drain(() => b.offers.runTimers(now));
      const batch = await a.orders.claimBatch('last', now);
      assert.deepEqual(batch?.orders[0]?.rejectedBy, ['d+', 'd1', 'd']);
    });
  }

  it('a driver moves only from the given states, and takes the order along', async (t) => {
    const [a, b] = await open(t, variantA);
    const at = await offered(a, 'o1', 'd1');
    await a.offers.accept(d1, at);
    const to = (from: string, to: string, order?: OrderState) =>
      b.drivers.move({ driverId: 'd1', from: [from], to, order }, at);
    assert.deepEqual(await to('arrived', 'picking', 'picking'), {
      kind: 'not-from',
      state: 'accepted',
      assignmentId: 'o1/d1',
    });
    assert.deepEqual(await to('accepted', 'arrived', 'arrived'), { kind: 'moved' });
    assert.deepEqual(await to('accepted', 'arrived', 'arrived'), { kind: 'already' });
    assert.equal(await stateOf(a, 'o1'), 'arrived');
    // Accepted once more, the order does not go back.
    assert.equal((await b.offers.accept(d1, at)).kind, 'accepted');
    assert.equal(await stateOf(a, 'o1'), 'arrived');
    await to('arrived', 'delivering', 'delivering');
    await to('delivering', 'completed', 'delivered');
    assert.equal(await stateOf(a, 'o1'), 'delivered');
    assert.equal((await a.offers.find('o1/d1'))?.state, 'delivered');
    assert.equal((await a.drivers.find('d1'))?.assignmentId, null);
    assert.deepEqual(
      await b.drivers.move({ driverId: 'x', from: [], to: 'idle', order: undefined }, at),
      {
        kind: 'unknown',
      },
    );
  });

  it('a busy driver who reports stays busy, and is found at the new location once idle', async (t) => {
    const [a, b] = await open(t, variantA);
    const at = await offered(a, 'o1', 'd1');
    const far = north(100);
    await report(b, 'd1', at, far);
    assert.equal((await a.drivers.find('d1'))?.state, 'assigned');
    assert.deepEqual(await a.drivers.findIdle(cellOf(far), at), []);
    await a.offers.reject(d1, at);
    assert.equal((await b.drivers.findIdle(cellOf(far), at))[0]?.lat, far.lat);
    assert.deepEqual(await b.drivers.findIdle(newOrder('o').cell, at), []);
  });

  it('keeps speed and capacity until they are reported again', async (t) => {
    const [a, b] = await open(t, variantB);
    const place = { driverId: 'd1', lat: 1, lng: 2, cell: cellOf({ lat: 1, lng: 2 }) };
    const speeds = [];
    for (const speedKmh of [null, 42.5, null]) {
      await a.drivers.report({ ...place, speedKmh, maxOrders: speedKmh && 3 }, T0);
      const { speedKmh: kept, maxOrders } = (await b.drivers.find('d1'))!;
      speeds.push([kept, maxOrders]);
    }
    assert.deepEqual(speeds, [
      [30, 1],
      [42.5, 3],
      [42.5, 3],
    ]);
  });

  it('B: a report ends OFFLINE', async (t) => {
    const [a, b] = await open(t, variantB);
    await report(a, 'd1', T0);
    await a.drivers.move({ driverId: 'd1', from: ['IDLE'], to: 'OFFLINE', order: undefined }, T0);
    assert.deepEqual(await b.drivers.findIdle(newOrder('o').cell, T0), []);
    await report(b, 'd1', T0 + 1);
    assert.equal((await a.drivers.find('d1'))?.state, 'IDLE');
    assert.equal((await b.drivers.findIdle(newOrder('o').cell, T0)).length, 1);
  });
}
