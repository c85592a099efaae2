/**
 * How long one request may hold up the others: all services in one process on their embedded
 * stores, the heaviest valid requests of one of them, and during these the longest wait of a
 * GET /readyz, and the most CPU that one turn of the event loop used. Then those of the next service,
 * in a new process. `BENCH_ONLY=<service>` measures that one.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { portVariableName } from '../src/kit/host/env.ts';
import { serviceNames } from '../src/services.ts';
import { atATime, Client, type Ask } from './lib/client.ts';
import { longestWait } from './lib/probe.ts';
import { freePort } from '../src/kit/testing/free-port.ts';
import { isQuick, printTable, root, rounds, withFolder } from './lib/harness.ts';
import { largePages, startLargePages } from './lib/large-pages.ts';
import { startSite } from './lib/site.ts';
import { FrameClient, plain } from './lib/sockets.ts';
import type { Turn } from './lib/turns.ts';

/** The longest turn that we allow one request to cause, milliseconds. */
const limit = 20;
const only = process.env['BENCH_ONLY'];
/** A part of a large number in a quick run. */
const many = (n: number) => (isQuick ? Math.ceil(n / 100) : n);

interface Heavy {
  readonly service: string;
  readonly request: string;
  readonly prepare?: (clients: Clients) => Promise<void>;
  /** Makes what the round needs; yields the request itself. */
  readonly begin: (clients: Clients, round: number) => Promise<() => Promise<unknown>>;
}

type Clients = (service: string) => Client;

const post = (path: string, body: object): Ask => ({ method: 'POST', path, body });
const get = (path: string): Ask => ({ method: 'GET', path });
const letters = 'abcdefghijklmnopqrstuvwxyz';
/** Different texts of this length. */
const textOf = (n: number, length: number) =>
  `${n.toString(36)} ${letters.repeat(Math.ceil(length / 26))}`.slice(0, length);
/** Different texts of so many CJK characters. */
const cjkOf = (n: number, length: number) =>
  Array.from({ length }, (_, i) =>
    String.fromCharCode(0x4e00 + ((i * 7_919 + n * 31) % 20_000)),
  ).join('');
/** Different texts of 256 characters beyond U+FFFF. */
const astralOf = (n: number) =>
  Array.from({ length: 256 }, (_, i) =>
    String.fromCodePoint(0x1f600 + (i < 8 ? (n >> (i * 4)) & 15 : i % 64)),
  ).join('');
/** Different texts of 256 characters that JSON escapes. */
const controlsOf = (n: number, length = 256) =>
  String.fromCharCode(
    ...Array.from({ length }, (_, i) => 1 + (i < 8 ? (n >> (i * 4)) & 15 : i % 31)),
  );
/** Sends a request so often at once. */
const atOnce = (count: number, send: (i: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, i) => send(i)));
/** Returns different numbers for the things that each round makes. */
const inRound = (round: number, i: number) => round * 1_000_000 + i;

/** Makes videos with these descriptions; yields their paths. */
async function uploadTexts(clients: Clients, count: number, text: (i: number) => string) {
  const paths: string[] = [];
  await atATime(4, 0, count, async (i) => {
    const body = { title: `Long ${i}`, description: text(i) };
    const answer = await clients('video-catalog').send(post('/videos', body));
    paths[i] = `/videos/${(JSON.parse(answer) as { video: { id: string } }).video.id}`;
  });
  return paths;
}

const similarLists = () =>
  Array.from({ length: many(1_000) }, (_, id) => ({
    id: `list-${id}`,
    items: Array.from({ length: 10 }, (_, k) => `user-${(id * 31 + k * 7) % 1_000}`),
  }));

const manyMembers = () =>
  Object.fromEntries(Array.from({ length: 29_000 }, (_, i) => [`member ${i}`, 'value']));

/** As many strings as a body has room for. */
const largeRule = (n: number) => {
  const value = Array.from({ length: 4_000 }, (_, i) => i.toString(36));
  const leaf = { type: 'Category', value };
  const children = Array.from({ length: 40 }, () => leaf);
  return {
    promo_id: `large-${n}`,
    name: 'Large',
    priority: -1,
    stackable: true,
    discount: { type: 'fixed', value: 1 },
    condition_tree: { type: 'OR', children },
  };
};

/** Requests of the news feed that name a post. */
const feedPaths = new Map<string, string>();

/** Makes a post, and its author; yields its id. */
async function feedPost(client: Client, user_id: string, more: object = {}): Promise<string> {
  await client.send(post('/users', { id: user_id }));
  const answer = await client.send(post('/posts', { user_id, content: 'hello', ...more }));
  return (JSON.parse(answer) as { id: string }).id;
}

/** Reads the first events of a stream of the news feed. */
async function readStream(path: string, count: number): Promise<void> {
  const headers = { 'last-event-id': '0' };
  const { body } = await fetch(addresses.get('news-feed')! + path, { headers });
  let seen = 0;
  for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
    seen += chunk.split('event: post').length - 1;
    if (seen >= count) return;
  }
}

