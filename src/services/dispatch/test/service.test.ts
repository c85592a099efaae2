/** The services as the host starts them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StartupError } from '#kit/base/startup-error.ts';
import type { Environment } from '#kit/host/env.ts';
import { post, startProcess } from '#kit/testing/process.ts';
import {
  eventually,
  missing,
  openService,
  servers,
  temporaryFolder,
  unique,
} from '#kit/testing/testing.ts';
import { readConfig } from '../config.ts';
import { here } from './fixtures.ts';
import { createDispatchB, dispatchA, dispatchB } from '../index.ts';

const common = { DATA_DIR: 'data' } as Parameters<typeof readConfig>[2];

describe('dispatch configuration', () => {
  it('offers stand for 30 s, orders end after 24 h and matching is greedy, by default', () => {
    const { acceptTimeoutMs, orderMs, optimal, store } = readConfig('dispatch-a', {}, common);
    assert.deepEqual([acceptTimeoutMs, orderMs, optimal], [30_000, 24 * 3_600_000, false]);
    assert.deepEqual(store, { kind: 'sqlite', file: 'data/dispatch-a.db' });
    const env = {
      DISPATCH_ACCEPT_TIMEOUT_MS: '1500',
      DISPATCH_ORDER_HOURS: '2',
      DISPATCH_MATCHING: 'optimal',
    };
    const changed = readConfig('dispatch-b', env, { ...common, STORE_ADDR: 'localhost:1' });
    assert.deepEqual(
      [changed.acceptTimeoutMs, changed.orderMs, changed.optimal],
      [1_500, 7_200_000, true],
    );
    assert.deepEqual(changed.store, { kind: 'redis', address: 'localhost:1', prefix: 'dispatch' });
  });

  it('a thousand batches are kept; geo may be anywhere', () => {
    const { keepBatches, hubList } = readConfig('dispatch-b', {}, common);
    assert.deepEqual([keepBatches, hubList], [1_000, undefined]);
    const lists = ['http://geo:8102', 'https://geo/api/', 'https://geo/api'].map((GEO_URL) =>
      String(readConfig('dispatch-b', { GEO_URL, DISPATCH_KEEP_BATCHES: '0' }, common).hubList),
    );
    assert.deepEqual(lists, [
      'http://geo:8102/admin/hubs',
      'https://geo/api/admin/hubs',
      'https://geo/api/admin/hubs',
    ]);
  });

  it('a wrong value is refused at start', () => {
    for (const env of [
      { DISPATCH_ACCEPT_TIMEOUT_MS: '0' },
      { DISPATCH_ACCEPT_TIMEOUT_MS: 'soon' },
      { DISPATCH_ORDER_HOURS: '0' },
      { DISPATCH_MATCHING: 'best' },
      { DISPATCH_PREFIX: '{x}' },
      { DISPATCH_KEEP_BATCHES: '-1' },
      { DISPATCH_KEEP_BATCHES: '100001' },
      { GEO_URL: 'localhost:8102' },
      { GEO_URL: 'ftp://geo' },
    ]) {
      assert.throws(() => readConfig('dispatch-a', env, common), StartupError);
    }
  });
});

const stores = [
  { name: 'SQLite', skip: false, env: (): Environment => ({ DATA_DIR: temporaryFolder() }) },
  {
    name: 'Redis',
    skip: missing('redis'),
    env: (): Environment => ({ STORE_ADDR: servers.redis, DISPATCH_PREFIX: unique('t') }),
  },
];

for (const { name, skip, env } of stores) {
  it(`both variants share a deployment on ${name}, and nothing else`, { skip }, async (t) => {
    const full = env();
    const hubs = async (id: string) => (id === 'from geo' ? here : undefined);
    const [a, b] = [
      await openService(t, dispatchA, full),
      await openService(t, createDispatchB({ hubs: () => hubs }), full),
    ];
    const send = (app: typeof a.app, payload: object) =>
      app.inject({ method: 'POST', url: '/dispatch/order', payload });
    const pickup = { pickup_lat: here.lat, pickup_lng: here.lng };
    const first = await send(a.app, { order_id: 'o1', ...pickup, priority: 1 });
    const second = await send(b.app, { order_id: 'o1', hub_id: 'from geo', priority: 'vip' });
    assert.deepEqual([first.statusCode, second.statusCode], [202, 200]);
    const shown = (await b.app.inject('/dispatch/orders/o1')).json().data;
    assert.deepEqual([shown.hub_id, shown.priority], ['from geo', 'vip']);
    await a.ready();
  });
}

it('without a hub source only the operator’s hubs are known', async (t) => {
  const { app } = await openService(t, dispatchB);
  const payload = { order_id: 'o1', hub_id: 'from geo', priority: 'vip' };
  const { statusCode } = await app.inject({ method: 'POST', url: '/dispatch/order', payload });
  assert.equal(statusCode, 404);
});

for (const { name, skip, env } of stores) {
  it(`the metrics tell the age of the oldest order that waits, on ${name}`, { skip }, async (t) => {
    const { addresses } = await startProcess(t, ['dispatch-a', 'dispatch-b'], env());
    const ages = async () => {
      const text = await (await fetch(`${addresses['console']}/metrics`)).text();
      const lines = text.matchAll(
        /^hawker_dispatch_oldest_waiting_seconds\{service="(.*)"\} (.*)$/gm,
      );
      return Object.fromEntries([...lines].map(([, service, age]) => [service, Number(age)]));
    };
    assert.deepEqual(await ages(), { 'dispatch-a': 0, 'dispatch-b': 0 });
    const order = { order_id: 'o1', pickup_lat: 1, pickup_lng: 1, priority: 1 };
    const send = (path: string, body: object) => post(addresses['dispatch-a']!, path, body);
    await send('/dispatch/order', order);
    await eventually(async () => (await ages())['dispatch-a']! > 0);
    assert.equal((await ages())['dispatch-b'], 0);
    await send('/dispatch/order/cancel', { order_id: 'o1' });
    await eventually(async () => (await ages())['dispatch-a'] === 0);
  });
}
