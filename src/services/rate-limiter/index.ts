import { openRedis } from '#kit/stores/redis.ts';
import type { Host, Running, Service } from '#kit/host/service.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { counted } from './counters.ts';
import { examples } from './examples.ts';
import { routes } from './routes.ts';
import { memoryLimiter } from './store/memory/store.ts';
import type { RateLimiter } from './store/store.ts';

const name = 'rate-limiter';

export const rateLimiter: Service = {
  name,
  summary: 'Limits how often a client may call: sliding window, token bucket or fixed window.',
  port: 8081,
  variables: Variables,
  examples,
  writesToDisk: false,

  async start(host: Host): Promise<Running> {
    const { limit, windowMs, ...config } = readConfig(host.env, host.common);
    const limiter = counted(host.own(await openLimiter(config)), host.metrics, name);
    const { clock } = host;
    host.loop('dropping idle keys', Math.max(windowMs, 1_000), async () => limiter.sweep(clock()));
    return { routes: (app) => routes(app, { limiter, limit, windowMs, clock }, host.admin) };
  },
};

async function openLimiter({
  store,
  algorithm,
}: Pick<Config, 'store' | 'algorithm'>): Promise<RateLimiter> {
  if (store.kind === 'memory') return memoryLimiter(algorithm);
  const { redisLimiter } = await import('./store/redis/store.ts');
  return redisLimiter(await openRedis(store.address), store.prefix, algorithm);
}
