import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { Postgres } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { openPostgresStore } from './postgres/store.ts';
import { openDatabase, sqliteStore } from './sqlite/store.ts';
import { add, hashOf, hour, now, plain, update, versionsOf } from './contract/fixtures.ts';
import { storeContract } from './contract/contract.ts';

storeContract('SQLite', false, async (t) => {
  const db = openDatabase({ file: join(temporaryFolder(), 'file-store.db') });
  t.after(() => db.close());
  return { first: sqliteStore(db), second: sqliteStore(db) };
});

storeContract('PostgreSQL', missing('postgres'), async (t) => {
  const deployment = unique('files');
  const open = async () => {
    const store = await openPostgresStore(servers.postgres, deployment);
    t.after(() => store.close());
    return store;
  };
  const [first, second] = await Promise.all([open(), open()]);
  return { first, second };
});

const file = { name: 'a', owner_id: 'ann', parent_id: '', mime_type: 'text/plain' };

test('pins of a former process do not outlive it, on SQLite', async () => {
  const options = { file: join(temporaryFolder(), 'file-store.db') };
  const former = sqliteStore(openDatabase(options));
  const pin = await former.pin(hashOf('x'), 1, now + 3_600_000);
  const kept = await former.pin(hashOf('y'), 1, now + 3_600_000);
  await former.createFile(file, kept.id, now);
  await former.close();
  const store = sqliteStore(openDatabase(options));
  assert.deepEqual(plain(await store.claimDeletions(now, now, 10)), [
    { id: pin.id, hash: hashOf('x') },
  ]);
  await store.close();
});

test('a file of very many versions is deleted as fast as any, on SQLite', async (t) => {
  const db = openDatabase({ file: join(temporaryFolder(), 'file-store.db') });
  t.after(() => db.close());
  const store = sqliteStore(db);
  const { id } = await add(store, 'first');
  db.run(`INSERT INTO content (hash, size, refs, pinned_until)
    WITH RECURSIVE n (i) AS (VALUES (2) UNION ALL SELECT i + 1 FROM n WHERE i < 40000)
    SELECT 'hash ' || i, 1, 1, 0 FROM n`)();
  db.run('INSERT INTO version SELECT 1, id, id, 0 FROM content WHERE id > 1')();
  assert.equal((await versionsOf(store, id)).length, 40_000);
  // If this took time by the square of their number, it would be minutes.
  assert.equal(await store.deleteFile(id), true);
  assert.equal((await store.claimDeletions(now, now, 50_000)).length, 40_000);
});

test(
  'updates and deletions lock the file first, then contents from the lowest id on',
  { skip: missing('postgres') },
  async (t) => {
    const store = await openPostgresStore(servers.postgres, unique('files'));
    const db = new Postgres(servers.postgres, 'test');
    t.after(() => Promise.all([store.close(), db.close()]));
    const texts = Array.from({ length: 8 }, (_, i) => `text ${i}`);
    for (const text of texts) await store.pin(hashOf(text), 6, now + hour);
    const addAll = async () => {
      const { id } = await add(store, texts.at(-1)!);
      for (const text of texts.toReversed().slice(1)) await update(store, id, text);
      return id;
    };
    const [one, other] = [await addAll(), await addAll()];
    const ids = (await versionsOf(store, one)).map(({ content_id }) => content_id);
    const lowest = Math.min(...ids);
    assert.equal(lowest, ids.at(-1));

    /** While the row is locked, `step` waits for it, and has locked no (other) content. */
    async function waitsWithoutContents(
      table: 'file' | 'content',
      row: string | number,
      step: () => Promise<unknown>,
    ): Promise<void> {
      // Its row becomes the last in the table: who locks as rows come, locks the others first.
      await store.pin(hashOf(texts[0]!), 6, now + hour);
      let done: Promise<unknown> | undefined;
      await db.transaction(async (tx) => {
        await tx.execute(sql`
          SELECT FROM ${sql.raw(`file_store.${table}`)} WHERE id = ${row} FOR UPDATE`);
        const isWaitedFor = async (): Promise<'waits'> => {
          for (;;) {
            // Within a transaction the view shows what was there when it was first read.
            await tx.execute(sql`SELECT pg_stat_clear_snapshot()`);
            const waiting = await tx.execute(sql`
              SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))`);
            if (waiting > 0) return 'waits';
          }
        };
        done = step();
        assert.equal(await Promise.race([done, isWaitedFor()]), 'waits');
        const free = await tx.execute(sql`
          SELECT FROM file_store.content WHERE id = ANY (${ids}) FOR UPDATE SKIP LOCKED`);
        assert.equal(free, ids.length);
      });
      await done;
    }

    const numberOf = (id: string) => id.slice('file_'.length);
    await waitsWithoutContents('file', numberOf(one), () => update(store, one, texts[3]!));
    await waitsWithoutContents('file', numberOf(one), () => store.deleteFile(one));
    await waitsWithoutContents('content', lowest, () => store.deleteFile(other));
    assert.equal(await store.findFile(other), undefined);
  },
);

test(
  'deployments in one database do not see each other',
  { skip: missing('postgres') },
  async (t) => {
    const open = async () => {
      const store = await openPostgresStore(servers.postgres, unique('files'));
      t.after(() => store.close());
      return store;
    };
    const [one, other] = [await open(), await open()];
    const pin = await one.pin(hashOf('x'), 1, now);
    const made = await one.createFile(file, pin.id, now);
    const folder = await one.createFolder(file, now);
    assert.ok(typeof made === 'object' && typeof folder === 'object');
    assert.equal(await other.findFile(made.id), undefined);
    assert.equal(await other.findFolder(folder.id), undefined);
    assert.equal((await other.lineage(folder.id)).length, 0);
    assert.equal((await versionsOf(other, made.id)).length, 0);
    assert.equal(await other.share(made.id, 'bob', 'read'), 'unknown');
    assert.equal(await other.createFolder({ ...file, parent_id: folder.id }, now), 'unknown');
    assert.equal(await other.deleteFile(made.id), false);
    const all = { folderId: '', ownerId: undefined, visibleTo: undefined, after: undefined };
    assert.deepEqual(await other.children({ ...all, limit: 10 }), []);
    const theirs = await other.pin(hashOf('x'), 1, now);
    assert.notEqual(theirs.id, pin.id);
    const any = { mimeType: undefined, expected: undefined };
    assert.equal(await other.appendVersion(made.id, theirs.id, any, now), 'unknown');
    assert.equal((await one.claimDeletions(now, now, 10)).length, 0);
    assert.equal((await other.claimDeletions(now, now, 10)).length, 1);
  },
);
