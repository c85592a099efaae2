/** Places and sales as those who follow them see them: over real sockets, on two replicas. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createSecretKey } from 'node:crypto';
import { openQuotas } from '#kit/host/quotas.ts';
import { Metrics } from '#kit/observe/metrics.ts';
import {
  createTestApp,
  EventReader,
  eventually,
  fakeClock,
  missing,
  servers,
  temporaryFolder,
  unique,
  type FakeClock,
} from '#kit/testing/testing.ts';
import { authSecret, bearer, tokenOf } from '#kit/testing/tokens.ts';
import { EventStreams } from '#kit/web/event-streams.ts';
import { mount } from '#kit/host/listener.ts';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { Identity } from '#kit/web/identity/identity.ts';
import { secretKey } from '#kit/web/identity/keys.ts';
import type { TokenRules } from '#kit/web/identity/tokens.ts';
import { quotas } from '../config.ts';
import { Followers } from '../follow.ts';
import { routes } from '../routes/routes.ts';
import { buy, log, reserve, stock as load } from '../store/contract/fixtures.ts';
import { openRedisStore } from '../store/redis/redis-flash-sale-store.ts';
import { openDatabase, sqliteStore } from '../store/sqlite/sqlite-flash-sale-store.ts';
import type { FlashSaleStore } from '../store/flash-sale-store.ts';
import { assertProblem } from './fixtures.ts';

interface Replica {
  readonly app: App;
  readonly store: FlashSaleStore;
  readonly streams: EventStreams<string>;
  readonly followers: Followers;
}

/** Reads a stream event by event; `undefined` once it has ended. */
class Reader extends EventReader {
  async event(): Promise<{ event: string; data: Record<string, unknown> } | undefined> {
    for (;;) {
      const block = await this.block();
      if (block === undefined) return undefined;
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      if (event !== undefined) return { event, data: JSON.parse(data!) };
    }
  }

  /** The data of the next event. */
  async next() {
    return (await this.event())?.data;
  }
}

async function follow(t: TestContext, { app }: Replica, query: string): Promise<Reader> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const asked = request({ host: '127.0.0.1', port, path: `/flash-sale/events?${query}` });
  t.after(() => asked.destroy());
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const reader = new Reader(response);
  assert.equal(await reader.block(), ': open');
  return reader;
}

const stores = [
  {
    name: 'SQLite',
    skip: false as const,
    open: async () => {
      const file = join(temporaryFolder(), 'flash-sale.db');
      const store = sqliteStore(openDatabase({ file }));
      return [store, store];
    },
  },
  {
    name: 'Redis',
    skip: missing('redis'),
    open: () => {
      const prefix = unique('t');
      const open = () => openRedisStore(servers.redis, prefix, log);
      return Promise.all([open(), open()]);
    },
  },
];