const heavy: Heavy[] = [
  {
    service: 'flash-sale',
    request: `stock for ${many(5_000)} who wait`,
    begin: async (clients, round) => {
      const client = clients('flash-sale');
      const product_id = `awaited-${round}`;
      await atATime(32, 0, many(5_000), async (i) => {
        const device_fp = `device-${round}-${i}`;
        const answer = await client.send(get(`/flash-sale/token?device_fp=${device_fp}`));
        const { token: attestation, expires_at } = JSON.parse(answer) as Record<string, string>;
        const user_id = `user-${i}`;
        const idempotency_key = `${product_id}-${i}`;
        const proof = { device_fp, attestation, expires_at };
        const checkout = { product_id, user_id, qty: 1, idempotency_key, ...proof };
        await client.send(post('/flash-sale/checkout', checkout));
      });
      return () =>
        client.send(
          post('/admin/flash-sale/init-product', { product_id, total_stock: many(5_000) }),
        );
    },
  },
  {
    service: 'flash-sale',
    request: `draw among ${many(20_000)} entries`,
    begin: async (clients, round) => {
      const client = clients('flash-sale');
      const product_id = `drawn-${round}`;
      const product = { product_id, total_stock: many(10_000), flow: 'lottery' };
      await client.send(post('/admin/flash-sale/init-product', product));
      await atATime(32, 0, many(20_000), async (i) => {
        const entry = { product_id, user_id: `user-${i}`, device_fp: `device-${round}-${i}` };
        await client.send(post('/flash-sale/lottery/enter', entry));
      });
      const draw = { product_id, winners: many(10_000) };
      return () => client.send(post('/admin/flash-sale/lottery/draw', draw));
    },
  },
  {
    service: 'flash-sale',
    request: `20 lists of the draw among ${many(20_000)}, at once`,
    begin: async (clients) => () =>
      atATime(20, 0, 20, async () => {
        await clients('flash-sale').send(get('/flash-sale/lottery/draws?product_id=drawn-0'));
      }),
  },
  {
    service: 'flash-sale',
    request: '10,000 premium members',
    begin: async (clients, round) => {
      const user_ids = Array.from({ length: 10_000 }, (_, i) => `member-${inRound(round, i)}`);
      const body = { user_ids, tier: 'premium' };
      return () => clients('flash-sale').send(post('/admin/flash-sale/members', body));
    },
  },
  {
    service: 'inventory',
    request: 'reserve 100 lines',
    prepare: (clients) =>
      atATime(32, 0, 100, async (i) => {
        const body = { hub_id: 'hub', sku: `sku-${i}`, quantity: 1_000_000, partitioned: true };
        await clients('inventory').send(post('/admin/stock', body));
      }),
    begin: async (clients, round) => {
      const items = Array.from({ length: 100 }, (_, i) => ({ sku: `sku-${i}`, qty: 1 }));
      const order = { hub_id: 'hub', items, order_id: `order-${round}`, user_id: 'ann' };
      return () => clients('inventory').send(post('/reserve', order));
    },
  },
  {
    service: 'inventory',
    request: `reconcile ${many(20_000)} SKUs`,
    prepare: (clients) =>
      atATime(32, 0, many(20_000), async (i) => {
        const body = { hub_id: 'large', sku: `sku-${i}`, quantity: 100 };
        await clients('inventory').send(post('/admin/stock', body));
      }),
    begin: async (clients) => () => clients('inventory').send(post('/admin/reconcile', {})),
  },
  {
    service: 'inventory',
    request: `reconcile ${many(20_000)} SKUs, 3 at once`,
    begin: async (clients) => () =>
      atATime(3, 0, 3, async () => {
        await clients('inventory').send(post('/admin/reconcile', {}));
      }),
  },
  {
    service: 'promotion',
    request: 'apply 1,000 rules of 1,000 nodes to 1,000 items',
    prepare: (clients) =>
      atATime(16, 0, many(1_000), async (i) => {
        const leaves = Array.from({ length: 999 }, () => ({ type: 'Category', value: ['tea'] }));
        await clients('promotion').send(
          post('/admin/rules', {
            promo_id: `promo-${i}`,
            name: `Promotion ${i}`,
            priority: i,
            stackable: true,
            discount: { type: 'percentage', value: 1 },
            condition_tree: { type: 'OR', children: leaves },
          }),
        );
      }),
    begin: async (clients) => {
      const items = Array.from({ length: 1_000 }, (_, i) => {
        return { sku: `sku-${i}`, category: `category-${i}`, price: 1, qty: 1 };
      });
      const promo_ids = Array.from({ length: many(1_000) }, (_, i) => `promo-${i}`);
      const customer = { id: 'ann', device_fingerprint: 'ann', order_count: 1 };
      const body = { promo_ids, cart: { total: 1_000, hub_id: 'hub', items }, customer };
      return () => clients('promotion').send(post('/apply', body));
    },
  },
  {
    service: 'promotion',
    request: 'similarity of 1,000 lists',
    begin: async (clients) => {
      const body = { lists: similarLists() };
      return () => clients('promotion').send(post('/admin/fraud/similarity', body));
    },
  },
  {
    service: 'promotion',
    request: 'similarity of 1,000 lists, 20 at once, every pair',
    begin: async (clients) => {
      const body = { lists: similarLists(), threshold: 0 };
      return () =>
        atOnce(20, () => clients('promotion').send(post('/admin/fraud/similarity', body)));
    },
  },
  {
    service: 'promotion',
    request: 'apply 1,000 rules with limits to 20 orders at once, all of them met',
    prepare: (clients) =>
      atATime(16, 0, many(1_000), async (i) => {
        await clients('promotion').send(
          post('/admin/rules', {
            promo_id: `met-${i}`,
            name: `Met ${i}`,
            priority: i,
            stackable: true,
            discount: { type: 'percentage', value: 0.01 },
            condition_tree: { type: 'Area', value: ['hub'] },
            usage_limits: { per_user: 100, global: 1_000_000, ttl_seconds: 1_000 },
          }),
        );
      }),
    begin: async (clients, round) => {
      const cart = { total: 1_000, hub_id: 'hub', items: [] };
      const promo_ids = Array.from({ length: many(1_000) }, (_, i) => `met-${i}`);
      return () =>
        atOnce(20, (i) => {
          const id = `customer-${inRound(round, i)}`;
          const customer = { id, device_fingerprint: id, order_count: 1 };
          const body = { promo_ids, order_id: `order-${id}`, cart, customer };
          return clients('promotion').send(post('/apply', body));
        });
    },
  },
  {
    service: 'promotion',
    request: '20 rules of 1 MiB at once',
    begin: async (clients, round) => () =>
      atOnce(20, (i) =>
        clients('promotion').send(post('/admin/rules', largeRule(inRound(round, i)))),
      ),
  },
  {
    service: 'promotion',
    request: 'validate 20 rules of 1 MiB at once',
    begin: async (clients) => {
      const cart = { total: 1_000, hub_id: 'hub', items: [] };
      const customer = { id: 'ann', device_fingerprint: 'ann', order_count: 1 };
      return () =>
        atOnce(20, (i) => {
          const body = { promo_id: `large-${i}`, cart, customer };
          return clients('promotion').send(post('/validate', body));
        });
    },
  },
  {
    service: 'promotion',
    request: 'list 1,000 rules of 1,000 nodes',
    begin: async (clients) => () => clients('promotion').send(get('/admin/rules')),
  },
  {
    service: 'promotion',
    request: `draw ${many(10_000)} codes, 5 times at once`,
    prepare: async (clients) => {
      const condition_tree = { type: 'Area', value: ['nowhere'] };
      const rule = { name: 'Coded', priority: 1, stackable: true, requires_code: true };
      const discount = { type: 'fixed', value: 1 };
      await clients('promotion').send(
        post('/admin/rules', { promo_id: 'coded', ...rule, discount, condition_tree }),
      );
    },
    begin: async (clients) => () =>
      atOnce(5, () =>
        clients('promotion').send(post('/admin/rules/coded/codes', { count: many(10_000) })),
      ),
  },
  {
    service: 'promotion',
    request: 'qualify among 2,000 rules, most of 1,000 nodes',
    begin: async (clients) => {
      const cart = { total: 1_000, hub_id: 'hub', items: [] };
      const customer = { id: 'ann', device_fingerprint: 'ann', order_count: 1 };
      return () => clients('promotion').send(post('/qualify', { cart, customer }));
    },
  },
  {
    service: 'promotion',
    request: 'the best of 20 rules on 1,000 items, 20 times at once',
    prepare: (clients) =>
      atATime(16, 0, 20, async (i) => {
        const skus = Array.from({ length: 1_000 }, (_, k) => `sku-${k}`).filter(
          (_, k) => k & (1 << (i % 10)),
        );
        await clients('promotion').send(
          post('/admin/rules', {
            promo_id: `items-${i}`,
            name: `Items ${i}`,
            priority: i,
            stackable: i % 5 > 0,
            discount: { type: 'percentage', value: 3 + i, applies_to: { skus } },
            condition_tree: { type: 'MinTransaction', value: 0 },
          }),
        );
      }),
    begin: async (clients, round) => {
      const items = Array.from({ length: 1_000 }, (_, i) => {
        return { sku: `sku-${i}`, category: 'all', price: 1 + i / 100, qty: 1 };
      });
      const promo_ids = Array.from({ length: 20 }, (_, i) => `items-${i}`);
      return () =>
        atOnce(20, (i) => {
          const id = `chooser-${inRound(round, i)}`;
          const customer = { id, device_fingerprint: id, order_count: 1 };
          const cart = { total: 6_000, hub_id: 'hub', items };
          const body = { promo_ids, choose: 'best', cart, customer };
          return clients('promotion').send(post('/apply', body));
        });
    },
  },
  {
    service: 'dispatch-b',
    request: `a batch of 200 orders for 1,000 drivers`,
    prepare: async (clients) => {
      const client = clients('dispatch-b');
      await client.send(post('/admin/hubs', { hub_id: 'hub', lat: 12.97, lng: 77.59 }));
      await atATime(32, 0, many(1_000), async (i) => {
        const place = { lat: 12.97 + (i % 30) / 1_000, lng: 77.59 + (i % 37) / 1_000 };
        await client.send(post('/dispatch/driver/location', { driver_id: `d-${i}`, ...place }));
      });
    },
    begin: async (clients, round) => async () => {
      await atATime(64, 0, many(200), async (i) => {
        const order = { order_id: `o-${round}-${i}`, hub_id: 'hub', priority: 'normal' };
        await clients('dispatch-b').send(post('/dispatch/order', order));
      });
      // A batch is taken five seconds after its first order at the latest.
      await sleep(isQuick ? 100 : 6_000);
    },
  },
  {
    service: 'dispatch-b',
    request: 'list 1,000 drivers, 20 at once',
    begin: async (clients) => () =>
      atOnce(20, () => clients('dispatch-b').send(get('/admin/drivers?limit=1000'))),
  },
  {
    service: 'dispatch-b',
    request: 'replay the batches of 200 orders for 1,000 drivers',
    begin: async (clients) => () => clients('dispatch-b').send(post('/admin/replay', {})),
  },
  {
    service: 'geo',
    request: 'a hub of 50 km',
    begin: async (clients, round) => {
      const place = { lat: 12.97, lng: 77.59 + round / 100, coverage_radius_km: isQuick ? 5 : 50 };
      const hub = { hub_id: 'large', name: 'Large', ...place };
      return () => clients('geo').send(post('/admin/hubs', hub));
    },
  },
  {
    service: 'geo',
    request: '20 hubs of 50 km at once',
    begin: async (clients, round) => {
      const place = { lat: 28.61, lng: 77.2 + round / 100, coverage_radius_km: isQuick ? 5 : 50 };
      return () =>
        atOnce(20, (i) =>
          clients('geo').send(post('/admin/hubs', { hub_id: `large-${i}`, name: 'L', ...place })),
        );
    },
  },
  {
    service: 'geo',
    request: 'list 5,000 hubs, 20 at once',
    prepare: (clients) =>
      atATime(32, 0, many(5_000), async (i) => {
        const place = { lat: -20 + (i % 70) / 10, lng: i / 100, coverage_radius_km: 0.1 };
        await clients('geo').send(
          post('/admin/hubs', { hub_id: `small-${i}`, name: 'S', ...place }),
        );
      }),
    begin: async (clients) => () => atOnce(20, () => clients('geo').send(get('/admin/hubs'))),
  },
  {
    service: 'geo',
    request: 'look up 20 hubs of 50 km at once',
    begin: async (clients) => () =>
      atOnce(20, (i) => clients('geo').send(get(`/admin/hubs/large-${i}`))),
  },
  {
    service: 'autocomplete',
    request: 'train 10,000 new terms of 256 characters',
    begin: async (clients, round) => {
      const terms = Array.from({ length: many(10_000) }, (_, i) => textOf(inRound(round, i), 256));
      return () => clients('autocomplete').send(post('/train/bulk', { terms }));
    },
  },
  {
    service: 'autocomplete',
    request: 'train 10,000 new terms of 256 astral characters',
    begin: async (clients, round) => {
      const terms = Array.from({ length: many(10_000) }, (_, i) => astralOf(inRound(round, i)));
      return () => clients('autocomplete').send(post('/train/bulk', { terms }));
    },
  },
  {
    service: 'autocomplete',
    request: 'train 20 lists of 10,000 terms of 100 CJK characters at once',
    begin: async (clients, round) => {
      const lists = Array.from({ length: 20 }, (_, list) =>
        Array.from({ length: many(10_000) }, (_, i) =>
          cjkOf(inRound(round, list * 10_000 + i), 100),
        ),
      );
      return () =>
        atOnce(20, (i) => clients('autocomplete').send(post('/train/bulk', { terms: lists[i] })));
    },
  },
  {
    service: 'autocomplete',
    request: 'the 1,000 best of all terms, of 256 control characters, 20 at once',
    prepare: async (clients) => {
      const terms = Array.from({ length: 1_000 }, (_, i) => controlsOf(i));
      for (let i = 0; i < 10; i++)
        await clients('autocomplete').send(post('/train/bulk', { terms }));
    },
    begin: async (clients) => () =>
      atOnce(20, () => clients('autocomplete').send(get('/autocomplete?q=&limit=1000'))),
  },
  {
    service: 'autocomplete',
    request: 'the 1,000 best of all terms',
    begin: async (clients) => () =>
      clients('autocomplete').send(get('/autocomplete?q=&limit=1000')),
  },
  {
    service: 'key-value',
    request: 'put and get 1 MiB',
    begin: async (clients, round) => {
      const client = clients('key-value');
      const body = textOf(round, 1024 * 1024);
      return async () => {
        await client.send({ method: 'PUT', path: '/large', body });
        await client.send(get('/large'));
      };
    },
  },
  {
    service: 'key-value',
    request: 'put and get 20 values of 1 MiB at once',
    begin: async (clients, round) => {
      const client = clients('key-value');
      const bodies = Array.from({ length: 20 }, (_, i) => textOf(inRound(round, i), 1024 * 1024));
      return async () => {
        await atATime(20, 0, 20, async (i) => {
          await client.send({ method: 'PUT', path: `/large-${i}`, body: bodies[i]! });
        });
        await atATime(20, 0, 20, async (i) => void (await client.send(get(`/large-${i}`))));
      };
    },
  },
  {
    service: 'key-value',
    request: 'plan for 256 nodes, 20 at once',
    begin: async (clients, round) => {
      const nodes = Array.from({ length: 256 }, (_, i) => `planned-${round}-${i}`);
      return () =>
        atATime(20, 0, 20, async () => {
          await clients('console').send(post('/admin/ring/plan', { nodes }));
        });
    },
  },
  {
    service: 'key-value',
    request: `move ${many(20_000)} keys to another node`,
    prepare: (clients) =>
      atATime(64, 0, many(20_000), async (i) => {
        await clients('key-value').send({
          method: 'PUT',
          path: `/key-${i}`,
          body: 'x'.repeat(100),
        });
      }),
    begin: async (clients, round) => {
      const nodes = round % 2 === 0 ? ['default', 'second'] : ['default'];
      return () => clients('console').send(post('/admin/ring', { nodes }));
    },
  },
  {
    service: 'key-value',
    request: `10 pages of 1,000 keys of ${many(20_000)}, on 256 nodes`,
    prepare: async (clients) => {
      const nodes = Array.from({ length: 256 }, (_, i) => `listed-${i}`);
      await clients('console').send(post('/admin/ring', { nodes }));
    },
    begin: async (clients) => () =>
      atATime(10, 0, 10, async (i) => {
        await clients('key-value').send(get(`/?prefix=key-${i}&limit=1000`));
      }),
  },
  {
    service: 'key-value',
    request: `a ring of 256 nodes in the place of 256 others, with ${many(20_000)} keys`,
    prepare: async (clients) => {
      const nodes = Array.from({ length: 256 }, (_, i) => `first-${i}`);
      await clients('console').send(post('/admin/ring', { nodes }));
    },
    begin: async (clients, round) => {
      const nodes = Array.from({ length: 256 }, (_, i) => `node-${round}-${i}`);
      return () => clients('console').send(post('/admin/ring', { nodes }));
    },
  },
  {
    service: 'file-store',
    request: 'upload and download 64 MiB',
    begin: async (clients, round) => {
      const client = clients('file-store');
      const body = Buffer.alloc((isQuick ? 1 : 64) * 1024 * 1024, `round ${round} `);
      return async () => {
        const path = `/files?name=large-${round}&owner_id=ann`;
        const answer = await client.send({ method: 'POST', path, body });
        const { file } = JSON.parse(answer) as { file: { id: string } };
        await client.send(get(`/files/${file.id}/download`));
      };
    },
  },
  {
    service: 'file-store',
    request: 'upload 200 MiB by tus, and join its pieces',
    begin: async (_clients, round) => {
      const body = Buffer.alloc((isQuick ? 1 : 200) * 1024 * 1024, `round ${round} `);
      const url = addresses.get('file-store')!;
      const tus = { 'tus-resumable': '1.0.0' };
      const metadata = `name ${btoa('a')},owner_id ${btoa('ann')}`;
      const begun = await fetch(`${url}/uploads`, {
        method: 'POST',
        headers: { ...tus, 'upload-length': String(body.length), 'upload-metadata': metadata },
      });
      const type = { 'content-type': 'application/offset+octet-stream' };
      const headers = { ...tus, ...type, 'upload-offset': '0' };
      const address = `${url}/${begun.headers.get('location')}`;
      return async () => {
        const sent = await fetch(address, { method: 'PATCH', headers, body });
        if (sent.status !== 204) throw new Error(`tus: ${sent.status}`);
      };
    },
  },
  {
    service: 'file-store',
    request: `list a folder of ${many(10_000)} files`,
    prepare: (clients) =>
      atATime(64, 0, many(10_000), async (i) => {
        const path = `/files?name=f-${i}&owner_id=bob`;
        await clients('file-store').send({ method: 'POST', path, body: `file ${i}` });
      }),
    begin: async (clients) => () =>
      clients('file-store').send(get('/folders/root/children?owner_id=bob')),
  },
  {
    service: 'file-store',
    request: `list a folder of ${many(10_000)} files, 20 at once`,
    begin: async (clients) => () =>
      atOnce(20, () => clients('file-store').send(get('/folders/root/children?owner_id=bob'))),
  },
  {
    service: 'file-store',
    request: `list the top level of ${many(10_000)} files for a user who sees none`,
    begin: async (clients) => () =>
      clients('file-store').send({
        ...get('/folders/root/children'),
        headers: { 'x-user-id': 'eve' },
      }),
  },
  {
    service: 'file-store',
    request: `delete a folder of ${many(10_000)} files`,
    begin: async (clients, round) => {
      const client = clients('file-store');
      const folder = { name: `folder-${round}`, owner_id: 'cleo' };
      const { id } = JSON.parse(await client.send(post('/folders', folder))) as { id: string };
      await atATime(64, 0, many(10_000), async (i) => {
        const path = `/files?name=f-${i}&owner_id=cleo&parent_id=${id}`;
        await client.send({ method: 'POST', path, body: `file ${i} of ${round}` });
      });
      return () => client.send({ method: 'DELETE', path: `/folders/${id}?recursive=true` });
    },
  },
  {
    service: 'file-store',
    request: `list ${many(10_000)} versions`,
    prepare: async (clients) => {
      const path = '/files?name=versions&owner_id=ann';
      await clients('file-store').send({ method: 'POST', path, body: 'x' });
    },
    begin: async (clients, round) => {
      const client = clients('file-store');
      const { children } = JSON.parse(
        await client.send(get('/folders/root/children?owner_id=ann')),
      ) as { children: { id: string; name: string }[] };
      const { id } = children.find(({ name }) => name === 'versions')!;
      const put: Ask = { method: 'PUT', path: `/files/${id}`, body: 'x' };
      if (round === 0)
        await atATime(64, 0, many(10_000), async () => void (await client.send(put)));
      return () => client.send(get(`/files/${id}/versions?content=false`));
    },
  },
  {
    service: 'file-store',
    request: `list ${many(10_000)} versions with their contents`,
    begin: async (clients) => {
      const client = clients('file-store');
      const { children } = JSON.parse(
        await client.send(get('/folders/root/children?owner_id=ann')),
      ) as { children: { id: string; name: string }[] };
      const { id } = children.find(({ name }) => name === 'versions')!;
      return () => client.send(get(`/files/${id}/versions`));
    },
  },
  {
    service: 'video-catalog',
    request: `list all ${many(10_000)} videos`,
    prepare: (clients) =>
      atATime(64, 0, many(10_000), async (i) => {
        const body = { title: `Video ${i}`, description: textOf(i, 500), tags: ['tea'] };
        await clients('video-catalog').send(post('/videos', body));
      }),
    begin: async (clients) => () => clients('video-catalog').send(get('/videos')),
  },
  {
    service: 'video-catalog',
    request: 'a description of 64 KiB and 64 tags',
    begin: async (clients, round) => {
      const description = Array.from({ length: 65_536 }, (_, i) =>
        String.fromCodePoint(0x4e00 + ((i * 7_919 + round) % 20_000)),
      ).join('');
      const tags = Array.from({ length: 64 }, (_, i) => textOf(inRound(round, i), 256));
      const body = { title: 'Long', description: description.slice(0, 21_800), tags };
      return () => clients('video-catalog').send(post('/videos', body));
    },
  },
  {
    service: 'video-catalog',
    request: '20 uploads of 65,536 CJK characters at once',
    begin: async (clients, round) => {
      const bodies = Array.from({ length: 20 }, (_, i) => {
        const tags = Array.from({ length: 64 }, (_, tag) => astralOf(i * 100 + tag));
        return { title: `Long ${i}`, description: cjkOf(inRound(round, i), 65_536), tags };
      });
      return () => atOnce(20, (i) => clients('video-catalog').send(post('/videos', bodies[i]!)));
    },
  },
  {
    service: 'video-catalog',
    request: '20 uploads of 2,000 different CJK characters, again and again',
    begin: async (clients, round) => {
      const bodies = Array.from({ length: 20 }, (_, i) => {
        const description = cjkOf(inRound(round, i), 1_950).repeat(33);
        return { title: `Long ${i}`, description };
      });
      return () => atOnce(20, (i) => clients('video-catalog').send(post('/videos', bodies[i]!)));
    },
  },
  {
    service: 'video-catalog',
    request: '20 uploads of 65,536 letters beyond U+FFFF that have another case',
    begin: async (clients) => {
      const description = String.fromCodePoint(
        ...Array.from({ length: 40 }, (_, i) => 0x10400 + i),
      );
      const body = { title: `Long`, description: description.repeat(1_638) };
      return () => atOnce(20, () => clients('video-catalog').send(post('/videos', body)));
    },
  },
  {
    service: 'video-catalog',
    request: '20 lists at once, of long texts',
    begin: async (clients) => () =>
      atOnce(20, () => clients('video-catalog').send(get('/videos?limit=300'))),
  },
  {
    service: 'video-catalog',
    request: '20 searches in long texts at once',
    begin: async (clients) => () =>
      atOnce(20, (i) =>
        clients('video-catalog').send(
          get(`/search?q=${encodeURIComponent(`Long${cjkOf(i, 255)}`.slice(0, 256))}`),
        ),
      ),
  },
  {
    service: 'video-catalog',
    request: 'search that nothing matches',
    begin: async (clients) => () =>
      clients('video-catalog').send(get('/search?q=zyxwvutsrqponmlkjihgfedcba')),
  },
  {
    service: 'video-catalog',
    request: '20 texts of 2,000 different CJK characters replaced at once',
    begin: async (clients, round) => {
      const text = (i: number) => cjkOf(inRound(round, i), 1_950).repeat(33);
      const paths = await uploadTexts(clients, 20, text);
      const edits = paths.map((path, i) => ({
        ...post(path, { description: text(i + 20) }),
        method: 'PATCH' as const,
      }));
      return () => atOnce(20, (i) => clients('video-catalog').send(edits[i]!));
    },
  },
  {
    service: 'video-catalog',
    request: '20 videos with such texts deleted at once',
    begin: async (clients, round) => {
      const text = (i: number) => cjkOf(inRound(round, i + 40), 1_950).repeat(33);
      const paths = await uploadTexts(clients, 20, text);
      return () =>
        atOnce(20, (i) => clients('video-catalog').send({ method: 'DELETE', path: paths[i]! }));
    },
  },
  {
    service: 'video-catalog',
    request: `list all ${many(10_000)} videos by views`,
    begin: async (clients) => () => clients('video-catalog').send(get('/videos?sort=views')),
  },
  {
    service: 'video-catalog',
    request: '20 searches by views that few videos match, at once',
    begin: async (clients) => () =>
      atOnce(20, (i) =>
        clients('video-catalog').send(get(`/search?q=Video%20${i}0&sort=views&tag=tea`)),
      ),
  },
  {
    service: 'url-shortener',
    request: 'shorten 2,048 characters',
    begin: async (clients, round) => {
      const url = `https://example.com/${round}/${letters.repeat(80)}`.slice(0, 2_048);
      return () => clients('url-shortener').send(post('/shorten', { url }));
    },
  },
  {
    service: 'url-shortener',
    request: `${many(1_000)} links of 4 KiB, half of it escaped`,
    begin: async (clients, round) => {
      const escaped = String.raw`\u00fc`.repeat(340);
      const links = Array.from({ length: many(1_000) }, (_, i) => {
        const rest = letters.repeat(60).slice(0, 1_500);
        return `{"url":"https://example.com/${round}/${i}/${escaped}/${rest}","tags":["a","b"]}`;
      });
      const body = `{"links":[${links.join(',')}]}`;
      return () => clients('url-shortener').send({ method: 'POST', path: '/shorten/bulk', body });
    },
  },
  {
    service: 'url-shortener',
    request: `list ${many(1_000)} links of 8,000 characters`,
    prepare: async (clients) => {
      const url = `https://example.com/${'ü'.repeat(1_300)}`;
      const links = Array.from({ length: many(1_000) }, () => ({ url, tags: ['long'] }));
      await clients('url-shortener').send(post('/shorten/bulk', { links }));
    },
    begin: async (clients) => () =>
      clients('console').send(get('/admin/links?tag=long&limit=1000')),
  },
  {
    service: 'url-shortener',
    request: `redirects of ${many(10_000)} links, all recorded at once`,
    begin: async (clients) => {
      const client = clients('url-shortener');
      const codes: string[] = [];
      for (let i = 0; i < many(10_000); i += 1_000) {
        const links = Array.from({ length: Math.min(1_000, many(10_000)) }, () => ({
          url: 'https://example.com/',
        }));
        const answer = await client.send(post('/shorten/bulk', { links }));
        const { results } = JSON.parse(answer) as { results: { code: string }[] };
        codes.push(...results.map(({ code }) => code));
      }
      return async () => {
        await atATime(64, 0, codes.length, async (i) => {
          await client.send(get(`/${codes[i]}`));
        });
        await sleep(isQuick ? 0 : 1_000);
      };
    },
  },
  {
    service: 'url-shortener',
    request: '20 bodies of 1 MiB with 29,000 members at once',
    begin: async (clients) => {
      const body = { url: 'https://example.com/', ...manyMembers() };
      return () => atOnce(20, () => clients('url-shortener').send(post('/shorten', body)));
    },
  },
  {
    service: 'chat',
    request: `4 KiB to ${many(1_000)} sockets`,
    begin: async (_clients, _round) => {
      const { port } = new URL(addresses.get('chat')!);
      const sockets: FrameClient[] = [];
      for (let i = 0; i < many(1_000); i++)
        sockets.push(await FrameClient.open(Number(port), plain));
      return async () => {
        sockets[0]!.say('x'.repeat(4_096));
        while (sockets.some(({ count }) => count === 0)) await sleep(1);
        for (const socket of sockets) socket.close();
      };
    },
  },
  {
    service: 'chat',
    request: 'the latest messages of a room, of 4 KiB, 20 at once',
    prepare: async () => {
      const { port } = new URL(addresses.get('chat')!);
      const socket = await FrameClient.open(Number(port), plain);
      const before = socket.count;
      for (let i = 0; i < 100; i++) socket.say('x'.repeat(4_096));
      while (socket.count < before + 100) await sleep(1);
      socket.close();
    },
    begin: async (clients) => () =>
      atATime(20, 0, 20, async () => {
        await clients('chat').send(get('/api/rooms/bench/messages'));
      }),
  },
  {
    service: 'notification',
    request: 'an inbox page of texts of 64 KiB',
    prepare: (clients) =>
      atATime(16, 0, many(1_000), async (i) => {
        const body = textOf(i, 65_536);
        const send = { user_id: 'ann', channel: 'in_app', title: `No. ${i}`, body };
        await clients('notification').send(post('/send', send));
      }),
    begin: async (clients) => () => clients('notification').send(get('/notifications?user=ann')),
  },
  {
    service: 'notification',
    request: '5 inbox pages of 300 texts of 64 Ki control characters at once',
    prepare: (clients) =>
      atATime(16, 0, many(300), async (i) => {
        const body = controlsOf(i, 65_536);
        const send = { user_id: 'eve', channel: 'in_app', title: `No. ${i}`, body };
        await clients('notification').send(post('/send', send));
      }),
    begin: async (clients) => () =>
      atOnce(5, () => clients('notification').send(get('/notifications?user=eve'))),
  },
  {
    service: 'notification',
    request: 'send 20 texts of 64 Ki control characters at once',
    begin: async (clients, round) => {
      const body = controlsOf(round, 65_536);
      const sent = { user_id: 'bob', channel: 'in_app', title: 'Long', body };
      return () => atOnce(20, () => clients('notification').send(post('/send', sent)));
    },
  },
  {
    service: 'rate-limiter',
    request: 'a limited request',
    begin: async (clients) => () =>
      clients('rate-limiter').send({ ...get('/limited'), also: [429] }),
  },
  {
    service: 'news-feed',
    request: `a post to ${many(10_000)} followers`,
    prepare: async (clients) => {
      const client = clients('news-feed');
      await client.send(post('/users', { id: 'star' }));
      await atATime(64, 0, many(10_000), async (i) => {
        await client.send(post('/users', { id: `fan-${i}` }));
        await client.send(post('/follow', { follower_id: `fan-${i}`, followee_id: 'star' }));
        await client.send(get(`/timeline?user=fan-${i}`));
      });
    },
    begin: async (clients, round) => {
      const content = textOf(round, 10_000);
      return () => clients('news-feed').send(post('/posts', { user_id: 'star', content }));
    },
  },
  {
    service: 'news-feed',
    request: 'a timeline of 1,000 posts of 10,000 characters',
    prepare: async (clients) => {
      const client = clients('news-feed');
      await client.send(post('/users', { id: 'writer' }));
      await client.send(post('/users', { id: 'reader' }));
      await client.send(post('/follow', { follower_id: 'reader', followee_id: 'writer' }));
      await atATime(16, 0, many(1_000), async (i) => {
        await client.send(post('/posts', { user_id: 'writer', content: textOf(i, 10_000) }));
      });
    },
    begin: async (clients) => () =>
      clients('news-feed').send(get('/timeline?user=reader&limit=1000')),
  },
  ...(['\u0001', '\u{1f600}', '"\\'] as const).map((costly): Heavy => ({
    service: 'news-feed',
    request: `5 timelines of 1,000 posts of 10,000 characters ${JSON.stringify(costly)} at once`,
    prepare: async (clients) => {
      const client = clients('news-feed');
      const writer = `writer-${costly.codePointAt(0)}`;
      const reader = `reader-${costly.codePointAt(0)}`;
      await client.send(post('/users', { id: writer }));
      await client.send(post('/users', { id: reader }));
      await client.send(post('/follow', { follower_id: reader, followee_id: writer }));
      await atATime(16, 0, many(1_000), async (i) => {
        const content = `${i} ${costly.repeat((9_990 / costly.length) * (costly.codePointAt(0)! > 0xffff ? 2 : 1))}`;
        await client.send(post('/posts', { user_id: writer, content }));
      });
    },
    begin: async (clients) => () =>
      atOnce(5, () =>
        clients('news-feed').send(get(`/timeline?user=reader-${costly.codePointAt(0)}&limit=1000`)),
      ),
  })),
  {
    service: 'news-feed',
    request: `a list of ${many(1_000)} comments of 10,000 characters`,
    prepare: async (clients) => {
      const client = clients('news-feed');
      const path = `/posts/${await feedPost(client, 'asker')}/comments`;
      await atATime(16, 0, many(1_000), async (i) => {
        await client.send(
          post(path, { user_id: 'asker', content: `${i}${'\u{1f600}'.repeat(9_990)}` }),
        );
      });
      feedPaths.set('comments', `${path}?limit=1000`);
    },
    begin: async (clients) => () => clients('news-feed').send(get(feedPaths.get('comments')!)),
  },
  {
    service: 'news-feed',
    request: `a timeline of ${many(1_000)} posts with 64 kinds of reactions and an extra of 4 KiB`,
    prepare: async (clients) => {
      const client = clients('news-feed');
      await atATime(16, 0, many(1_000), async () => {
        const id = await feedPost(client, 'popular', { extra: { text: 'x'.repeat(4_000) } });
        for (let kind = 0; kind < 64; kind++) {
          const path = `/posts/${id}/reactions/${'k'.repeat(30)}${kind}?user=popular`;
          await client.send({ method: 'PUT', path });
        }
      });
    },
    begin: async (clients) => () =>
      clients('news-feed').send(get('/timeline?user=popular&limit=1000')),
  },
  {
    service: 'news-feed',
    request: `${many(1_000)} follows with 10 posts each: a mute, the timeline, and why a post was trimmed`,
    prepare: async (clients) => {
      const client = clients('news-feed');
      await client.send(post('/users', { id: 'fan' }));
      await atATime(16, 0, many(1_000), async (i) => {
        const author = `idol-${i}`;
        let id = '';
        for (let n = 0; n < 10; n++) {
          const made = await feedPost(client, author);
          id ||= made;
        }
        if (i === 0) feedPaths.set('trimmed', `/timeline/why?user=fan&post=${id}`);
        const follow = { follower_id: 'fan', followee_id: author, backfill: 10 };
        await client.send(post('/follow', follow));
      });
    },
    begin: async (clients, round) => async () => {
      const client = clients('news-feed');
      await client.send({ method: 'PUT', path: `/mutes?user=fan&muted=idol-${round}` });
      await client.send(get('/timeline?user=fan&limit=1000'));
      await client.send(get(feedPaths.get('trimmed')!));
    },
  },
  {
    service: 'news-feed',
    request: `a stream that resumes ${many(1_000)} posts of 10,000 characters behind`,
    prepare: async (clients) => {
      const client = clients('news-feed');
      const content = '\u{1f600}'.repeat(10_000);
      await atATime(16, 0, many(1_000), async () => {
        await feedPost(client, 'novelist', { content });
      });
    },
    begin: async () => () => readStream('/timeline/stream?user=novelist', many(1_000)),
  },
  {
    service: 'crawler',
    request: 'a job of 1,000 pages',
    begin: async (clients) => () =>
      crawl(clients, { url: `${site.url}/0/0`, max_pages: many(1_000) }),
  },
  ...Object.keys(largePages).map((name): Heavy => ({
    service: 'crawler',
    request: `a page of 1 MiB: ${name}`,
    begin: async (clients, round) => async () => {
      const url = `${large.url}/${encodeURIComponent(name)}?round=${round}`;
      await crawl(clients, { url, max_pages: 1 });
    },
  })),
  {
    service: 'crawler',
    request: '10 pages of 1 MiB of links at once',
    begin: async (clients, round) => () =>
      atATime(10, 0, 10, async (i) => {
        const url = `${large.url}/the%20most%20links?round=${round}-${i}`;
        await crawl(clients, { url, max_pages: 1 });
      }),
  },
];

