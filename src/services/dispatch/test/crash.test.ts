/** The real processes, killed under load: everything that they acknowledged is there afterwards. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { post, privateRedis, startProcess } from '#kit/testing/process.ts';
import { eventually, missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { surviveEnd } from '#kit/testing/workload/killed.ts';
import { here } from './fixtures.ts';
import { dispatchAWorkload } from './workload.ts';

const stores = [
  { name: 'SQLite', skip: false, env: (): Environment => ({ DATA_DIR: temporaryFolder() }) },
  {
    name: 'Redis',
    skip: missing('redis'),
    env: (): Environment => ({ STORE_ADDR: servers.redis, DISPATCH_PREFIX: unique('crash') }),
  },
];

const order = (order_id: string) => ({
  order_id,
  pickup_lat: here.lat,
  pickup_lng: here.lng,
  priority: 5,
});

async function read(address: string, path: string) {
  const response = await fetch(`${address}/dispatch/${path}`);
  assert.equal(response.status, 200, path);
  // oxlint-disable-next-line typescript/no-explicit-any -- any JSON
  return (await response.json()) as any;
}

/** The open offer of a driver, once there is one. */
async function offerOf(address: string, driver: string) {
  let offer: { readonly order_id: string } | undefined;
  await eventually(async () => {
    [offer] = (await read(address, `driver/${driver}/assignments`)).assignments;
    return offer !== undefined;
  });
  return offer!;
}

describe('dispatch, killed under load', () => {
  for (const { name, skip, env } of stores) {
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      it(
        `keeps every acknowledged order, driver, answer, cancel and batch over ${signal}, on ${name}`,
        { skip },
        async (t) => {
          await surviveEnd(t, dispatchAWorkload(), env(), { clients: 8, acts: 250, signal });
        },
      );
    }
  }

  for (const { name, skip, env } of stores) {
    it(
      `timers run on after kill -9: the offer ends, the next driver gets the order, on ${name}`,
      { skip },
      async (t) => {
        const full = { ...env(), DISPATCH_ACCEPT_TIMEOUT_MS: '1000' };
        const first = await startProcess(t, ['dispatch-a'], full);
        const address = first.addresses['dispatch-a']!;
        await post(address, '/dispatch/driver/location', { driver_id: 'd1', ...here });
        for (const id of ['o1', 'o2', 'o3']) await post(address, '/dispatch/order', order(id));
        const { order_id } = await offerOf(address, 'd1');
        await first.end('SIGKILL');
        const second = await startProcess(t, ['dispatch-a'], full);
        const again = second.addresses['dispatch-a']!;
        for (const driver of ['d2', 'd3', 'd4']) {
          await post(again, '/dispatch/driver/location', { driver_id: driver, ...here });
        }
        await eventually(async () => {
          const { assignment, attempts_total } = await read(again, `orders/${order_id}`);
          return assignment.driver_id !== 'd1' && attempts_total >= 1;
        });
      },
    );
  }

  it(
    'answers 503 while Redis is away, and goes on when it is back',
    { skip: missing('redis') },
    async (t) => {
      const redis = await privateRedis(t);
      const env = { STORE_ADDR: `127.0.0.1:${redis.port}` };
      const { addresses } = await startProcess(t, ['dispatch-a'], env);
      const address = addresses['dispatch-a']!;
      await post(address, '/dispatch/driver/location', { driver_id: 'd1', ...here });
      await post(address, '/dispatch/order', order('o1'));
      await redis.kill();
      const refused = await post(address, '/dispatch/order', order('o2'));
      assert.deepEqual([refused.status, refused.body.code], [503, 'STORE_UNAVAILABLE']);
      await redis.start();
      await eventually(async () => (await fetch(`${addresses['console']}/readyz`)).ok);
      for (const id of ['o2', 'o3']) await post(address, '/dispatch/order', order(id));
      assert.ok((await offerOf(address, 'd1')).order_id);
    },
  );
});
