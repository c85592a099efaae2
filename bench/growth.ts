/**
 * How the cost of each main operation grows with the number of things: CPU of the service per
 * request on its embedded store, at 1,000, 10,000 and 100,000 of them (BENCH_MAX=1000000 for
 * more), and the exponent: 0 when the cost stays, 1 when it doubles as the number does.
 */
import { spawnSync } from 'node:child_process';
import { createSecretKey } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { attest } from '../src/services/flash-sale/attestation.ts';
import { atATime, Client, type Ask } from './lib/client.ts';
import { isQuick, printTable, seconds, setting, startService, withFolder } from './lib/harness.ts';

interface Operation {
  readonly name: string;
  /** The i-th request while there are `size` things. */
  readonly ask: (i: number, size: number) => Ask;
}

interface Subject {
  readonly service: string;
  /** What there are more and more of. */
  readonly things: string;
  readonly env?: Record<string, string>;
  /** Larger numbers would say more about the time to make them. */
  readonly max?: number;
  readonly prepare?: (client: Client) => Promise<void>;
  /** Requests that make the i-th thing, in order. */
  readonly make: (i: number) => readonly Ask[];
  /** Takes note of what the last of them was answered. */
  readonly made?: (i: number, answer: string) => void;
  /** Makes the i-th thing where a request cannot. */
  readonly makeOtherwise?: (i: number, url: string) => Promise<void>;
  readonly operations: readonly Operation[];
}

const sizes = [100, 1_000, 10_000, 100_000, 1_000_000].filter(
  (size) => size >= (isQuick ? 100 : 1_000) && size <= setting('BENCH_MAX', 100_000, 100),
);
const secret = 'bench-secret-of-the-flash-sale';
const json = (method: 'POST' | 'PUT', path: string, body: object): Ask => ({ method, path, body });
const get = (path: string): Ask => ({ method: 'GET', path });
/** The length of the measurement of each operation at each size, milliseconds. */
const measuredMs = isQuick ? 100 : seconds * 1_000;
/** Numbers below `size` in an order that no cache likes. */
const scattered = (i: number, size: number) => (i * 7_919) % size;
/** What one run makes must not be what an earlier one made. */
let serial = 0;

const key = createSecretKey(Buffer.from(secret));
/** 19 to 29 seconds away: what is signed may be used again for a while. */
const expiresAt = () => Math.floor(Date.now() / 10_000) * 10 + 29;
const tokens = new Map<string, string>();
function checkout(product: string, userId: string): Ask {
  const [device, expires_at] = [`device-${serial % 20_000}`, expiresAt()];
  const name = `${device} ${expires_at}`;
  const attestation = tokens.get(name) ?? attest(key, device, expires_at);
  tokens.set(name, attestation);
  const proof = { device_fp: device, attestation, expires_at };
  const idempotency_key = `key-${serial++}`;
  const body = { product_id: product, user_id: userId, qty: 1, idempotency_key, ...proof };
  // A device may be over its rate when a machine is fast: that answer is right, too.
  return { ...json('POST', '/flash-sale/checkout', body), also: [429] };
}

const hub = (i: number) => ({
  lat: -80 + (i % 1_000) * 0.16,
  lng: -170 + Math.floor(i / 1_000) * 0.34,
});
const items = [{ sku: 'tea', category: 'drinks', price: 10, qty: 1 }];
const cart = { total: 10, hub_id: 'hub', items };
const text = 'What a day: the kettle sang, the cat replied, and nobody wrote it down until now.';
const word = (i: number) => `${i.toString(36)}${((i * 48_271) % 2_147_483_647).toString(36)}`;

const codes: string[] = [];

