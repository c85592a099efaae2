/** Wrong input of clients: every field, missing, of a wrong type, too long, out of range. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { here, stores } from './fixtures.ts';
import { assertProblem, get, openReplicas, post } from './http.ts';
import { variantA } from '../rules/variant-a.ts';
import { variantB } from '../rules/variant-b.ts';

const { open } = stores[0]!;
const badIds = [undefined, null, 7, '', 'x'.repeat(129), 'a\0b', 'a\nb', '\ud800', {}, []];
const badLats = [undefined, null, '12.9', '', -90.001, 90.001, 1e308, true, []];
const badLngs = [undefined, null, '12.9', '', -180.001, 180.001, 1e308, true, []];
const order = { order_id: 'o', pickup_lat: 12, pickup_lng: 77, priority: 5 };
const badNotes = [7, 'x'.repeat(501), 'a\0b', {}];
/** The members that both variants take with an order; undefined leaves half of a place. */
const goal = { dropoff_lat: 12.5, dropoff_lng: 77.5, note: 'x'.repeat(500) };
const badGoals = { dropoff_lat: badLats, dropoff_lng: badLngs, note: badNotes };
const answer = { driver_id: 'd', assignment_id: 'a' };
const badReasons = [7, 'x'.repeat(257), 'a\0b'];

interface Case {
  readonly rules: typeof variantA;
  readonly path: string;
  readonly good: object;
  readonly bad: Record<string, unknown[]>;
}

const cases: Case[] = [
  {
    rules: variantA,
    path: '/dispatch/order',
    good: order,
    bad: {
      order_id: badIds,
      pickup_lat: badLats,
      pickup_lng: badLngs,
      priority: [undefined, null, '5', -1, 11, 0.5, 1e99],
    },
  },
  ...[variantA, variantB].flatMap((rules): Case[] => [
    {
      rules,
      path: '/dispatch/order',
      good: {
        ...(rules.enveloped ? { order_id: 'o', hub_id: 'h', priority: 'vip' } : order),
        ...goal,
      },
      bad: badGoals,
    },
    {
      rules,
      path: '/dispatch/order/cancel',
      good: { order_id: 'o', reason: 'late' },
      bad: { order_id: badIds, reason: badReasons },
    },
    {
      rules,
      path: '/admin/replay',
      good: { from: 0, to: 1.7e12, weights: { eta: 0, wait: 0.5 }, matching: 'optimal' },
      bad: {
        from: ['0', 0.5, {}],
        to: ['0', 0.5],
        weights: [1, []],
        'weights.eta': ['1', -0.1, 101],
        matching: ['best', 1],
      },
    },
  ]),
  {
    rules: variantB,
    path: '/dispatch/order',
    good: { order_id: 'o', hub_id: 'h', priority: 'vip' },
    bad: { order_id: badIds, hub_id: badIds, priority: [undefined, null, 1, 'VIP', 'urgent', ''] },
  },
  {
    rules: variantA,
    path: '/dispatch/driver/location',
    good: { driver_id: 'd', ...here },
    bad: {
      driver_id: badIds,
      lat: badLats,
      lng: badLngs,
      speed_kmh: ['30', -1, 301, 1e308],
      max_orders: ['1', 0, -1, 1.5, 101],
    },
  },
  {
    rules: variantA,
    path: '/dispatch/driver/status',
    good: { driver_id: 'd', status: 'idle' },
    bad: { driver_id: badIds, status: [undefined, null, 7, '', 'IDLE', 'asleep'] },
  },
  {
    rules: variantB,
    path: '/dispatch/driver/status',
    good: { driver_id: 'd', status: 'IDLE' },
    bad: { status: [undefined, 'idle', 'ARRIVED'] },
  },
  ...['accept', 'reject'].map((path) => ({
    rules: variantA,
    path: `/dispatch/driver/${path}`,
    good: answer,
    bad: {
      driver_id: badIds,
      assignment_id: badIds,
      ...(path === 'reject' && { reason: badReasons }),
    },
  })),
  ...['accept', 'reject'].map((path) => ({
    rules: variantB,
    path: `/dispatch/driver/${path}`,
    good: { driver_id: 'd', dispatch_id: 'x' },
    bad: {
      driver_id: badIds,
      dispatch_id: badIds,
      ...(path === 'reject' && { reason: badReasons }),
    },
  })),
  {
    rules: variantB,
    path: '/admin/hubs',
    good: { hub_id: 'h', ...here },
    bad: { hub_id: badIds, lat: badLats, lng: badLngs },
  },
  {
    rules: variantA,
    path: '/admin/manual-queue/assign',
    good: { order_id: 'o', driver_id: 'd' },
    bad: { order_id: badIds, driver_id: badIds },
  },
];

