/**
 * The package, as a user gets it: packed, installed in an empty folder with what it needs at run time
 * alone, and run from there; on the Node that comes with it, and on the machine's own, if that is older.
 */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { serviceNames } from '../src/services.ts';
import { deadLinks, importedPackages, pagesIn, programs, promised } from './package/contents.ts';
import {
  bundled,
  folder,
  freePorts,
  install,
  installed,
  launch,
  nodes,
  older,
  root,
  run,
  start,
} from './package/installed.ts';
import {
  namesOfLoaded,
  printedByLibraries,
  useOfClient,
  useOfLibraries,
  useOfRedis,
} from './package/uses.ts';

const redisAddress = process.env['TEST_STORE_ADDR'];

interface PackageFile {
  readonly version?: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

const readPackageFile = (of: string) =>
  JSON.parse(readFileSync(join(of, 'package.json'), 'utf8')) as PackageFile;

before(install);

describe('the package', () => {
  it('holds what runs: every service with its SQL and Lua files, and no tests', () => {
    const tests = ['**/*.{test,contract}.*', '**/{test,testing,contract,laws}/**'];
    const queries = (cwd: string) => globSync('**/*.{sql,lua}', { cwd, exclude: tests }).toSorted();
    assert.deepEqual(queries(join(installed, 'dist')), queries(join(root, 'src')));
    assert.deepEqual(globSync(tests, { cwd: join(installed, 'dist') }), []);
  });

  it('holds its lock, which names no registry', () => {
    const lock = readFileSync(join(installed, 'npm-shrinkwrap.json'), 'utf8');
    assert.equal(lock, readFileSync(join(root, 'package-lock.json'), 'utf8'));
    assert.doesNotMatch(lock, /"resolved": "http/);
  });

  it('holds the pages that its README leads to, and no link of a page is dead', () => {
    const pages = pagesIn(installed);
    for (const page of [
      'docs/operations.md',
      'src/client/README.md',
      'src/services/chat/README.md',
    ])
      assert.ok(pages.includes(page), page);
    assert.deepEqual(
      pages.flatMap((page) => deadLinks(installed, page)),
      [],
    );
  });

  it('depends on what it imports, and on nothing else', () => {
    // In a checkout it makes what the package has ready: the console's page.
    const ofCheckout = new Set(['esbuild']);
    const imported = importedPackages(join(installed, 'dist'));
    assert.deepEqual(
      [...imported].filter((name) => !ofCheckout.has(name)).toSorted(),
      Object.keys(readPackageFile(installed).dependencies).toSorted(),
    );
  });

  it('holds the API document of every service', () => {
    const documents = globSync('*.json', { cwd: join(installed, 'dist/openapi') });
    for (const name of serviceNames) assert.ok(documents.includes(`${name}.json`), name);
  });

  it('states its version once, and says it', async () => {
    const { version } = readPackageFile(root);
    assert.equal(readPackageFile(installed).version, version);
    assert.equal(readPackageFile(join(installed, 'dist')).version, undefined);
    const { stdout } = await run('npx', ['hawker', '--version'], { cwd: folder });
    assert.equal(stdout, `${version}\n`);
  });
});

for (const { name, node, skip } of nodes) {
  describe(`on ${name}`, { skip }, () => {
    it('`hawker` starts all services, answers, and stops cleanly on a SIGTERM', async (t) => {
      const { child, announced, ended } = start(t, node, []);
      const addresses = await announced;
      assert.deepEqual([...addresses.keys()].toSorted(), [...serviceNames, 'console'].toSorted());
      const ready = await fetch(`${addresses.get('console')}/readyz`);
      assert.equal(ready.status, 200);
      const reference = await fetch(`${addresses.get('console')}/reference/openapi-explorer.js`);
      assert.ok((await reference.text()).length > 100_000);
      const html = await (await fetch(`${addresses.get('console')}/services/geo`)).text();
      for (const [, path = ''] of html.matchAll(/(?:src|href)="(\/console\/[^"]*)"/g)) {
        const part = await fetch(`${addresses.get('console')}${path}`);
        assert.equal(part.status, 200, path);
        assert.ok((await part.text()).length > 100, path);
      }
      const trained = await fetch(`${addresses.get('autocomplete')}/autocomplete?q=de`);
      assert.equal(trained.status, 200);
      child.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null]);
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
      const DATA_DIR = temporaryFolder();
      const services = ['inventory', 'notification', 'chat'];
      const { child, announced, ended } = start(t, node, services, { DATA_DIR });
      const address = (await announced).get('console')!;
      writeFileSync(join(folder, 'call.mjs'), useOfClient);
      const called = await run(node, ['call.mjs', address], { cwd: folder });
      child.kill('SIGTERM');
      await ended;
      assert.equal(called.stdout, '98\nINSUFFICIENT_STOCK\nHi\nhello\n');
    });
  });
}