const subjects: Subject[] = [
  {
    service: 'flash-sale',
    things: 'checkouts before',
    env: { HMAC_SECRET: secret },
    prepare: async (client) => {
      const stock = { product_id: 'tea', total_stock: 1_000_000_000 };
      await client.send(json('POST', '/admin/flash-sale/init-product', stock));
    },
    make: (i) => [checkout('tea', `user-${i}`)],
    operations: [{ name: 'checkout', ask: (i) => checkout('tea', `more-${i}`) }],
  },
  {
    service: 'flash-sale',
    things: 'users waiting',
    env: { HMAC_SECRET: secret },
    make: (i) => [checkout('rice', `user-${i}`)],
    operations: [
      {
        name: 'queue-status',
        ask: (i, size) => ({
          ...get(`/flash-sale/queue-status?user_id=user-${scattered(i, size)}`),
          also: [404],
        }),
      },
    ],
  },
  {
    service: 'inventory',
    things: 'SKUs',
    make: (i) => [json('POST', '/admin/stock', { hub_id: 'hub', sku: `sku-${i}`, quantity: 1e6 })],
    operations: [
      {
        name: 'reserve',
        ask: (i, size) =>
          json('POST', '/reserve', {
            hub_id: 'hub',
            sku: `sku-${scattered(i, size)}`,
            qty: 1,
            order_id: `order-${serial++}`,
            user_id: `user-${i}`,
          }),
      },
      { name: 'stock', ask: (i, size) => get(`/stock/hub/sku-${scattered(i, size)}`) },
    ],
  },
  {
    service: 'promotion',
    things: 'customers counted',
    prepare: async (client) => {
      await client.send(
        json('POST', '/admin/rules', {
          promo_id: 'tea',
          name: 'Tea',
          priority: 1,
          stackable: true,
          discount: { type: 'percentage', value: 10 },
          condition_tree: { type: 'MinTransaction', value: 1 },
          usage_limits: { per_user: 1_000_000, global: 1_000_000_000, ttl_seconds: 86_400 },
        }),
      );
    },
    make: (i) => [apply(`c-${i}`)],
    operations: [{ name: 'apply', ask: () => apply(`more-${serial++}`) }],
  },
  {
    service: 'dispatch-a',
    things: 'drivers',
    make: (i) => [json('POST', '/dispatch/driver/location', { driver_id: `d-${i}`, ...hub(i) })],
    operations: [
      {
        name: 'location',
        ask: (i, size) =>
          json('POST', '/dispatch/driver/location', {
            driver_id: `d-${scattered(i, size)}`,
            ...hub(scattered(i, size)),
          }),
      },
    ],
  },
  {
    service: 'geo',
    things: 'hubs',
    max: 10_000,
    make: (i) => [
      json('POST', '/admin/hubs', {
        hub_id: `hub-${i}`,
        name: `Hub ${i}`,
        ...hub(i),
        coverage_radius_km: 1,
      }),
    ],
    operations: [
      {
        name: 'lookup, not cached',
        ask: (i, size) => {
          const { lat, lng } = hub(scattered(i, size));
          const off = (serial++ % 1_000) / 200_000;
          return get(`/serviceability?lat=${lat + off}&lng=${lng - off}`);
        },
      },
    ],
  },
  {
    service: 'autocomplete',
    things: 'terms',
    make: (i) =>
      i % 100 === 0
        ? [
            json('POST', '/train/bulk', {
              terms: Array.from({ length: 100 }, (_, k) => word(i + k)),
            }),
          ]
        : [],
    operations: [
      {
        name: 'complete, one letter',
        ask: (i) => get(`/autocomplete?q=${word(i + 1)[0]}`),
      },
      {
        name: 'complete, folded and fuzzy',
        ask: (i, size) => {
          const q = `${word(scattered(i, size)).slice(0, 4)}X`;
          return get(`/autocomplete?q=${q}&match=folded&fuzzy=1`);
        },
      },
      {
        name: 'train',
        ask: (i, size) => json('POST', '/train', { term: word(scattered(i, size)) }),
      },
    ],
  },
  {
    service: 'autocomplete',
    things: 'terms, with a half-life',
    prepare: async (client) => {
      await client.send(json('PUT', '/admin/indexes/hot', { half_life_hours: 0.01 }));
    },
    make: (i) =>
      i % 100 === 0
        ? [
            json('POST', '/train/bulk?index=hot', {
              terms: Array.from({ length: 100 }, (_, k) => word(i + k)),
            }),
          ]
        : [],
    operations: [
      {
        name: 'complete, one letter',
        ask: (i) => get(`/autocomplete?index=hot&q=${word(i + 1)[0]}`),
      },
      {
        name: 'train',
        ask: (i, size) => json('POST', '/train?index=hot', { term: word(scattered(i, size)) }),
      },
      {
        name: 'set the half-life',
        ask: (i) => json('PUT', '/admin/indexes/hot', { half_life_hours: 0.01 + (i % 2) }),
      },
    ],
  },
  {
    service: 'key-value',
    things: 'keys',
    make: (i) => [{ method: 'PUT', path: `/key-${i}`, body: 'x'.repeat(100) }],
    operations: [
      { name: 'get', ask: (i, size) => get(`/key-${scattered(i, size)}`) },
      {
        name: 'put',
        ask: (i, size) => ({
          method: 'PUT',
          path: `/key-${scattered(i, size)}`,
          body: 'y'.repeat(100),
        }),
      },
      { name: 'the first 100 keys', ask: () => get('/?prefix=key-') },
    ],
  },
  {
    service: 'file-store',
    things: 'files',
    make: (i) => [{ method: 'POST', path: `/files?owner_id=ann&name=f-${i}`, body: `file ${i}` }],
    operations: [
      { name: 'metadata', ask: (i, size) => get(`/files/file_${1 + scattered(i, size)}`) },
      {
        name: 'upload',
        ask: () => ({
          method: 'POST',
          path: `/files?owner_id=bob&name=more-${serial}`,
          body: `more ${serial++}`,
        }),
      },
      {
        name: 'a page of a folder',
        ask: () => get('/folders/root/children?owner_id=ann&limit=20'),
      },
    ],
  },
  {
    service: 'video-catalog',
    things: 'videos',
    make: (i) => {
      const tags = [`kind-${i % 100}`, `own-${i}`];
      return [json('POST', '/videos', { title: `Video ${word(i)}`, description: text, tags })];
    },
    operations: [
      { name: 'view', ask: (i, size) => get(`/videos/vid_${1 + scattered(i, size)}`) },
      {
        name: 'search, one match',
        ask: (i, size) => get(`/search?limit=20&q=${word(scattered(i, size))}`),
      },
      { name: 'search, all match', ask: () => get('/search?limit=20&q=kettle') },
      { name: 'newest 20', ask: () => get('/videos?limit=20') },
      { name: 'newest 20 ready', ask: () => get('/videos?limit=20&status=ready') },
      { name: 'newest 20 of a tag', ask: (i) => get(`/videos?limit=20&tag=kind-${i % 100}`) },
      {
        name: 'tag of one video',
        ask: (i, size) => get(`/videos?limit=20&tag=own-${scattered(i, size)}`),
      },
      { name: 'most viewed 20', ask: () => get('/videos?limit=20&sort=views') },
      {
        name: 'most viewed 20 of a tag',
        ask: (i) => get(`/videos?limit=20&sort=views&tag=kind-${i % 100}`),
      },
      {
        name: 'search by views, one match',
        ask: (i, size) => get(`/search?limit=20&sort=views&q=${word(scattered(i, size))}`),
      },
      {
        name: 'search by views, all match',
        ask: () => get('/search?limit=20&sort=views&q=kettle'),
      },
    ],
  },
  {
    service: 'url-shortener',
    things: 'links',
    // Each redirect is read from the store.
    env: { URL_SHORTENER_CACHE: '1' },
    make: (i) => [json('POST', '/shorten', { url: `https://example.com/${i}` })],
    made: (i, answer) => {
      codes[i] = (JSON.parse(answer) as { data: { code: string } }).data.code;
    },
    operations: [
      { name: 'redirect', ask: (i, size) => get(`/${codes[scattered(i, size)]!}`) },
      {
        name: 'shorten',
        ask: () => json('POST', '/shorten', { url: `https://example.com/more/${serial++}` }),
      },
    ],
  },
  {
    service: 'chat',
    things: 'rooms',
    max: 10_000,
    make: () => [],
    makeOtherwise: sayHello,
    operations: [
      {
        name: 'history',
        ask: (i, size) => get(`/api/rooms/room-${scattered(i, size)}/messages`),
      },
    ],
  },
  {
    service: 'notification',
    things: 'notifications of one user',
    make: (i) => [
      json('POST', '/send', { user_id: 'ann', channel: 'in_app', title: `No. ${i}`, body: text }),
    ],
    operations: [
      {
        name: 'send',
        ask: () =>
          json('POST', '/send', { user_id: 'ann', channel: 'in_app', title: 'More', body: text }),
      },
      { name: 'newest 20', ask: () => get('/notifications?user=ann&limit=20') },
    ],
  },
  {
    service: 'rate-limiter',
    things: 'clients',
    env: { TRUSTED_PROXIES: '127.0.0.1', INSECURE: '1' },
    make: (i) => [limited(i), checked(i)],
    operations: [
      { name: 'limited', ask: (i, size) => limited(scattered(i, size)) },
      { name: 'check', ask: (i, size) => checked(scattered(i, size)) },
    ],
  },
  {
    service: 'news-feed',
    things: 'users, each following 5',
    make: (i) => [
      json('POST', '/users', { id: `u-${i}` }),
      ...(i < 5
        ? []
        : Array.from({ length: 5 }, (_, k) =>
            // Ten followers of an author, whatever the number of users; the author is there already.
            json('POST', '/follow', {
              follower_id: `u-${i}`,
              followee_id: `u-${Math.floor(i / 2) - k < 0 ? k : Math.floor(i / 2) - k}`,
            }),
          )),
    ],
    operations: [
      {
        name: 'post to 10',
        ask: (i, size) =>
          json('POST', '/posts', {
            user_id: `u-${scattered(i, Math.floor(size / 2))}`,
            content: text,
          }),
      },
      {
        name: 'timeline',
        ask: (i, size) => get(`/timeline?user=u-${scattered(i, size)}&limit=20`),
      },
    ],
  },
];

