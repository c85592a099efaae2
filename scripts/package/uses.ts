/** What a user writes who has the package: programs for `node` and for the compiler, as texts. */

export const useOfClient = `
import { createHawker } from 'hawker/client';
import { WebSocket } from 'ws';

const hawker = createHawker({ baseUrl: process.argv[2], WebSocket });
const milk = { hub_id: 'hub-1', sku: 'milk' };
await hawker.inventory.loadStock({ ...milk, quantity: 100 });
const order = { ...milk, order_id: 'o-1', user_id: 'ann' };
await hawker.inventory.reserve({ ...order, qty: 2 });
console.log((await hawker.inventory.showStock('hub-1', 'milk')).available);
const { error } = await hawker.inventory.reserve({ ...order, order_id: 'o-2', qty: 99 }).result();
console.log(error?.code);
await hawker.notification.send({ user_id: 'ann', channel: 'in_app', title: 'Hi', body: '' });
const members = { user: 'ann', 'last-event-id': 'notif_1' };
for await (const { data } of hawker.notification.follow(members)) {
  console.log('title' in data && data.title);
  break;
}
const room = hawker.chat.follow({ user: 'ann' });
await room.send('hello');
for await (const frame of room) {
  console.log(frame.type === undefined && frame.content);
  break;
}
`;

export const useOfLibraries = `
import express from 'express';
import { Hono } from 'hono';
import { Index } from 'hawker/autocomplete';
import { Ring } from 'hawker/key-value/ring';
import { conditions } from 'hawker/promotion/rules';
import { memoryCounters, memoryLimiter } from 'hawker/rate-limiter';
import { rateLimit } from 'hawker/rate-limiter/express';
import { rateLimit as honoRateLimit } from 'hawker/rate-limiter/hono';

const ring = await Ring.of(['north', 'south']);
console.log(ring.nodes.includes(ring.locate('greeting').node));
const tree = { type: 'AND', children: [{ type: 'MinTransaction', value: 100 }] };
const cart = { total: 90, hub_id: 'hub-1', items: [] };
const { valid, explanation } = conditions(tree).explain(cart, { order_count: 0 });
console.log(valid, explanation.children?.[0]?.needs);

const index = new Index();
index.train('tea', 2);
const forgiven = await index.forgiving('tee');
console.log(index.best('t')[0]?.freq, forgiven[0]?.term);

const limits = [{ limit: 1, windowMs: 60_000 }];
for (const limiter of [
  memoryLimiter('sliding-window'),
  memoryLimiter('token-bucket'),
  memoryLimiter('fixed-window'),
]) {
  const check = { key: 'ann', limits };
  const now = Date.now();
  const first = limiter.check(check, now);
  console.log(first.allowed, limiter.check(check, now).allowed);
}
console.log(await memoryCounters().increment('ann', 1000, Date.now()));

const app = express();
app.use(rateLimit({ limiter: memoryLimiter('sliding-window'), limits }));
app.get('/', (request, response) => void response.send('hello'));
const server = app.listen(0, '127.0.0.1', async () => {
  const bound = server.address();
  const port = typeof bound === 'object' && bound?.port;
  for (let i = 0; i < 2; i++) {
    const answer = await fetch('http://127.0.0.1:' + port);
    console.log(answer.status, answer.headers.get('ratelimit-policy'));
  }
  server.close();
  server.closeAllConnections();
});

const hono = new Hono();
hono.use(honoRateLimit({ limiter: memoryLimiter('sliding-window'), limits, keyOf: () => 'all' }));
hono.get('/', (context) => context.text('hello'));
console.log((await hono.request('/')).status, (await hono.request('/')).status);
`;

export const printedByLibraries = `true
false a cart total of at least 100
2 tea
true false
true false
true false
1
200 429
200 "default";q=1;w=60
429 "default";q=1;w=60
`;

export const useOfRedis = `
import { openRedis } from 'hawker/rate-limiter';

const redis = await openRedis(process.argv[2]);
const prefix = 'package-' + crypto.randomUUID();
const limiter = redis.limiter(prefix, 'sliding-window');
const check = { key: 'ann', limits: [{ limit: 1, windowMs: 60_000 }] };
const first = await limiter.check(check, Date.now());
const second = await limiter.check(check, Date.now());
const counters = redis.counters(prefix + '-counters');
await counters.increment('ann', 60_000, Date.now());
console.log(first.allowed, second.allowed, await counters.increment('ann', 60_000, Date.now()));
redis.close();
`;

/** Prints the addresses of all modules that an import loads. */
export const namesOfLoaded = `
import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, nextLoad) {
    console.log(url);
    return nextLoad(url, context);
  },
});
await import(process.argv[2]);
`;