describe('dispatch refuses with 400 and names the field', () => {
  for (const { rules, path, good, bad } of cases) {
    it(`${rules.name} POST ${path}`, async (t) => {
      const [a] = await openReplicas(t, rules, open);
      for (const [field, values] of Object.entries(bad)) {
        for (const value of values) {
          const [outer, inner] = field.split('.') as [string, string?];
          const given = inner === undefined ? value : { [inner]: value };
          const refused = await post(a, path, { ...good, [outer]: given });
          assertProblem(refused, 400, 'VALIDATION_FAILED');
          assert.equal(refused.body.errors[0].path, field, JSON.stringify(value));
        }
      }
      const accepted = await post(a, path, { ...good, unknown: [1] });
      assert.notEqual(accepted.status, 400);
    });
  }

  it('malformed JSON, another content type, a body over 1 MiB', async (t) => {
    const [a] = await openReplicas(t, variantA, open);
    const send = async (payload: string, type: string) => {
      const headers = { 'content-type': type };
      const response = await a.app.inject({
        method: 'POST',
        url: '/dispatch/order',
        payload,
        headers,
      });
      return response.statusCode;
    };
    assert.equal(await send('{"order_id":', 'application/json'), 400);
    assert.equal(await send('', 'application/json'), 400);
    assert.equal(await send('[]', 'application/json'), 400);
    assert.equal(await send('order_id=o', 'application/x-www-form-urlencoded'), 415);
    const long = JSON.stringify({ ...order, note: 'x'.repeat(1024 * 1024) });
    assert.equal(await send(long, 'application/json'), 413);
  });

  it('the lists’ queries, and cursors that are none', async (t) => {
    const [a] = await openReplicas(t, variantA, open);
    for (const path of ['orders', 'drivers', 'batches']) {
      const bad = {
        limit: ['0', '1001', 'x', '1.5', ''],
        cursor: ['', '%00', 'a', '=', 'x'.repeat(1_025)],
      };
      const status = { status: ['', 'asleep', 'IDLE', 'pooled'] };
      const wrong = path === 'batches' ? bad : { ...bad, ...status };
      for (const [field, values] of Object.entries(wrong)) {
        for (const value of values) {
          const refused = await get(a, `/admin/${path}?${field}=${value}`);
          assertProblem(refused, 400, 'VALIDATION_FAILED');
          assert.equal(refused.body.errors[0].path, field, `${path} ${value}`);
        }
      }
      assert.equal((await get(a, `/admin/${path}?limit=1000&unknown=1`)).status, 200);
    }
    const noNumber = Buffer.from('x').toString('base64url');
    assertProblem(await get(a, `/admin/batches?cursor=${noNumber}`), 400, 'VALIDATION_FAILED');
  });

  it('ids in paths and queries', async (t) => {
    const [a] = await openReplicas(t, variantA, open);
    for (const path of [
      `/dispatch/orders/${'x'.repeat(129)}`,
      '/dispatch/drivers/a%00b',
      '/dispatch/driver/a%0ab/assignments',
      '/dispatch/events',
      '/dispatch/events?driver_id=',
      '/dispatch/events?driver_id=a&driver_id=b',
    ]) {
      assert.equal((await get(a, path)).status, 400, path);
    }
    const id = 'ünï 点/?#';
    assert.equal((await post(a, '/dispatch/order', { ...order, order_id: id })).status, 202);
    const found = await get(a, `/dispatch/orders/${encodeURIComponent(id)}`);
    assert.equal(found.body.order_id, id);
  });

  it('places at the edges of the globe are places', async (t) => {
    const [a] = await openReplicas(t, variantA, open);
    const edges = [
      [0, 0],
      [90, 180],
      [-90, -180],
    ] as const;
    for (const [i, [pickup_lat, pickup_lng]] of edges.entries()) {
      const driver = { driver_id: `d${i}`, lat: pickup_lat, lng: pickup_lng };
      assert.equal((await post(a, '/dispatch/driver/location', driver)).status, 200);
      const body = { ...order, order_id: `o${i}`, pickup_lat, pickup_lng };
      assert.equal((await post(a, '/dispatch/order', body)).status, 202);
    }
    await a.pass(0);
    for (const i of edges.keys()) {
      assert.equal((await get(a, `/dispatch/orders/o${i}`)).body.assignment.driver_id, `d${i}`);
    }
  });
});
