/** The adapters, each in its real framework, behind a real socket: the same limits, the same headers. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import express from 'express';
import Fastify from 'fastify';
import { Hono, type Context } from 'hono';
import { fakeClock } from '#kit/testing/testing.ts';
import { storeUnavailable } from '#kit/web/problem.ts';
import { clientKey, memoryLimiter, type RateLimiter } from '../library.ts';
import { rateLimit as expressRateLimit } from './express.ts';
import { rateLimit as fastifyRateLimit } from './fastify.ts';
import { rateLimit as honoRateLimit } from './hono.ts';
import type { RateLimitOptions } from './limit-request.ts';

/** The options that all adapters take, with the headers of a request in place of the request. */
type Options = RateLimitOptions<(name: string) => string | undefined>;

/** Serves `/limited/…` with the limit and `/free` without; `/limited/fails` throws. Yields the address. */
type Open = (t: TestContext, options: Options) => Promise<string>;

type HeaderOf<RequestT> = (request: RequestT) => (name: string) => string | undefined;

/** The options with functions of the framework's own requests. */
function of<RequestT>(
  { keyOf, costOf, ...options }: Options,
  headerOf: HeaderOf<RequestT>,
): RateLimitOptions<RequestT> {
  return {
    ...options,
    ...(keyOf && { keyOf: (request: RequestT) => keyOf(headerOf(request)) }),
    ...(costOf && { costOf: (request: RequestT) => costOf(headerOf(request)) }),
  };
}

const openFastify: Open = async (t, options) => {
  const app = Fastify();
  t.after(() => app.close());
  app.get('/free', async () => 'free');
  await app.register(async (scope) => {
    await scope.register(
      fastifyRateLimit,
      of(
        options,
        ({ headers }) =>
          (name) =>
            headers[name]?.toString(),
      ),
    );
    scope.get('/limited/works', async () => 'works');
    scope.get('/limited/fails', async () => {
      throw new Error('a defect');
    });
  });
  return app.listen({ host: '127.0.0.1', port: 0 });
};

