/**
 * How long one request may hold up the others: all services in one process on their embedded
 * stores, the heaviest valid request of each, and meanwhile the longest wait of a GET /readyz.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { portVariableName } from '../src/kit/host/env.ts';
import { serviceNames } from '../src/services.ts';
import { atATime, Client, type Ask } from './lib/client.ts';
import { longestWait } from './lib/probe.ts';
import { freePort, isQuick, printTable, root, rounds, withFolder } from './lib/harness.ts';
import { startSite } from './lib/site.ts';
import { FrameClient, plain } from './lib/sockets.ts';

/** The largest wait that we allow one request to cause, milliseconds. */
const limit = 20;
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
/** Different numbers for things that each round makes anew. */
const inRound = (round: number, i: number) => round * 1_000_000 + i;

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
    request: `draw among ${many(10_000)} entries`,
    begin: async (clients, round) => {
      const client = clients('flash-sale');
      const product_id = `drawn-${round}`;
      const product = { product_id, total_stock: many(10_000), flow: 'lottery' };
      await client.send(post('/admin/flash-sale/init-product', product));
      await atATime(32, 0, many(10_000), async (i) => {
        const entry = { product_id, user_id: `user-${i}`, device_fp: `device-${round}-${i}` };
        await client.send(post('/flash-sale/lottery/enter', entry));
      });
      const draw = { product_id, winners: many(10_000) / 2 };
      return () => client.send(post('/admin/flash-sale/lottery/draw', draw));
    },
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
      const lists = Array.from({ length: many(1_000) }, (_, id) => ({
        id: `list-${id}`,
        items: Array.from({ length: 10 }, (_, k) => `user-${(id * 31 + k * 7) % 1_000}`),
      }));
      return () => clients('promotion').send(post('/admin/fraud/similarity', { lists }));
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
    service: 'geo',
    request: 'a hub of 50 km',
    begin: async (clients, round) => {
      const place = { lat: 12.97, lng: 77.59 + round / 100, coverage_radius_km: isQuick ? 5 : 50 };
      const hub = { hub_id: 'large', name: 'Large', ...place };
      return () => clients('geo').send(post('/admin/hubs', hub));
    },
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
    request: `list the top level of ${many(10_000)} files for a user who sees none`,
    begin: async (clients) => () =>
      clients('file-store').send({
        ...get('/folders/root/children'),
        headers: { 'x-user-id': 'eve' },
      }),
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
    request: 'search that nothing matches',
    begin: async (clients) => () =>
      clients('video-catalog').send(get('/search?q=zyxwvutsrqponmlkjihgfedcba')),
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
  {
    service: 'crawler',
    request: 'a job of 1,000 pages',
    begin: async (clients) => async () => {
      const client = clients('crawler');
      const job = { url: `${site.url}/0/0`, max_pages: many(1_000) };
      const { job_id } = JSON.parse(await client.send(post('/crawl', job))) as { job_id: string };
      for (;;) {
        await sleep(200);
        const answer = await client.send(get(`/crawl/${job_id}?limit=1`));
        if ((JSON.parse(answer) as { job: { status: string } }).job.status === 'completed') return;
      }
    },
  },
];

spawnSync('taskset', ['-cp', '1', String(process.pid)]);
const addresses = new Map<string, string>();
const site = await startSite(1);
await withFolder(async (folder) => {
  const child = await startAll(folder);
  try {
    const rows = [];
    for (const one of heavy) rows.push(await measure(one));
    console.log(`longest wait of a GET /readyz, ms; the worst of ${rounds} rounds`);
    printTable(rows);
  } finally {
    site.stop();
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
});

/** Fills `addresses`. */
async function startAll(folder: string): Promise<ChildProcess> {
  const names = [...serviceNames.map(portVariableName), 'CONSOLE_PORT'];
  const ports: [string, string][] = [];
  for (const name of names) ports.push([name, String(await freePort())]);
  const none = { STORE_ADDR: '', DATABASE_URL: '', CRAWL_DELAY_MS: '0' };
  const env = { ...process.env, ...Object.fromEntries(ports), ...none, DATA_DIR: folder };
  const args = ['-c', '0', process.execPath, 'src/main.ts'];
  const child = spawn('taskset', args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const [name = '', address = ''] = line.split(/\s+/);
    addresses.set(name, address);
    if (name === 'console') break;
  }
  return child;
}

async function measure({ service, request, prepare, begin }: Heavy) {
  const opened = new Map<string, Client>();
  const clients: Clients = (name) => {
    const known = opened.get(name) ?? new Client(addresses.get(name)!);
    opened.set(name, known);
    return known;
  };
  const probed = { address: addresses.get('console')!, path: '/readyz' };
  const waits: number[] = [];
  const times: number[] = [];
  let quiet = 0;
  try {
    await prepare?.(clients);
    for (let round = 0; round < rounds; round++) {
      const heavyRequest = await begin(clients, round);
      await sleep(isQuick ? 50 : 500); // checkpoints of what was prepared
      quiet = Math.max(quiet, await longestWait(probed, () => sleep(isQuick ? 50 : 500)));
      waits.push(
        await longestWait(probed, async () => {
          const started = performance.now();
          await heavyRequest();
          times.push(performance.now() - started);
        }),
      );
    }
  } finally {
    await Promise.all([...opened.values()].map((client) => client.close()));
  }
  const worst = Math.max(...waits);
  return {
    service,
    request,
    'takes, ms': Math.max(...times).toFixed(0),
    'longest wait': `${worst.toFixed(1)}${worst > limit ? ` (over ${limit})` : ''}`,
    'without it': quiet.toFixed(1),
  };
}