for (const { name, skip, open } of stores) {
  describe(`following on ${name}`, { skip }, () => {
    it('begins with the present state: waiting, promoted, or not queued', async (t) => {
      const { a, b, now } = await openReplicas(t, open);
      await a.store.load(load(1, { rules: { holdMs: 60_000 } }));
      const id = await reserve(a.store, { now: now() });
      for (const userId of ['u0', 'u1']) await a.store.checkout(buy({ userId, now: now() }));
      await a.store.release(id, now());
      const place = await a.store.queuePosition('u0', 'p', now());
      assert.ok(place.kind === 'promoted');
      const promoted = { order_id: place.orderId, reservation_id: place.reservationId };
      const first = async (user: string) => {
        const reader = await follow(t, b, `product_id=p&user_id=${user}`);
        assert.equal(reader.response.headers['content-type'], 'text/event-stream');
        return reader.event();
      };
      const expires_at = now() + 60_000;
      const data = { status: 'promoted', ...promoted, expires_at };
      assert.deepEqual(await first('u0'), { event: 'queue', data });
      const waits = { status: 'waiting', position: 0, estimated_wait_s: 5, reachable: true };
      assert.deepEqual(await first('u1'), { event: 'queue', data: waits });
      assert.deepEqual(await first('u2'), { event: 'queue', data: { status: 'not_queued' } });
    });

    it('a promotion is told at once, on every replica', async (t) => {
      const { a, b, now } = await openReplicas(t, open);
      await a.store.load(load(1));
      const id = await reserve(a.store, { now: now() });
      await a.store.checkout(buy({ userId: 'u', now: now() }));
      const readers = [
        await follow(t, a, 'product_id=p&user_id=u'),
        await follow(t, b, 'product_id=p&user_id=u'),
      ];
      for (const reader of readers) assert.equal((await reader.next())?.['status'], 'waiting');
      // Nobody looks, and no time passes.
      await b.store.release(id, now());
      for (const reader of readers) assert.equal((await reader.next())?.['status'], 'promoted');
    });

    it('each of hundreds is told of the promotion, whichever slice it was in', async (t) => {
      const { a, b, now } = await openReplicas(t, open);
      const users = Array.from({ length: 450 }, (_, i) => `u${i}`);
      for (const userId of users) await a.store.checkout(buy({ userId, now: now() }));
      const readers = [
        await follow(t, b, 'product_id=p&user_id=u0'),
        await follow(t, b, 'product_id=p&user_id=u449'),
      ];
      for (const reader of readers) await reader.next();
      await a.store.load(load(450));
      for (const reader of readers) assert.equal((await reader.next())?.['status'], 'promoted');
    });

    it('tells a user at once who leaves, or whose hold lapses', async (t) => {
      const { a, b, clock, now } = await openReplicas(t, open);
      for (const userId of ['u0', 'u1']) await a.store.checkout(buy({ userId, now: now() }));
      await a.store.load(load(1, { rules: { holdMs: 60_000 } }));
      const [first, second] = [
        await follow(t, b, 'product_id=p&user_id=u0'),
        await follow(t, b, 'product_id=p&user_id=u1'),
      ];
      assert.equal((await first.next())?.['status'], 'promoted');
      assert.equal((await second.next())?.['status'], 'waiting');
      await a.store.leave('u1', 'p', now());
      assert.deepEqual(await second.next(), { status: 'not_queued' });
      clock.advance(60_000);
      while ((await a.store.sweep(now())).isMoreLeft);
      assert.deepEqual(await first.next(), { status: 'not_queued' });
    });

    it('a position is told when it moves, at most once a second', async (t) => {
      const { a, b, clock, now } = await openReplicas(t, open);
      await a.store.load(load(0));
      const users = ['u0', 'u1', 'u2', 'u3'];
      for (const userId of users) await a.store.checkout(buy({ userId, now: now() }));
      const reader = await follow(t, b, 'product_id=p&user_id=u3');
      assert.equal((await reader.next())?.['position'], 3);
      for (const user of ['u0', 'u1']) {
        await a.store.leave(user, 'p', now());
        clock.advance(499);
        await b.followers.look();
      }
      clock.advance(2);
      await b.followers.look();
      assert.equal((await reader.next())?.['position'], 1);
      await a.store.leave('u2', 'p', now());
      clock.advance(1_000);
      let told: Record<string, unknown> | undefined;
      void reader.next().then((event) => (told = event));
      // The look before may have taken the word of the change, and read what was before it.
      await eventually(async () => {
        await b.followers.look();
        return told;
      });
      assert.equal(told?.['position'], 0);
    });

    it('odds that change by a confirmation are told', async (t) => {
      const { a, b, clock, now } = await openReplicas(t, open);
      await a.store.load(load(1));
      const id = await reserve(a.store, { now: now() });
      await a.store.checkout(buy({ userId: 'u', now: now() }));
      const reader = await follow(t, b, 'product_id=p&user_id=u');
      assert.equal((await reader.next())?.['reachable'], true);
      await a.store.confirm(id, now());
      clock.advance(1_000);
      await b.followers.look();
      assert.equal((await reader.next())?.['reachable'], false);
    });

    it('a sale: its state by the clock and by the operator, available units, waiting users', async (t) => {
      const { a, b, clock, now } = await openReplicas(t, open);
      const [startsAt, endsAt] = [now() + 100, now() + 9_000];
      await a.store.load(load(1, { rules: { startsAt, endsAt } }));
      const reader = await follow(t, b, 'product_id=p');
      const sale = { product_id: 'p', state: 'scheduled', available: 1, waiting: 0 };
      assert.deepEqual(await reader.event(), { event: 'sale', data: sale });
      const expectNext = async (change: object) => {
        await b.followers.look();
        assert.deepEqual(await reader.next(), Object.assign(sale, change));
      };
      clock.advance(100);
      await expectNext({ state: 'open' });
      await a.store.setMode('p', 'paused', now());
      await expectNext({ state: 'paused' });
      await a.store.setMode('p', 'open', now());
      await expectNext({ state: 'open' });
      await a.store.checkout(buy({ now: now() }));
      await a.store.checkout(buy({ now: now() }));
      clock.advance(1_000);
      await expectNext({ available: 0, waiting: 1 });
      clock.advance(9_000);
      await expectNext({ state: 'over' });
      await a.store.setMode('p', 'closed', now());
      await expectNext({ state: 'closed', waiting: 0 });
    });

    it('a close tells all who wait that they do not', async (t) => {
      const { a, b, now } = await openReplicas(t, open);
      await a.store.load(load(0));
      await a.store.checkout(buy({ userId: 'u', now: now() }));
      const reader = await follow(t, b, 'product_id=p&user_id=u');
      await reader.next();
      await a.store.setMode('p', 'closed', now());
      await b.followers.look();
      assert.deepEqual(await reader.next(), { status: 'not_queued' });
    });

    it('a product that was never loaded is one without stock', async (t) => {
      const { a, b, clock, now } = await openReplicas(t, open);
      const reader = await follow(t, b, 'product_id=p');
      const sale = { product_id: 'p', state: 'open', available: 0, waiting: 0 };
      assert.deepEqual(await reader.next(), sale);
      await a.store.checkout(buy({ now: now() }));
      clock.advance(1_000);
      await b.followers.look();
      assert.deepEqual(await reader.next(), { ...sale, waiting: 1 });
    });
  });
}