const openExpress: Open = async (t, options) => {
  const app = express();
  app.get('/free', (_request, response) => void response.send('free'));
  app.use(
    '/limited',
    expressRateLimit(of<express.Request>(options, (request) => (name) => request.header(name))),
  );
  app.get('/limited/works', (_request, response) => void response.send('works'));
  app.get('/limited/fails', () => {
    throw new Error('a defect');
  });
  // Without it Express writes what is thrown to the console.
  app.set('env', 'test');
  const server = app.listen(0, '127.0.0.1');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const openHono: Open = async (t, options) => {
  const app = new Hono();
  app.get('/free', (context) => context.text('free'));
  app.use(
    '/limited/*',
    honoRateLimit({
      keyOf: (context: Context) => clientKey(getConnInfo(context).remote.address ?? '') ?? '',
      ...of(options, (context: Context) => (name) => context.req.header(name)),
    }),
  );
  app.get('/limited/works', () => new Response('works'));
  app.get('/limited/fails', () => {
    throw new Error('a defect');
  });
  app.onError((_error, context) => context.text('failed', 500));
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  t.after(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const limits = [{ limit: 2, windowMs: 1_500 }];

for (const [name, open] of Object.entries({
  Fastify: openFastify,
  Express: openExpress,
  Hono: openHono,
})) {
  describe(`the adapter for ${name}`, () => {
    async function opened(t: TestContext, options: Partial<Options> = {}) {
      const clock = fakeClock();
      const limiter = memoryLimiter('token-bucket');
      const address = await open(t, { limiter, limits, clock, ...options });
      /** Status, and the headers about the limit. */
      const get = async (path: string, headers: Record<string, string> = {}) => {
        const answer = await fetch(address + path, { headers });
        const text = await answer.text();
        const told = ['ratelimit-policy', 'ratelimit', 'retry-after'].map((header) =>
          answer.headers.get(header),
        );
        return { status: answer.status, told, text };
      };
      const works = async (headers?: Record<string, string>) => {
        const { status, told } = await get('/limited/works', headers);
        return [status, ...told];
      };
      return { clock, get, works };
    }

    it('answers 429 over the limit, and says in each answer what is left', async (t) => {
      const { clock, works } = await opened(t);
      const policy = '"default";q=2;w=2';
      assert.deepEqual(await works(), [200, policy, '"default";r=1;t=1', null]);
      assert.deepEqual(await works(), [200, policy, '"default";r=0;t=2', null]);
      assert.deepEqual(await works(), [429, policy, '"default";r=0;t=2', '1']);
      clock.advance(749);
      assert.deepEqual(await works(), [429, policy, '"default";r=0;t=1', '1']);
      clock.advance(1);
      assert.deepEqual(await works(), [200, policy, '"default";r=0;t=2', null]);
    });

    it('limits only where it is told to, and an answer that fails as well', async (t) => {
      const { get } = await opened(t);
      assert.deepEqual((await get('/free')).told, [null, null, null]);
      const failed = await get('/limited/fails');
      assert.equal(failed.status, 500);
      assert.equal(failed.told[1], '"default";r=1;t=1');
      await get('/limited/fails');
      const refused = await get('/limited/fails');
      assert.equal(refused.status, 429);
      assert.equal((JSON.parse(refused.text) as { code: string }).code, 'RATE_LIMITED');
      assert.equal((await get('/free')).status, 200);
    });

    it('counts by client address, or by any key', async (t) => {
      const byAddress = await opened(t);
      const from = (client: string) => ({ 'x-api-key': client });
      for (const client of ['a', 'b']) await byAddress.works(from(client));
      assert.equal((await byAddress.works(from('c')))[0], 429);
      const byKey = await opened(t, { keyOf: (header) => header('x-api-key') ?? '' });
      const statuses = [];
      for (const client of ['a', 'a', 'a', 'b']) {
        statuses.push((await byKey.works(from(client)))[0]);
      }
      assert.deepEqual(statuses, [200, 200, 429, 200]);
    });

    it('several limits at once, and what a request costs', async (t) => {
      const several = [
        { limit: 4, windowMs: 1_000 },
        { limit: 5, windowMs: 60_000 },
      ];
      const limiter = memoryLimiter('sliding-window');
      const costOf: Options['costOf'] = (header) => Number(header('x-cost') ?? 1);
      const { clock, works } = await opened(t, { limiter, limits: several, costOf });
      const policy = '"default-1";q=4;w=1, "default-2";q=5;w=60';
      const costs = (cost: number) => ({ 'x-cost': String(cost) });
      assert.deepEqual(await works(costs(3)), [200, policy, '"default-1";r=1;t=1', null]);
      assert.deepEqual(await works(costs(2)), [429, policy, '"default-1";r=1;t=1', '1']);
      clock.advance(1_000);
      assert.deepEqual(await works(costs(2)), [200, policy, '"default-2";r=0;t=60', null]);
      assert.deepEqual(await works(), [429, policy, '"default-2";r=0;t=60', '59']);
      // Waiting does not help.
      assert.deepEqual(await works(costs(5)), [429, policy, '"default-2";r=0;t=60', null]);
    });

    it('an outage is 503, or allowed where onOutage says so', async (t) => {
      const away: RateLimiter = {
        ...memoryLimiter('sliding-window'),
        check: async () => {
          throw storeUnavailable();
        },
      };
      const refusing = await opened(t, { limiter: away });
      assert.deepEqual(await refusing.works(), [503, null, null, '1']);
      const allowing = await opened(t, { limiter: away, onOutage: 'allow' });
      assert.deepEqual(await allowing.works(), [200, null, null, null]);
    });

    it('a limiter that fails is a failure, not a request that passes', async (t) => {
      const broken: RateLimiter = {
        ...memoryLimiter('sliding-window'),
        check: () => {
          throw new Error('a defect');
        },
      };
      const { works } = await opened(t, { limiter: broken, onOutage: 'allow' });
      assert.equal((await works())[0], 500);
    });

    it('limits that cannot be kept are refused when it is made', async (t) => {
      const wrong = [
        [],
        [1, 2, 3, 4, 5].map((windowMs) => ({ limit: 1, windowMs })),
        [
          { limit: 1, windowMs: 1_000 },
          { limit: 2, windowMs: 1_000 },
        ],
        [{ limit: 0, windowMs: 1_000 }],
        [{ limit: 1_000_001, windowMs: 1_000 }],
        [{ limit: 1, windowMs: 0.5 }],
      ];
      for (const limits of wrong) await assert.rejects(opened(t, { limits }), RangeError);
    });
  });
}
