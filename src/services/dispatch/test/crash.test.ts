/** The real processes, killed under load: what they acknowledged is there afterwards. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { post, privateRedis, startProcess } from '#kit/testing/process.ts';
import { eventually, missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { here } from './fixtures.ts';

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

/** Undefined when the process is gone or going. */
async function tryPost(address: string, path: string, json: object) {
  const answer = await post(address, path, json).catch(() => undefined);
  return answer === undefined || answer.status >= 500 ? undefined : answer;
}

async function read(address: string, path: string) {
  const response = await fetch(`${address}/dispatch/${path}`);
  assert.equal(response.status, 200, path);
  // oxlint-disable-next-line typescript/no-explicit-any -- any JSON
  return (await response.json()) as any;
}

/** The offer that a driver has now; undefined without one, and when the process is gone. */
async function currentOffer(address: string, driver: string) {
  const response = await fetch(`${address}/dispatch/driver/${driver}/assignments`).catch(
    () => undefined,
  );
  const body = await response?.json().catch(() => undefined);
  return (body as { assignments?: { assignment_id: string; order_id: string }[] } | undefined)
    ?.assignments?.[0];
}

/** The open offer of a driver, once there is one. */
async function offerOf(address: string, driver: string) {
  const assignments = async () => (await read(address, `driver/${driver}/assignments`)).assignments;
  await eventually(async () => (await assignments()).length > 0);
  return (await assignments())[0];
}

describe('dispatch, killed under load', () => {
  for (const { name, skip, env } of stores) {
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      it(
        `keeps every acknowledged order, driver, answer, cancel and batch over ${signal}, on ${name}`,
        { skip },
        (t) => surviveEnd(t, env(), signal),
      );
    }
  }

  async function surviveEnd(t: TestContext, env: Environment, signal: NodeJS.Signals) {
    const first = await startProcess(t, ['dispatch-a'], env);
    const address = first.addresses['dispatch-a']!;
    const orders = new Map<string, string>();
    const accepted = new Map<string, string>();
    /** Orders that somebody asked to cancel, and what was answered. */
    const cancels = new Map<string, unknown>();
    const keptOrders = () => [...accepted].filter(([id]) => !cancels.has(id));
    const cancelled = () => [...cancels].filter(([, answer]) => answer !== undefined);
    // Each worker may still cancel one of those that count here as kept.
    const isEnough = () =>
      orders.size >= 150 && keptOrders().length >= 20 && cancelled().length >= 20;
    const workers = Array.from({ length: 8 }, async (_, worker) => {
      for (let n = 0; first.child.exitCode === null && first.child.signalCode === null; n++) {
        if (isEnough()) void first.end(signal);
        const id = `${worker}-${n}`;
        await tryPost(address, '/dispatch/driver/location', { driver_id: id, ...here });
        const made = await tryPost(address, '/dispatch/order', order(id));
        if (!made) continue;
        orders.set(id, made.body.batch_id);
        const offer = await currentOffer(address, id);
        if (!offer) continue;
        const { assignment_id, order_id } = offer;
        const answer = { driver_id: id, assignment_id };
        const taken = await tryPost(address, '/dispatch/driver/accept', answer);
        if (taken?.status === 200) accepted.set(order_id, id);
        // Its own order, in whatever state it is, or the one that its driver has just taken.
        for (const cancelled of n % 3 === 0 ? [id] : n % 3 === 1 ? [order_id] : []) {
          cancels.set(cancelled, undefined);
          const answer = await tryPost(address, '/dispatch/order/cancel', { order_id: cancelled });
          cancels.set(cancelled, answer?.body);
        }
      }
    });
    await Promise.all(workers);
    assert.equal(await first.end(signal), signal === 'SIGTERM' ? 0 : null);
    const kept = keptOrders();
    assert.ok(kept.length > 0);

    const second = await startProcess(t, ['dispatch-a'], env);
    const again = second.addresses['dispatch-a']!;
    await Promise.all(
      [...orders].map(async ([id, batch]) => {
        const repeated = await post(again, '/dispatch/order', order(id));
        assert.equal(repeated.body.batch_id, batch);
      }),
    );
    await Promise.all(
      kept.map(async ([id, driver]) => {
        const { status, assignment, batch_id } = await read(again, `orders/${id}`);
        assert.deepEqual([status, assignment.driver_id], ['accepted', driver]);
        assert.equal((await read(again, `drivers/${driver}`)).order_id, id);
        const batch = await read(again, `../admin/batches/${batch_id}`);
        const matched = batch.orders.find(({ order_id }: { order_id: string }) => order_id === id);
        assert.equal(matched.driver_id, driver, 'its batch was kept');
      }),
    );
    await Promise.all(
      cancelled().map(async ([id, answer]) => {
        const { status, assignment } = await read(again, `orders/${id}`);
        assert.equal(status, 'cancelled');
        const repeated = await post(again, '/dispatch/order/cancel', { order_id: id });
        assert.deepEqual(repeated.body, answer);
        const holder = assignment?.driver_id;
        if (holder !== undefined) {
          assert.notEqual(
            (await read(again, `drivers/${holder}`)).order_id,
            id,
            'its driver is free',
          );
        }
      }),
    );
    const { body } = await post(again, '/admin/replay', {});
    assert.deepEqual([body.total.differing, body.total.after], [0, body.total.before]);
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
        const shown = () => read(again, `orders/${order_id}`);
        await eventually(async () => (await shown()).assignment.driver_id !== 'd1');
        assert.ok((await shown()).attempts_total >= 1);
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
