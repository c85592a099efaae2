/** An import that is not a whole export, or whose target is in use, is refused by one line. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { describe, it, type TestContext } from 'node:test';
import { runToEnd, startProcess } from '#kit/testing/process.ts';
import { missing, temporaryFolder } from '#kit/testing/testing.ts';
import { emptyStores, importText, rowsIn, exportText, type Kind } from './sides.ts';
import { headerOf, linesOf } from './synthetic.ts';

const room = (name: string) => ({ table: 'room', row: { name, seq: 1 } });
const whole = linesOf('chat', [room('tea'), room('rice')]);
const [header = '', tea = '', rice = '', trailer = ''] = whole;

const wrong: readonly (readonly [what: string, lines: readonly string[], reason: RegExp])[] = [
  ['is empty', [], /:1: it is empty$/],
  ['is not an export', ['{"version": 1}\n'], /:1: it does not begin as an export does$/],
  ['is not JSON', ['PK\u0003\u0004\n'], /:1: it is not JSON$/],
  ['is of another service', linesOf('geo', []), /:1: it is an export of geo, not of chat$/],
  [
    'is of a newer format',
    linesOf('chat', [], headerOf('chat', 2)),
    /:1: it has format 2, of hawker 1\.2\.3; this one reads 1$/,
  ],
  ['lacks its end', [header, tea, rice], /:3: it ends without a trailer: it is not whole$/],
  ['ends within a line', [header, tea, rice.slice(0, 20)], /:3: it ends in the middle of a line$/],
  ['lacks a row', [header, tea, trailer], /:3: the lines before are not those that were exported$/],
  [
    'was altered',
    [header, tea, rice.replace('1', '2'), trailer],
    /:4: the lines before are not those that were exported$/,
  ],
  ['goes on behind its end', [...whole, tea], /:5: it goes on behind its trailer$/],
  ['has a line that is not a row', [header, '{"row": 1}\n', trailer], /:2: it is not a row: /],
  [
    'has a row of no table',
    linesOf('chat', [{ table: 'rooms', row: {} }]),
    /:2–3: this service has no table "rooms"$/,
  ],
  [
    'has a row with other columns',
    linesOf('chat', [{ table: 'room', row: { name: 'tea' } }]),
    /:2–3: a row of room has name instead of name, seq$/,
  ],
];

describe('hawker import refuses a file that', () => {
  for (const [what, lines, reason] of wrong) {
    it(`${what}, and leaves nothing`, async (t) => {
      const env = await emptyStores(t, 'embedded');
      const file = join(temporaryFolder(), 'chat.ndjson');
      writeFileSync(file, lines.join(''));
      const { code, output } = await runToEnd(['import', 'chat', file], env);
      assert.equal(code, 1);
      const [line = '', ...more] = output.trimEnd().split('\n');
      assert.deepEqual(more, []);
      assert.ok(line.startsWith(`hawker: ${file}:`), line);
      assert.match(line, reason);
      const left = readdirSync(env['DATA_DIR']!).filter((name) => !/\.lock/.test(name));
      assert.deepEqual(left, []);
    });
  }
});

describe('hawker import of a hostile file', () => {
  const hashes = ['../../../../etc/passwd', `${'a'.repeat(63)}/`, '', null];
  for (const table of ['content', 'deletion', 'content_bytes']) {
    it(`takes no hash of ${table} that leads out of the data folder`, async (t) => {
      for (const hash of hashes) {
        const env = await emptyStores(t, 'embedded');
        const file = join(temporaryFolder(), 'files.ndjson');
        const row = { id: 1, hash, size: 0, start: 0, bytes: '' };
        writeFileSync(file, linesOf('file-store', [{ table, row }]).join(''));
        const { code, output } = await runToEnd(['import', 'file-store', file], env);
        assert.equal(code, 1);
        assert.match(output, /: a row of \w+ has no hash that is a SHA-256\n$/);
      }
    });
  }
});

const kinds: readonly Kind[] = ['embedded', 'shared'];

describe('hawker import refuses stores that', () => {
  for (const kind of kinds) {
    const skip = kind === 'shared' && (missing('redis') || missing('postgres'));
    for (const [service, entry, reason] of [
      ['chat', room('tea'), /is there already|Redis is not empty: there is \{chat:tea\}/],
      [
        'promotion',
        { table: 'rule', row: { promo_id: 'a', incarnation: 'b', version: 1, body: null } },
        /is there already|the database is not empty: promotion\.rule has rows of deployment/,
      ],
    ] as const) {
      it(`are not empty: ${service}, ${kind}`, { skip }, async (t) => {
        const env = await emptyStores(t, kind, false);
        const lines = linesOf(service, [entry]).join('');
        await importText(service, env, lines);
        const before = rowsIn(await exportText(service, env));
        await assert.rejects(importText(service, env, lines), reason);
        assert.deepEqual(rowsIn(await exportText(service, env)), before);
      });
    }
  }
});

describe('while a process runs on the keys of Redis', { skip: missing('redis') }, () => {
  it('they are neither exported nor imported', async (t) => {
    const env = await emptyStores(t, 'shared', false);
    const { end } = await startProcess(t, ['chat'], env);
    const reason = / of running processes uses? the keys of "chat": stop the processes first\n$/;
    assert.match((await runToEnd(['export', 'chat'], env)).output, reason);
    await assert.rejects(importText('chat', env, whole.join('')), /stop the processes first/);
    await end('SIGKILL');
    // After some seconds the process had told Redis of itself.
    const redis = new Redis(env['STORE_ADDR']!);
    await redis.flushall();
    redis.disconnect();
    await importText('chat', env, whole.join(''));
  });
});

describe('hawker export', () => {
  const run = async (t: TestContext, args: string[]) =>
    runToEnd(['export', ...args], await emptyStores(t, 'embedded'));

  it('refuses stores that are not there, and makes no file', async (t) => {
    const file = join(temporaryFolder(), 'chat.ndjson');
    const { code, output } = await run(t, ['chat', file]);
    assert.equal(code, 1);
    assert.match(output, /^hawker: .*chat\.db is not there; see DATA_DIR\n$/);
    assert.ok(!existsSync(file));
  });

  it('refuses a file that is there', async (t) => {
    const env = await emptyStores(t, 'embedded');
    await importText('chat', env, whole.join(''));
    const file = join(temporaryFolder(), 'mine');
    writeFileSync(file, 'mine');
    const { output } = await runToEnd(['export', 'chat', file], env);
    assert.match(output, /^hawker: .*mine is there already\n$/);
  });

  for (const args of [[], ['all'], ['chat', ''], ['chat', 'a', 'b']]) {
    it(`says how it is used: ${args.join(' ')}`, async (t) => {
      const { code, output } = await run(t, args);
      assert.equal(code, 1);
      assert.match(output, /^hawker: usage: hawker export <service> \[file\], or/);
    });
  }

  it('says which services there are', async (t) => {
    assert.match(
      (await run(t, ['shop'])).output,
      /^hawker: no service "shop"; there are: flash-sale/,
    );
  });

  it('of a running embedded service has all that was acknowledged before', async (t) => {
    const env = await emptyStores(t, 'embedded');
    const { addresses } = await startProcess(t, ['key-value'], env);
    const put = await fetch(`${addresses['key-value']}/greeting`, { method: 'PUT', body: 'hello' });
    assert.equal(put.status, 200);
    const rows = rowsIn(await exportText('key-value', env));
    assert.equal(rows.filter((row) => row.includes('"greeting"')).length, 1);
  });
});
