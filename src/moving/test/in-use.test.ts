/** An import harms nobody who uses what it is led to: a running installation, or another import. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, it, type TestContext } from 'node:test';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { readCommon, type Environment } from '#kit/host/env.ts';
import type { Entry } from '#kit/moving/movable-store.ts';
import { missing } from '#kit/testing/testing.ts';
import { loadServices, type ServiceName } from '../../services.ts';
import { readConfig } from '../../services/file-store/config.ts';
import { openS3Contents } from '../../services/file-store/contents/s3/s3-contents-store.ts';
import { fill } from './fill.ts';
import { emptyStores, exportText, importStream, importText, rowsIn, type Kind } from './sides.ts';
import { linesOf, manyRows } from './synthetic.ts';

const withServers = missing('redis') || missing('postgres');
const kinds: readonly (readonly [Kind, string | false])[] = [
  ['embedded', false],
  ['shared', withServers],
];

/** An export of a file store in which there are files. */
async function filesOf(t: TestContext, env: Environment): Promise<string> {
  const [service] = await loadServices(['file-store']);
  await fill(t, service!, env);
  return exportText('file-store', env);
}

/** Returns the names of all objects in the bucket that are ours. */
async function namesIn(env: Environment): Promise<string[]> {
  const { store, deployment } = readConfig(env, readCommon(env));
  assert.ok(store.kind !== 'embedded');
  const contents = await openS3Contents(store.s3, deployment);
  const names = (await Array.fromAsync(contents.list())).map(({ name }) => name);
  await contents.close();
  return names.toSorted();
}

describe('an import of files that is refused', () => {
  it(
    'leaves what a bucket has, and takes back what it has put',
    { skip: withServers },
    async (t) => {
      const running = await emptyStores(t, 'shared');
      const lines = await filesOf(t, running);
      const before = await namesIn(running);
      assert.ok(before.length > 0);
      const other = await filesOf(t, await emptyStores(t, 'embedded'));
      const { DATABASE_URL } = await emptyStores(t, 'shared');
      const mistaken = { ...running, DATABASE_URL };
      for (const text of [lines, other]) {
        await assert.rejects(
          importText('file-store', mistaken, text.slice(0, -10)),
          /middle of a line/,
        );
      }
      assert.deepEqual(rowsIn(await exportText('file-store', running)), rowsIn(lines));
      assert.deepEqual(await namesIn(running), before);
    },
  );

  it('into a folder with files leaves them, however often it is tried', async (t) => {
    const lines = await filesOf(t, await emptyStores(t, 'embedded'));
    const env = await emptyStores(t, 'embedded');
    const precious = join(env['DATA_DIR']!, 'files/ab/precious');
    mkdirSync(join(precious, '..'), { recursive: true });
    writeFileSync(precious, 'x');
    for (let i = 0; i < 2; i++) {
      const reason = /files is not empty: there is ab\/precious; import before the first start/;
      await assert.rejects(importText('file-store', env, lines), reason);
      assert.ok(existsSync(precious));
    }
  });
});

/** An import that has read most of the lines, and waits for the others. */
async function importSlowly(service: ServiceName, env: Environment, lines: readonly string[]) {
  const slow = new PassThrough();
  const first = importStream(service, env, slow);
  // More than buffers hold: what was written before is read.
  const most = lines.length - 10;
  for (const line of lines.slice(0, most)) if (!slow.write(line)) await once(slow, 'drain');
  return { first, goOn: () => slow.end(lines.slice(most).join('')) };
}

describe('an import while another one is under way', () => {
  for (const [kind, skip] of kinds) {
    for (const service of Object.keys(manyRows) as (keyof typeof manyRows)[]) {
      it(`is refused, and the other one is whole: ${service}, ${kind}`, { skip }, async (t) => {
        const env = await emptyStores(t, kind, false);
        const lines = linesOf(service, manyRows[service]);
        const { first, goOn } = await importSlowly(service, env, lines);
        const reason = /another import .* is under way|is in use by another process/;
        await assert.rejects(importText(service, env, lines.join('')), reason);
        goOn();
        await first;
        assert.deepEqual(rowsIn(await exportText(service, env)), rowsIn(lines.join('')));
      });
    }
  }

  it(
    'that nobody can see, as it may be on a managed Redis, fails both',
    { skip: withServers },
    async (t) => {
      const env = await emptyStores(t, 'shared', false);
      const lines = linesOf('chat', manyRows.chat);
      const { first, goOn } = await importSlowly('chat', env, lines);
      const redis = new Redis(env['STORE_ADDR']!);
      t.after(() => redis.disconnect());
      await redis.set('hawker:import-unfinished:chat', 'of another one');
      goOn();
      await assert.rejects(first, /another import into the same keys has begun/);
      assert.equal(await redis.get('hawker:import-unfinished:chat'), 'of another one');
    },
  );
});

describe('an import of stock whose end was cut off', { skip: withServers }, () => {
  const text = (quantity: number) =>
    linesOf('inventory', [
      { table: 'stock', row: { ...key, ...counters, loaded: quantity, buckets: `[${quantity}]` } },
      { table: 'stock_on_hand', row: { ...key, quantity, last_seq: 1 } },
    ]).join('');
  const key = { hub_id: 'hub', sku: 'milk' };
  const counters = { held: 0, confirmed: 0, seq: 1 };

  /** As when the process was killed between the commit of PostgreSQL and the end in Redis. */
  async function cutOff(env: Environment): Promise<void> {
    await importText('inventory', env, text(1));
    const client = new Client(env['DATABASE_URL']);
    await client.connect();
    const { rows } = await client.query('SELECT token FROM hawker_imports');
    await client.end();
    const redis = new Redis(env['STORE_ADDR']!);
    await redis.set('hawker:import-unfinished:inv', rows[0].token);
    redis.disconnect();
  }

  it('is done again, whatever became of other tries', async (t) => {
    const env = await emptyStores(t, 'shared', false);
    await cutOff(env);
    await assert.rejects(importText('inventory', env, text(2).slice(0, -10)), /middle of a line/);
    await importText('inventory', env, text(2));
    assert.deepEqual(rowsIn(await exportText('inventory', env)), rowsIn(text(2)));
  });

  it('clears no other database', async (t) => {
    const env = await emptyStores(t, 'shared', false);
    const inUse = await emptyStores(t, 'shared', false);
    await importText('inventory', inUse, text(3));
    await cutOff(env);
    const mistaken = { ...env, DATABASE_URL: inUse['DATABASE_URL'] };
    await assert.rejects(importText('inventory', mistaken, text(2)), /the database is not empty/);
    assert.deepEqual(rowsIn(await exportText('inventory', inUse)), rowsIn(text(3)));
    await importText('inventory', env, text(2));
    assert.deepEqual(rowsIn(await exportText('inventory', env)), rowsIn(text(2)));
  });
});

it(
  'a database in use is not brought up to date by an import that it refuses',
  { skip: withServers },
  async (t) => {
    const env = await emptyStores(t, 'shared', false);
    const entry: Entry = manyRows['news-feed'][1]!;
    const lines = linesOf('news-feed', [entry]).join('');
    await importText('news-feed', env, lines);
    const client = new Client(env['DATABASE_URL']);
    await client.connect();
    const ofVersion = `UPDATE hawker_schema SET version = 0 WHERE service = 'news-feed'`;
    await client.query(ofVersion);
    await assert.rejects(importText('news-feed', env, lines), /the database is not empty/);
    const { rows } = await client.query('SELECT version FROM hawker_schema');
    await client.end();
    assert.deepEqual(rows, [{ version: 0 }]);
  },
);
