import type { Host, Running, Service } from '#kit/host/service.ts';
import { counted } from '#kit/observe/counters.ts';
import type { Store } from '#kit/stores/store.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { policyCounts, registerCounters } from './counters.ts';
import { examples } from './examples.ts';
import { PolicyBook, refreshEveryMs } from './policies/policy-book.ts';
import { routes } from './routes/routes.ts';
import { memoryLimiter } from './store/memory/memory-rate-limiter-store.ts';
import type { PolicyStore } from './store/policies.ts';
import { openDatabase, sqlitePolicyStore } from './store/sqlite/policies.ts';
import type { Algorithm, RateLimiter } from './store/rate-limiter-store.ts';

const name = 'rate-limiter';

/** How often idle keys and what removed policies left are dropped. */
const sweepEveryMs = 1_000;

export const rateLimiter: Service = {
  name,
  summary:
    'Limits how often a client may call, here or elsewhere: sliding window, token bucket or fixed window.',
  port: 8081,
  mayLoseKeys: true,
  variables: Variables,
  examples,

  async start(host: Host): Promise<Running> {
    const config = readConfig(host.env, host.common);
    const { clock, metrics, stopping } = host;
    const { policies, ...opened } = await openStores(config, host);
    const counts = registerCounters(metrics, name);
    const limited = counted(opened.limited, counts);
    const limiters = ofEach((algorithm) => counted(opened.checks[algorithm], counts));
    const all = [limited, ...Object.values(limiters)];
    const book = new PolicyBook(policies);
    await book.refresh();
    host.loop('refresh', refreshEveryMs, () => book.refresh());
    host.loop('sweep', sweepEveryMs, async () => {
      for (const limiter of all) await limiter.sweep(clock());
      while (!stopping.aborted && (await policies.sweep()));
    });
    const { limit, windowMs } = config;
    const options = {
      limited: { limiter: limited, limits: [{ limit, windowMs }], clock },
      engine: { limiters, book, count: policyCounts(metrics, name) },
      store: policies,
      book,
      clock,
    };
    return { routes: (app) => routes(app, options) };
  },
};

interface Stores {
  /** The limiter of the limited route. */
  readonly limited: RateLimiter;
  readonly checks: Readonly<Record<Algorithm, RateLimiter>>;
  readonly policies: PolicyStore;
}

async function openStores({ store, algorithm }: Config, host: Host): Promise<Stores> {
  const own = <StoreT extends Store>(opened: StoreT): StoreT => host.own(opened);
  if (store.kind === 'sqlite') {
    const onCommit = host.metrics.commits(name);
    const db = own(openDatabase({ file: store.file, onCommit }));
    const policies = sqlitePolicyStore(db);
    return { limited: memoryLimiter(algorithm), checks: ofEach(memoryLimiter), policies };
  }
  const { openRedis } = await import('#kit/stores/redis.ts');
  const { redisLimiter } = await import('./store/redis/redis-rate-limiter-store.ts');
  const { redisPolicyStore } = await import('./store/redis/policies.ts');
  const redis = await openRedis(store.address, store.prefix);
  return {
    policies: own(redisPolicyStore(redis, store.prefix)),
    limited: redisLimiter(redis, store.prefix, algorithm),
    checks: ofEach((one) => redisLimiter(redis, `${store.prefix}:check`, one)),
  };
}

const ofEach = (open: (algorithm: Algorithm) => RateLimiter): Record<Algorithm, RateLimiter> => ({
  'sliding-window': open('sliding-window'),
  'token-bucket': open('token-bucket'),
  'fixed-window': open('fixed-window'),
});
