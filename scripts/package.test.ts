/**
 * The package, as a user gets it: packed, installed in an empty folder with what it needs at run time
 * alone, and run from there; on the Node that comes with it, and on the machine's own, if that is older.
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { portVariableName } from '#kit/host/env.ts';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { serviceNames } from '../src/services.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const folder = temporaryFolder();
const installed = join(folder, 'node_modules/hawker');

const freePorts = {
  ...process.env,
  ...Object.fromEntries(
    [...serviceNames.map(portVariableName), 'CONSOLE_PORT'].map((name) => [name, '0']),
  ),
};

const redisAddress = process.env['TEST_STORE_ADDR'];
const bundled = process.execPath;
const olderNode = findOlderNode();
const nodes = [
  { name: 'the Node that comes with it', node: bundled, skip: false },
  {
    name: "the machine's older Node",
    node: olderNode ?? '',
    skip: olderNode === undefined && 'there is none on the PATH',
  },
];

before(async () => {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: root,
  });
  // The lines before it are the build's.
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [{ filename: string }];
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--no-audit', '--no-fund', `./${packed.filename}`], { cwd: folder });
  // Frameworks are the user's own.
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  for (const name of ['express', 'hono', '@types/express']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
});

describe('the package', () => {
  it('holds what runs: every service with its SQL and Lua files, and no tests', () => {
    const tests = ['**/*.{test,contract}.*', '**/{test,testing,contract,laws}/**'];
    const queries = (cwd: string) => globSync('**/*.{sql,lua}', { cwd, exclude: tests }).toSorted();
    assert.deepEqual(queries(join(installed, 'dist')), queries(join(root, 'src')));
    assert.deepEqual(globSync(tests, { cwd: join(installed, 'dist') }), []);
  });

  it('states its version once', () => {
    const read = (file: string) =>
      JSON.parse(readFileSync(join(file, 'package.json'), 'utf8')) as { version?: string };
    assert.equal(read(installed).version, read(root).version);
    assert.equal(read(join(installed, 'dist')).version, undefined);
  });
});

for (const { name, node, skip } of nodes) {
  describe(`on ${name}`, { skip }, () => {
    it('`hawker` starts all services, answers, and stops cleanly on a SIGTERM', async (t) => {
      const started = start(node, []);
      t.after(() => started.child.kill('SIGKILL'));
      const addresses = await started.announced;
      assert.deepEqual([...addresses.keys()].toSorted(), [...serviceNames, 'console'].toSorted());
      const ready = await fetch(`${addresses.get('console')}/readyz`);
      assert.equal(ready.status, 200);
      const reference = await fetch(`${addresses.get('console')}/reference/rapidoc.js`);
      assert.ok((await reference.text()).length > 100_000);
      const html = await (await fetch(`${addresses.get('console')}/services/geo`)).text();
      for (const [, path = ''] of html.matchAll(/(?:src|href)="(\/console\/[^"]*)"/g)) {
        const part = await fetch(`${addresses.get('console')}${path}`);
        assert.equal(part.status, 200, path);
        assert.ok((await part.text()).length > 100, path);
      }
      const trained = await fetch(`${addresses.get('autocomplete')}/autocomplete?q=de`);
      assert.equal(trained.status, 200);
      started.child.kill('SIGTERM');
      assert.deepEqual(await once(started.child, 'exit'), [0, null]);
    });

    it('the libraries are typed modules that run without the services', async () => {
      writeFileSync(join(folder, 'use.mjs'), useOfLibraries);
      const { stdout } = await run(node, ['use.mjs'], { cwd: folder });
      assert.equal(stdout, printedByLibraries);
    });

    const withoutRedis = redisAddress === undefined && 'no Redis: set TEST_STORE_ADDR';
    it('the limiter counts in Redis', { skip: withoutRedis }, async () => {
      writeFileSync(join(folder, 'redis.mjs'), useOfRedis);
      const { stdout } = await run(node, ['redis.mjs', redisAddress!], { cwd: folder });
      assert.equal(stdout, 'true false 2\n');
    });

    it('the client calls the services, and follows them', async (t) => {
      const started = start(node, ['inventory', 'notification', 'chat'], {
        DATA_DIR: temporaryFolder(),
      });
      t.after(() => started.child.kill('SIGKILL'));
      const address = (await started.announced).get('console')!;
      writeFileSync(join(folder, 'call.mjs'), useOfClient);
      const called = await run(node, ['call.mjs', address], { cwd: folder });
      started.child.kill('SIGTERM');
      await once(started.child, 'exit');
      assert.equal(called.stdout, '98\nINSUFFICIENT_STOCK\nHi\nhello\n');
    });
  });
}

