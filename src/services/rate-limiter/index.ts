import { loop } from '#kit/loop.ts';
import type { Host, Running, Service } from '#kit/service.ts';
import { readConfig, Variables, type Config } from './config.ts';
import type { RateLimiter } from './limiter.ts';
import { memoryLimiter } from './limiter.memory.ts';
import { routes } from './routes.ts';

export const rateLimiter: Service = {
  name: 'rate-limiter',
  summary: 'Limits how often a client may call: sliding window, token bucket or fixed window.',
  port: 8081,
  variables: Variables,

  async start({ env, common, clock, admin, stopping: signal, log }: Host): Promise<Running> {
    const config = readConfig(env, common);
    const limiter = await openLimiter(config);
    const { store, limit, window } = config;
    const every = Math.max(window, 1_000);
    const sweeping = loop({ every, signal, log, name: 'dropping idle keys' }, async () =>
      limiter.sweep(clock()),
    );
    return {
      store: store.kind,
      routes: (app) => routes(app, { limiter, limit, window, clock }, admin),
      ready: () => limiter.ready(),
      async close() {
        await sweeping;
        await limiter.close();
      },
    };
  },
};

async function openLimiter({ store, algorithm }: Config): Promise<RateLimiter> {
  if (store.kind === 'memory') return memoryLimiter(algorithm);
  const { openRedisLimiter } = await import('./limiter.redis.ts');
  return openRedisLimiter(store.address, store.prefix, algorithm);
}
