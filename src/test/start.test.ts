/** Starting and stopping the real process. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { Redis } from 'ioredis';
import { freePort } from '#kit/testing/free-port.ts';
import { post, privateRedis, runToEnd, startProcess } from '#kit/testing/process.ts';
import { eventually, missing, servers, temporaryFolder } from '#kit/testing/testing.ts';
import { freePorts } from './free-ports.ts';

describe('npm start', () => {
  it('starts everything, one line a service with name, address and store', async (t) => {
    const folder = temporaryFolder();
    const { addresses, output, end } = await startProcess(t, [], {
      ...freePorts,
      DATA_DIR: folder,
    });
    assert.deepEqual(Object.keys(addresses), [
      'flash-sale',
      'geo',
      'inventory',
      'promotion',
      'dispatch-a',
      'dispatch-b',
      'autocomplete',
      'key-value',
      'file-store',
      'video-catalog',
      'url-shortener',
      'chat',
      'notification',
      'rate-limiter',
      'news-feed',
      'crawler',
      'console',
    ]);
    const lines = output().trim().split('\n');
    assert.match(lines[0]!, /^flash-sale +http:\/\/127\.0\.0\.1:\d+ +sqlite .*flash-sale\.db$/);
    assert.equal(lines.length, Object.keys(addresses).length);
    assert.equal(await end('SIGTERM'), 0);
  });

  it('stops wholly on a SIGTERM to npm itself: no process, port or lock stays', async (t) => {
    const DATA_DIR = temporaryFolder();
    const env = { ...process.env, DATA_DIR, CHAT_PORT: '0', CONSOLE_PORT: '0' };
    const cwd = new URL('../..', import.meta.url).pathname;
    const npm = spawn('npm', ['start', '--', 'chat'], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => npm.kill('SIGKILL'));
    let address = '';
    for await (const line of createInterface({ input: npm.stdout })) {
      if (line.startsWith('chat')) address = line.split(/\s+/)[1]!;
      if (line.startsWith('console')) break;
    }
    npm.kill('SIGTERM');
    await once(npm, 'exit');
    await assert.rejects(fetch(address));
    const next = await startProcess(t, ['chat'], { DATA_DIR });
    assert.equal(await next.end('SIGTERM'), 0);
  });

  it('writes files that only its own user can read: 0600, folders 0700', async (t) => {
    const DATA_DIR = join(temporaryFolder(), 'new');
    const { addresses, end } = await startProcess(t, [], { ...freePorts, DATA_DIR });
    const file = `${addresses['file-store']}/files?name=a&owner_id=ann`;
    assert.equal((await fetch(file, { method: 'POST', body: 'x' })).status, 201);
    const paths = readdirSync(DATA_DIR, { recursive: true }) as string[];
    assert.ok(paths.length > 20);
    for (const path of ['', ...paths]) {
      const { mode } = lstatSync(join(DATA_DIR, path));
      assert.equal(mode & 0o077, 0, path);
    }
    assert.equal(await end('SIGTERM'), 0);
  });

  it('answers on the console port when clients have taken all descriptors', async (t) => {
    const main = new URL('../main.ts', import.meta.url).pathname;
    const limited = [
      '-c',
      'ulimit -n 120; exec "$0" "$@"',
      process.execPath,
      main,
      'url-shortener',
    ];
    const env = { DATA_DIR: temporaryFolder(), URL_SHORTENER_PORT: '0', CONSOLE_PORT: '0' };
    const child = spawn('sh', limited, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    t.after(() => child.kill('SIGKILL'));
    const addresses: Record<string, string> = {};
    for await (const line of createInterface({ input: child.stdout })) {
      const [name = '', address = ''] = line.split(/\s+/);
      addresses[name] = address;
      if (name === 'console') break;
    }
    const { hostname, port } = new URL(addresses['url-shortener']!);
    let closed = 0;
    const clients = Array.from({ length: 200 }, () => connect(Number(port), hostname));
    t.after(() => clients.forEach((client) => client.destroy()));
    for (const client of clients) client.on('error', () => {}).on('close', () => closed++);
    await eventually(() => closed > 0);
    assert.equal((await fetch(`${addresses['console']}/healthz`)).status, 200);
    assert.ok(closed < 150, 'most of them were not refused');
  });

  it('says in one line on an open address whom it believes', async (t) => {
    const open = { HOST: '0.0.0.0', ADMIN_TOKEN: 'a-long-token', DATA_DIR: temporaryFolder() };
    const { output, end } = await startProcess(t, ['chat', 'geo', 'inventory'], open);
    await end('SIGTERM');
    const warning = /callers are believed to be whom they name: inventory, chat$/m;
    assert.match(output(), warning);
    const closed = await startProcess(t, ['chat'], { DATA_DIR: temporaryFolder() });
    await closed.end('SIGTERM');
    assert.doesNotMatch(closed.output(), warning);
  });

  it('never shows a password in what it says of a start that fails', async () => {
    const addresses = [
      [
        'rate-limiter',
        'STORE_ADDR',
        [
          'redis://me:hunter2@127.0.0.1:1',
          'me:hunter2@127.0.0.1:1',
          'http://default:hunter2@127.0.0.1:1',
        ],
      ],
      [
        'rate-limiter',
        'STORE_ADDR',
        ['redis://me:hunter2@h:port', 'redis+cluster://me:hunter2@h:1,,x:y'],
      ],
      [
        'news-feed',
        'DATABASE_URL',
        ['postgres://me:hunter2@127.0.0.1:1/x', 'postgres://me:hunter2@h:bad/x'],
      ],
      ['notification', 'SMTP_URL', ['smtp://me:hunter2@h:bad', 'me:hunter2@h']],
      ['key-value', 'KV_NODES', ['a=redis://me:hunter2@h:bad', 'a=redis://me:hunter2@127.0.0.1:1']],
    ] as const;
    for (const [service, variable, values] of addresses) {
      for (const value of values) {
        const env = { DATA_DIR: temporaryFolder(), [variable]: value };
        const { code, output } = await runToEnd([service], env);
        assert.equal(code, 1, value);
        assert.match(output, /^hawker: [^\n]*\n$/, value);
        assert.doesNotMatch(output, /hunter2/);
      }
    }
  });

  it('refuses a secret that is set to nothing', async () => {
    for (const name of ['ADMIN_TOKEN', 'HMAC_SECRET']) {
      const { code, output } = await runToEnd(['flash-sale'], {
        DATA_DIR: temporaryFolder(),
        [name]: '',
      });
      assert.deepEqual([code, output], [1, `hawker: ${name} is empty\n`]);
    }
  });

  it('starts only the named services', async (t) => {
    const { addresses } = await startProcess(t, ['chat'], { DATA_DIR: temporaryFolder() });
    assert.deepEqual(Object.keys(addresses), ['chat', 'console']);
  });

  it('serves flash sale and geo from one address when they have one port', async (t) => {
    const port = String(await freePort());
    const env = { DATA_DIR: temporaryFolder(), FLASH_SALE_PORT: port, GEO_PORT: port };
    const { addresses } = await startProcess(t, ['flash-sale', 'geo'], env);
    const address = addresses['geo']!;
    assert.equal(address, addresses['flash-sale']);
    assert.equal((await fetch(`${address}/flash-sale/token?device_fp=d`)).status, 200);
    assert.equal((await fetch(`${address}/serviceability?lat=0&lng=0`)).status, 200);
    for (const name of ['flash-sale', 'geo']) {
      const document = await fetch(`${addresses['console']}/openapi/${name}.json`);
      const { paths } = (await document.json()) as { paths: object };
      assert.equal('/serviceability' in paths, name === 'geo');
    }
  });

  it('lets dispatch B use the hubs of geo when both run', async (t) => {
    const env = { DATA_DIR: temporaryFolder() };
    const { addresses } = await startProcess(t, ['geo', 'dispatch-b'], env);
    const order = { order_id: 'o', hub_id: 'kemang', priority: 'normal' };
    const submit = () => post(addresses['dispatch-b']!, '/dispatch/order', order);
    const unknown = await submit();
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'UNKNOWN_HUB']);
    const place = { lat: -6.26, lng: 106.81, coverage_radius_km: 0.3 };
    await post(addresses['geo']!, '/admin/hubs', { hub_id: 'kemang', name: 'Kemang', ...place });
    assert.equal((await submit()).status, 200);
  });

  it('lists services, ports and variables with --help', async () => {
    const { code, output } = await runToEnd(['--help'], {});
    assert.equal(code, 0);
    for (const word of [
      'flash-sale       8102',
      'geo              8102',
      'url-shortener    8080',
      'key-value        8085',
      'chat             8082',
      'autocomplete     8086',
      'video-catalog    8089',
      'rate-limiter     8081',
      'notification     8083',
      'news-feed        8087',
      'crawler          8088',
      'file-store       8090',
      'inventory        8101',
      'promotion        8095',
      'dispatch-a       8096',
      'dispatch-b       8106',
      'FLASH_SALE_PORT',
      'HMAC_SECRET',
      'KV_NODES',
      'RATE_LIMIT_ALGORITHM',
      'BASE_URL',
      'CHAT_ORIGINS',
      'AUTOCOMPLETE_PREFIX',
      'SMTP_URL',
      'FEED_TIMELINE_MAX',
      'CRAWL_DELAY_MS',
      'GEO_WEIGHTS',
      'FILE_MAX_BYTES',
      'S3_BUCKET',
      'INVENTORY_PREFIX',
      'VIDEO_CATALOG_PREFIX',
      'STORE_ADDR',
      'DATABASE_URL',
      'ADMIN_TOKEN',
      'CONSOLE_PORT',
    ]) {
      assert.ok(output.includes(word), word);
    }
    for (const args of [['help'], ['-h']]) {
      assert.deepEqual(await runToEnd(args, {}), { code, output }, args.join(' '));
    }
  });

  it('says its version with --version', async () => {
    const file = new URL('../../package.json', import.meta.url);
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
    for (const arg of ['--version', '-v']) {
      assert.deepEqual(await runToEnd([arg], {}), { code: 0, output: `${version}\n` });
    }
  });

  it('shows health, readiness, metrics and API documents on the console port', async (t) => {
    const DATA_DIR = temporaryFolder();
    const { addresses } = await startProcess(t, ['chat'], { DATA_DIR });
    const board = addresses['console']!;
    await fetch(`${addresses['chat']}/api/rooms`);
    assert.deepEqual(await (await fetch(`${board}/healthz`)).json(), { status: 'ok' });
    assert.deepEqual(await (await fetch(`${board}/readyz`)).json(), {
      status: 'ready',
      services: { chat: 'ready' },
    });
    const metrics = await (await fetch(`${board}/metrics`)).text();
    for (const line of [
      'hawker_http_requests_total{service="chat",method="GET",route="/api/rooms",status="200"} 1',
      'hawker_http_request_duration_seconds_count{service="chat",method="GET",route="/api/rooms"} 1',
      'hawker_event_loop_delay_seconds_bucket{le="0.02"}',
      'process_resident_memory_bytes ',
      'nodejs_heap_size_used_bytes ',
    ]) {
      assert.ok(metrics.includes(line), line);
    }
    const document = (await (await fetch(`${board}/openapi/chat.json`)).json()) as object;
    assert.ok('openapi' in document);
    assert.equal((await fetch(`${board}/openapi/nothing.json`)).status, 404);
    const overview = (await (await fetch(`${board}/overview`)).json()) as { services: object[] };
    const store = `sqlite ${DATA_DIR}/chat.db`;
    const [chat] = overview.services as { name: string; address: string; store: string }[];
    assert.deepEqual([chat?.name, chat?.address, chat?.store], ['chat', addresses['chat'], store]);
    assert.match(await (await fetch(board)).text(), /<script type="module" src="\/console\/main-/);
  });

  it('makes a signing secret that only its owner can read, and keeps it', async (t) => {
    const folder = temporaryFolder();
    const token = async () => {
      const { addresses, end } = await startProcess(t, ['flash-sale'], { DATA_DIR: folder });
      const response = await fetch(`${addresses['flash-sale']}/flash-sale/token?device_fp=d`);
      await end('SIGTERM');
      return response.ok;
    };
    assert.ok(await token());
    const file = join(folder, 'flash-sale.secret');
    const before = statSync(file);
    assert.equal(before.mode & 0o777, 0o600);
    assert.ok(await token());
    assert.equal(statSync(file).mtimeMs, before.mtimeMs);
  });
});

describe('on a Redis that may evict keys, npm start', { skip: missing('redis') }, () => {
  const evicting = ['--maxmemory', '30mb', '--maxmemory-policy', 'allkeys-lru'];
  const policy =
    /Redis at redis:\/\/127\.0\.0\.1:\d+ may evict keys \(maxmemory-policy allkeys-lru\)/;

  it('refuses, unless ALLOW_EVICTION=1, which it warns of', async (t) => {
    const { port } = await privateRedis(t, evicting);
    const env = { STORE_ADDR: `redis://127.0.0.1:${port}` };
    const { code, output } = await runToEnd(['chat', 'rate-limiter'], env);
    assert.match(output, /^hawker: Redis at [^\n]*, or start with ALLOW_EVICTION=1\n$/);
    assert.equal(code, 1);
    const allowed = await startProcess(t, ['chat'], { ...env, ALLOW_EVICTION: '1' });
    assert.match(allowed.output(), policy);
    assert.equal((await fetch(`${allowed.addresses['console']}/readyz`)).status, 200);
  });

  it('warns when only the rate limiter is started', async (t) => {
    const { port } = await privateRedis(t, evicting);
    const env = { STORE_ADDR: `redis://127.0.0.1:${port}` };
    const { addresses, output } = await startProcess(t, ['rate-limiter'], env);
    assert.match(output(), policy);
    assert.equal((await fetch(`${addresses['console']}/readyz`)).status, 200);
  });

  it('refuses for used tickets as well', async (t) => {
    const { port } = await privateRedis(t, evicting);
    const AUTH_JWT_SECRET = 'a secret of at least thirty-two bytes';
    const env = { STORE_ADDR: `127.0.0.1:${port}`, DATA_DIR: temporaryFolder(), AUTH_JWT_SECRET };
    const { code, output } = await runToEnd(['url-shortener'], env);
    assert.match(output, /ALLOW_EVICTION=1\n$/);
    assert.equal(code, 1);
    const { AUTH_JWT_SECRET: _, ...without } = env;
    await startProcess(t, ['url-shortener'], without);
  });

  it('is not ready any more once the policy has changed, and says why', async (t) => {
    const { port } = await privateRedis(t);
    const env = { STORE_ADDR: `127.0.0.1:${port}` };
    const { addresses } = await startProcess(t, ['chat'], env);
    const operator = new Redis(port);
    t.after(() => operator.disconnect());
    await operator.config('SET', 'maxmemory-policy', 'allkeys-lru');
    await operator.call('CLIENT', 'KILL', 'TYPE', 'normal');
    const readyz = async () => (await fetch(`${addresses['console']}/readyz`)).text();
    await eventually(async () => (await readyz()).includes('maxmemory-policy'));
    assert.deepEqual(JSON.parse(await readyz()), {
      status: 'not ready',
      services: { chat: 'Redis may evict keys (maxmemory-policy allkeys-lru)' },
    });
  });
});

describe('npm start refuses with one clear line and exit code 1', () => {
  const refusals: [what: string, args: string[], env: Record<string, string>, line: RegExp][] = [
    [
      'an unknown service',
      ['bakery'],
      {},
      /^hawker: no service or command "bakery"; there are: flash-sale, .*; and backup, /,
    ],
    [
      'a wrong value of a variable',
      [],
      { FLASH_SALE_SLOTS: 'many' },
      /^hawker: FLASH_SALE_SLOTS must be integer \(it is "many"\)$/,
    ],
    [
      'a wrong port',
      [],
      { CHAT_PORT: '70000' },
      /^hawker: CHAT_PORT must be <= 65535 \(it is "70000"\)$/,
    ],
    [
      'an unreachable Redis',
      ['chat'],
      { STORE_ADDR: 'redis://:secret@127.0.0.1:1' },
      /^hawker: no Redis answers at redis:\/\/127\.0\.0\.1:1 \(.*ECONNREFUSED.*\); see STORE_ADDR$/,
    ],
    [
      'an unreachable PostgreSQL',
      ['url-shortener'],
      { DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/d' },
      /^hawker: PostgreSQL at postgres:\/\/127\.0\.0\.1:1\/d: .*; see DATABASE_URL$/,
    ],
    [
      'a shared store without a secret',
      ['flash-sale'],
      { STORE_ADDR: 'redis://127.0.0.1:1' },
      /^hawker: HMAC_SECRET is required with STORE_ADDR$/,
    ],
    [
      'one shared store of the two that belong together',
      ['inventory'],
      { STORE_ADDR: 'redis://127.0.0.1:1' },
      /^hawker: inventory needs STORE_ADDR and DATABASE_URL together, or neither$/,
    ],
    [
      'an address for all the world without an admin token',
      [],
      { HOST: '0.0.0.0' },
      /^hawker: HOST lets others reach hawker: set ADMIN_TOKEN, or a key of identity /,
    ],
    [
      'wrong proxies',
      [],
      { TRUSTED_PROXIES: 'nonsense', ADMIN_TOKEN: 'long enough' },
      /^hawker: TRUSTED_PROXIES must have the form /,
    ],
    [
      'an address of PostgreSQL that is none',
      ['url-shortener'],
      { DATABASE_URL: 'nonsense' },
      /^hawker: DATABASE_URL must have the form postgres:\/\/user:password@host:port\/database, /,
    ],
    [
      'an address of Redis that is none',
      ['chat'],
      { STORE_ADDR: 'redis://127.0.0.1:1/abc' },
      /^hawker: STORE_ADDR must have the form redis:\/\/user:password@host:port\/0 /,
    ],
    ['a data folder that cannot be made', [], { DATA_DIR: '/dev/null/x' }, /^hawker: .*DATA_DIR/],
  ];
  for (const [what, args, env, line] of refusals) {
    it(what, async () => {
      const { code, output } = await runToEnd(args, { DATA_DIR: temporaryFolder(), ...env });
      assert.match(output.trim(), line);
      assert.equal(output.trim().split('\n').length, 1);
      assert.equal(code, 1);
    });
  }

  it('a wrong port after a shared store was opened', { skip: missing('redis') }, async () => {
    const env = { STORE_ADDR: servers.redis, CONSOLE_PORT: 'many' };
    const { code, output } = await runToEnd(['chat'], env);
    assert.match(output, /^hawker: CONSOLE_PORT must be integer/);
    assert.equal(code, 1);
  });

  it('a database that Redis lacks', { skip: missing('redis') }, async (t) => {
    const { port } = await privateRedis(t);
    const env = { STORE_ADDR: `redis://127.0.0.1:${port}/99` };
    const { code, output } = await runToEnd(['chat'], env);
    assert.match(output, /^hawker: Redis at [^\n]* does not open database 99 [^\n]*\n$/);
    assert.equal(code, 1);
  });

  it('a file that is not a database', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'chat.db'), 'a line of text rather than a database');
    const { code, output } = await runToEnd(['chat'], { DATA_DIR: folder });
    assert.match(output.trim(), /^hawker: .*chat\.db: file is not a database; see DATA_DIR$/);
    assert.equal(code, 1);
  });

  it('a busy port', async (t) => {
    const server = createServer().listen(0, '127.0.0.1');
    t.after(() => server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const env = { DATA_DIR: temporaryFolder(), CHAT_PORT: String(port) };
    const { code, output } = await runToEnd(['chat'], env);
    assert.equal(output.trim(), `hawker: port ${port} is in use; set CHAT_PORT to a free one`);
    assert.equal(code, 1);
  });

  it('a data folder that another process uses', async (t) => {
    const env = { DATA_DIR: temporaryFolder() };
    await startProcess(t, ['chat'], env);
    const { code, output } = await runToEnd(['chat'], env);
    assert.match(output.trim(), /^hawker: .*chat\.db is in use by another process; set DATA_DIR/);
    assert.equal(code, 1);
  });
});