it('a library loads nothing that it does not need', async () => {
  const packages = {
    'hawker/autocomplete': ['tinyqueue'],
    'hawker/key-value/ring': [],
    'hawker/promotion/rules': [],
    'hawker/rate-limiter': ['ipaddr.js'],
    'hawker/rate-limiter/express': ['ipaddr.js'],
    'hawker/rate-limiter/hono': [],
  };
  writeFileSync(join(folder, 'loaded.mjs'), namesOfLoaded);
  for (const [name, expected] of Object.entries(packages)) {
    const { stdout } = await run(bundled, ['loaded.mjs', name], { cwd: folder });
    const loaded = stdout.trim().split('\n');
    const names = loaded.map((url) => /.*\/node_modules\/([^/]+)/.exec(url)?.[1]);
    const foreign = new Set(names.filter((one) => one !== undefined && one !== 'hawker'));
    assert.deepEqual([...foreign], expected, name);
    assert.ok(loaded.length <= 25, `${name} loads ${loaded.length} modules`);
  }
});

it('`npx hawker demo` plays the town, and all services agree on it', async () => {
  const args = ['hawker', 'demo', '--check', '--minutes', '1'];
  const { stdout } = await run('npx', args, { cwd: folder, env: freePorts });
  assert.match(stdout, /^ok +orders: \d+ /m);
  assert.doesNotMatch(stdout, /DISAGREE|failure:/);
});

it('`npx hawker` stops cleanly on a SIGTERM to npx', async (t) => {
  const npx = spawn('npx', ['hawker', 'autocomplete'], {
    cwd: folder,
    env: freePorts,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => npx.kill('SIGKILL'));
  const address = (await readAddresses(npx.stdout)).get('autocomplete')!;
  assert.equal((await fetch(`${address}/autocomplete?q=de`)).status, 200);
  npx.kill('SIGTERM');
  const isOpen = () =>
    fetch(`${address}/autocomplete?q=de`).then(
      () => true,
      () => false,
    );
  while (await isOpen()) await setTimeout(50);
  // The next one finds neither a port nor a lock that stayed.
  const next = start(bundled, ['autocomplete']);
  t.after(() => next.child.kill('SIGKILL'));
  await next.announced;
  next.child.kill('SIGTERM');
  assert.deepEqual(await once(next.child, 'exit'), [0, null]);
});

it('its types are complete: strict code that uses the exports compiles', async () => {
  writeFileSync(join(folder, 'use.ts'), useOfLibraries);
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  await compile(...types, 'use.ts');
  // As in a page: without the types of Node.
  const code = useOfClient.replace("import { WebSocket } from 'ws';", '');
  writeFileSync(join(folder, 'call.ts'), code.replace('process.argv[2]', 'location.origin'));
  await compile('--types', '', '--lib', 'esnext,dom', 'call.ts');
});

const compile = (...more: string[]) => {
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'esnext'];
  return run(join(root, 'node_modules/.bin/tsc'), [...options, ...more], { cwd: folder }).catch(
    ({ stdout }: { stdout: string }) => assert.fail(stdout),
  );
};

const useOfClient = `
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

const useOfLibraries = `
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
  const first = limiter.check(check, Date.now());
  console.log(first.allowed, limiter.check(check, Date.now()).allowed);
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

const printedByLibraries = `true
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

const useOfRedis = `
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
const namesOfLoaded = `
import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, nextLoad) {
    console.log(url);
    return nextLoad(url, context);
  },
});
await import(process.argv[2]);
`;

/** Runs the command with this Node, on free ports. */
function start(node: string, args: string[], more: Record<string, string> = {}) {
  const command = join(installed, 'dist/bin.js');
  const child = spawn(node, [command, ...args], {
    cwd: folder,
    env: { ...freePorts, ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { child, announced: readAddresses(child.stdout) };
}

async function readAddresses(output: NodeJS.ReadableStream): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  for await (const line of createInterface({ input: output })) {
    const [name = '', address = ''] = line.split(/\s+/);
    addresses.set(name, address);
    if (name === 'console') return addresses;
  }
  throw new Error('it did not start');
}

/** The first on the PATH that is not the bundled one, unless it is as new. */
function findOlderNode(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const own = folders.filter((one) => !one.includes('node_modules') && one !== dirname(bundled));
  return own.map((one) => join(one, 'node')).find((file) => existsSync(file));
}