describe(`handed over by ${older.name}`, { skip: older.skip }, () => {
  it('`hawker` stops cleanly when the process that was started is killed', async (t) => {
    const DATA_DIR = temporaryFolder();
    const { child, announced, ended } = start(t, older.node, ['autocomplete'], { DATA_DIR });
    await announced;
    child.kill('SIGKILL');
    await ended;
    assertClosed(DATA_DIR);
  });

  it('`hawker` is what a SIGUSR2 is for', async (t) => {
    const { child, announced, ended } = start(t, older.node, ['autocomplete']);
    await announced;
    child.kill('SIGUSR2');
    // It ends a single process; the one that passed it on tells that.
    assert.deepEqual(await ended, [128 + constants.signals.SIGUSR2, null]);
  });

  it('`hawker` runs on the Node that HAWKER_NODE names, unless that is too old as well', async () => {
    const bin = join(installed, 'dist/bin.js');
    const version = (own: string) =>
      run(older.node, [bin, '--version'], { env: { ...process.env, HAWKER_NODE: own } });
    assert.match((await version(bundled)).stdout, /^\S*\d+\.\d+\.\d+/);
    await assert.rejects(version(older.node), ({ stderr }: { stderr: string }) =>
      /^hawker: needs Node 26 or later, .* and see HAWKER_NODE$/m.test(stderr),
    );
  });

  it('the services inside a process of its own are refused in one clear line', async () => {
    const failed = run(older.node, ['--eval', "import('hawker')"], { cwd: folder });
    const line = /^Error: hawker needs Node 26 or later; this is v2\d\.\S+$/m;
    await assert.rejects(failed, ({ stderr }: { stderr: string }) => line.test(stderr));
  });
});

it('a library loads nothing that it does not need', async () => {
  const packages = {
    'hawker/autocomplete': ['tinyqueue'],
    'hawker/key-value/ring': [],
    'hawker/promotion/rules': [],
    'hawker/rate-limiter': ['ipaddr.js'],
    'hawker/rate-limiter/express': ['ipaddr.js'],
    'hawker/rate-limiter/fastify': ['ipaddr.js'],
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

const withoutProc =
  !existsSync('/proc/self') && 'there is no /proc to see the parent of a shell in';
for (const [started, args, signal, skip] of [
  ['npx', ['hawker', 'autocomplete'], 'SIGTERM', false],
  ['npx', ['hawker', 'autocomplete'], 'SIGUSR2', withoutProc],
  ['npx', ['hawker', 'autocomplete'], 'SIGKILL', withoutProc],
  ['npm', ['start'], 'SIGTERM', false],
] as const) {
  const command = `${started} ${args.join(' ')}`;
  it(`\`${command}\` stops cleanly on a ${signal} to ${started}`, { skip }, async (t) => {
    const DATA_DIR = temporaryFolder();
    const { child, announced, ended } = launch(t, started, args, { DATA_DIR });
    const address = (await announced).get('autocomplete')!;
    assert.equal((await fetch(`${address}/autocomplete?q=de`)).status, 200);
    child.kill(signal);
    await ended;
    assertClosed(DATA_DIR);
  });
}

const useOfStart = () => programs(join(installed, 'README.md'), 'hawker')[0]!;

it('the services run inside a process of its own, as README shows', async () => {
  writeFileSync(join(folder, 'start.mjs'), useOfStart());
  const { stdout } = await run(bundled, ['start.mjs'], { cwd: folder });
  assert.notEqual(stdout, '');
  assert.equal(stdout, promised(useOfStart()));
});

it('its types are complete: strict code that uses the exports compiles', async () => {
  writeFileSync(join(folder, 'use.ts'), useOfLibraries);
  writeFileSync(join(folder, 'start.ts'), useOfStart());
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  await compile(...types, 'use.ts', 'start.ts');
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

/** The journal of a database stays beside it when its process ends before it is closed. */
function assertClosed(dataFolder: string): void {
  assert.ok(existsSync(join(dataFolder, 'autocomplete.db')));
  assert.equal(existsSync(join(dataFolder, 'autocomplete.db-wal')), false);
}