spawnSync('taskset', ['-cp', '1', String(process.pid)]);
const addresses = new Map<string, string>();
const site = await startSite(1);
const large = await startLargePages();
const rows = [];
try {
  const wanted = heavy.filter(({ service }) => only === undefined || service === only);
  // What runs briefly need not wait for sixteen starts.
  const alike = Map.groupBy(wanted, ({ service }) => (isQuick ? 'all' : service));
  for (const requests of alike.values()) rows.push(...(await measureAll(requests)));
} finally {
  site.stop();
  large.stop();
}
console.log(`ms; the worst of ${rounds} rounds`);
printTable(rows);

/** In a process of its own: the garbage of another service's requests would count for this one's. */
function measureAll(requests: readonly Heavy[]) {
  return withFolder(async (folder) => {
    const child = await startAll(folder);
    const measured = [];
    try {
      for (const one of requests) measured.push(await measure(one, child));
    } finally {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    }
    return measured;
  });
}

/** Fills `addresses`. */
async function startAll(folder: string): Promise<ChildProcess> {
  const names = [...serviceNames.map(portVariableName), 'CONSOLE_PORT'];
  const ports: [string, string][] = [];
  for (const name of names) ports.push([name, String(await freePort())]);
  const none = { STORE_ADDR: '', DATABASE_URL: '', CRAWL_DELAY_MS: '0' };
  const env = { ...process.env, ...Object.fromEntries(ports), ...none, DATA_DIR: folder };
  const args = ['-c', '0', process.execPath, '--import', './bench/lib/turns.ts', 'src/main.ts'];
  const stdio = ['ignore', 'pipe', 'inherit', 'ipc'] as const;
  const child = spawn('taskset', args, { cwd: root, env, stdio: [...stdio] });
  for await (const line of createInterface({ input: child.stdout! })) {
    const [name = '', address = ''] = line.split(/\s+/);
    addresses.set(name, address);
    if (name === 'console') break;
  }
  return child;
}