/** A room comes to be with its first message. */
async function sayHello(i: number, url: string): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws?room=room-${i}&user=ann`);
  const heard = once(socket, 'message');
  await once(socket, 'open');
  socket.send(JSON.stringify({ content: 'hello' }));
  await heard;
  socket.close();
  await once(socket, 'close');
}

function apply(id: string): Ask {
  const customer = { id, device_fingerprint: id, order_count: 1 };
  return json('POST', '/apply', { promo_id: 'tea', cart, customer });
}

function limited(i: number): Ask {
  const address = `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`;
  return { ...get('/limited'), headers: { 'x-forwarded-for': address }, also: [429] };
}

/** Its window lasts longer than the run, so that all keys are kept. */
const checked = (i: number): Ask =>
  json('POST', '/check', { limit: 5, window_ms: 86_400_000, key: `client-${i}` });

spawnSync('taskset', ['-cp', '1', String(process.pid)]);
const rows = [];
for (const subject of subjects) rows.push(...(await measure(subject)));
console.log('CPU of the service, µs a request');
printTable(rows);

async function measure(subject: Subject): Promise<Record<string, string>[]> {
  const { service, things, env = {}, max = Infinity, operations } = subject;
  const costs = operations.map((): [size: number, cpu: number][] => []);
  await withFolder(async (folder) => {
    const server = await startService(service, service, { DATA_DIR: folder, ...env });
    const client = new Client(server.url);
    try {
      await subject.prepare?.(client);
      let made = 0;
      for (const size of sizes.filter((one) => one <= max)) {
        await make(client, server.url, subject, made, size);
        made = size;
        for (const [o, { ask }] of operations.entries()) {
          const request = (i: number) => ask(i, size);
          await client.sendFor(measuredMs * 0.3, request); // the JIT, and caches
          const before = server.cpu();
          const answered = await client.sendFor(measuredMs, request);
          costs[o]!.push([size, (server.cpu() - before) / answered]);
        }
      }
    } finally {
      await client.close();
      await server.stop();
    }
  });
  return operations.map(({ name }, o) => ({
    service,
    operation: name,
    things,
    ...Object.fromEntries(
      sizes.map((size) => [
        `at ${size}`,
        costs[o]!.find(([at]) => at === size)?.[1].toFixed(0) ?? '–',
      ]),
    ),
    exponent: exponent(costs[o]!),
  }));
}

/** Each thing's requests one after another, 64 things at a time. */
async function make(
  client: Client,
  url: string,
  subject: Subject,
  from: number,
  to: number,
): Promise<void> {
  const { makeOtherwise } = subject;
  if (makeOtherwise) {
    await atATime(64, from, to, (i) => makeOtherwise(i, url));
    return;
  }
  // What a thing refers to stands before it: users follow earlier ones.
  for (let start = from; start < to; start += 10_000) {
    const end = Math.min(start + 10_000, to);
    const rounds = Math.max(...[start, end - 1].map((i) => subject.make(i).length));
    for (let round = 0; round < rounds; round++) {
      await atATime(64, start, end, async (i) => {
        const ask = subject.make(i)[round];
        if (ask === undefined) return;
        const answer = await client.send(ask);
        subject.made?.(i, answer);
      });
    }
  }
}

/** The slope of log cost over log size, by least squares. */
function exponent(costs: readonly (readonly [size: number, cost: number])[]): string {
  if (costs.length < 2) return '–';
  const points = costs.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const);
  const mean = (k: 0 | 1) => points.reduce((sum, point) => sum + point[k], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const over = points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0);
  return (over / points.reduce((sum, [px]) => sum + (px - x) ** 2, 0)).toFixed(2);
}