it('more streams than are read at one look all learn of a change, a look later', async (t) => {
  const { a, clock, now } = await openReplicas(t, stores[0]!.open);
  await a.store.load(load(0));
  const readers = [];
  for (let i = 0; i < 520; i++) {
    await a.store.checkout(buy({ userId: `u${i}`, now: now() }));
    readers.push(await follow(t, a, `product_id=p&user_id=u${i}`));
    await readers[i]!.next();
  }
  await a.store.leave('u0', 'p', now());
  clock.advance(1_000);
  for (let looks = 0; looks < 2; looks++) await a.followers.look();
  for (let i = 1; i < 520; i++) assert.equal((await readers[i]!.next())?.['position'], i - 1);
});

it('a client that leaves is forgotten, and a HEAD opens nothing', async (t) => {
  const { a } = await openReplicas(t, stores[0]!.open);
  const reader = await follow(t, a, 'product_id=p');
  assert.equal(a.streams.count, 1);
  reader.response.destroy();
  await eventually(() => a.streams.count === 0);
  const url = '/flash-sale/events?product_id=p';
  const { statusCode, headers } = await a.app.inject({ method: 'HEAD', url });
  assert.deepEqual([statusCode, headers['content-type']], [200, 'text/event-stream']);
  assert.deepEqual([...a.streams.keys()], []);
});

it('GET /flash-sale/events names what is wrong', async (t) => {
  const { a } = await openReplicas(t, stores[0]!.open);
  const get = (query: string) => a.app.inject(`/flash-sale/events?${query}`);
  assertProblem(await get('user_id=u'), 400, 'VALIDATION_FAILED', 'product_id');
  assertProblem(await get('product_id='), 400, 'VALIDATION_FAILED', 'product_id');
  assertProblem(await get('product_id=p&user_id='), 400, 'VALIDATION_FAILED', 'user_id');
});

it('while identity is on, a place is told to its user and to services, a sale to anybody', async (t) => {
  const rules = { keys: secretKey(authSecret) };
  const { a, now } = await openReplicas(t, stores[0]!.open, rules);
  const [ann, bob] = [tokenOf('ann', now()), tokenOf('bob', now())];
  const shop = tokenOf('shop', now(), { scope: 'service' });
  const ask = async (query: string, token?: string) => {
    const url = `/flash-sale/events?product_id=p${query}`;
    const headers = token === undefined ? {} : bearer(token);
    const answer = await a.app.inject({ url, headers, payloadAsStream: true });
    answer.stream().destroy();
    return answer.statusCode;
  };
  for (const token of [undefined, ann, shop]) assert.equal(await ask('', token), 200);
  for (const token of [ann, shop]) assert.equal(await ask('&user_id=ann', token), 200);
  assert.equal(await ask(`&user_id=ann&access_token=${ann}`), 200);
  assert.equal(await ask('&user_id=ann', bob), 403);
  assert.equal(await ask('&user_id=ann'), 401);
});

async function openReplicas(
  t: TestContext,
  open: () => Promise<FlashSaleStore[]>,
  rules?: TokenRules,
) {
  const clock: FakeClock = fakeClock();
  const identity = new Identity({ rules, clock });
  const endings: (() => Promise<unknown>)[] = [];
  t.after(async () => {
    for (const end of endings) await end();
  });
  const opened = await open();
  const replicas = opened.map(async (store): Promise<Replica> => {
    const streams = new EventStreams<string>({ max: 1_000, log });
    const followers = new Followers(store, streams, clock);
    await store.watch(followers);
    const app = createTestApp({ log, identity });
    const secret = createSecretKey(Buffer.from('a secret of these tests'));
    const confirmAccess = access.service;
    const { open: quota } = openQuotas(quotas, {}, clock);
    const context = { store, followers, secret, poolSize: 0, quota, clock, confirmAccess };
    const scope = { name: 'flash-sale', summary: '', metrics: new Metrics() };
    mount(app, { ...scope, routes: (inner) => routes(inner, context) });
    await app.ready();
    endings.push(async () => {
      streams.close();
      await app.close();
    });
    return { app, store, streams, followers };
  });
  const [a, b] = await Promise.all(replicas);
  endings.push(() => Promise.all([...new Set(opened)].map((store) => store.close())));
  return { a: a!, b: b!, clock, now: clock };
}