/** The turn of the event loop that used most CPU since it was last asked. */
async function longestTurn(child: ChildProcess): Promise<Turn> {
  child.send('longest turn');
  const [longest] = (await once(child, 'message')) as [Turn];
  return longest;
}

async function measure({ service, request, prepare, begin }: Heavy, child: ChildProcess) {
  const opened = new Map<string, Client>();
  const clients: Clients = (name) => {
    const known = opened.get(name) ?? new Client(addresses.get(name)!);
    opened.set(name, known);
    return known;
  };
  const probed = { address: addresses.get('console')!, path: '/readyz' };
  const waits: number[] = [];
  const turns: Turn[] = [];
  const times: number[] = [];
  let quiet = 0;
  try {
    await prepare?.(clients);
    for (let round = 0; round < rounds; round++) {
      const heavyRequest = await begin(clients, round);
      await sleep(isQuick ? 50 : 500); // checkpoints of what was prepared
      quiet = Math.max(quiet, await longestWait(probed, () => sleep(isQuick ? 50 : 500)));
      await longestTurn(child);
      waits.push(
        await longestWait(probed, async () => {
          const started = performance.now();
          await heavyRequest();
          times.push(performance.now() - started);
        }),
      );
      turns.push(await longestTurn(child));
    }
  } finally {
    await Promise.all([...opened.values()].map((client) => client.close()));
  }
  const worst = turns.reduce((a, b) => (a.cpu > b.cpu ? a : b));
  return {
    service,
    request,
    'takes, ms': Math.max(...times).toFixed(0),
    'CPU of the longest turn': `${worst.cpu.toFixed(1)}${worst.cpu > limit ? ` (over ${limit})` : ''}`,
    'of it garbage collection': worst.collecting.toFixed(1),
    'longest wait': Math.max(...waits).toFixed(1),
    'wait without it': quiet.toFixed(1),
  };
}

/** Starts a job, and waits for its end. */
async function crawl(clients: Clients, job: { url: string; max_pages: number }): Promise<void> {
  const client = clients('crawler');
  const { job_id } = JSON.parse(await client.send(post('/crawl', job))) as { job_id: string };
  for (;;) {
    await sleep(200);
    const answer = await client.send(get(`/crawl/${job_id}?limit=1`));
    if ((JSON.parse(answer) as { job: { status: string } }).job.status === 'completed') return;
  }
}
