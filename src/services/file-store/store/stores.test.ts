import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { Postgres } from '#kit/stores/postgres.ts';
import { sql, type Sql } from '#kit/stores/sql.ts';
import { missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { openPostgresStore } from './postgres/postgres-file-store.ts';
import { openDatabase, sqliteStore } from './sqlite/sqlite-file-store.ts';
import { add, hashOf, hour, now, plain, update, versionsOf } from './contract/fixtures.ts';
import { storeContract } from './contract/contract.ts';
import { openPostgresReplicas, openSqliteReplicas } from './contract/replicas.ts';
import { piecesAreBounded } from './contract/uploads.ts';

storeContract('SQLite', false, openSqliteReplicas);
storeContract('PostgreSQL', missing('postgres'), openPostgresReplicas);

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
  assert.equal(await store.deleteFile(id), 'removed');
  assert.equal((await store.claimDeletions(now, now, 50_000)).length, 40_000);
});

test('no row is left of what is forgotten, on SQLite', async (t) => {
  const db = openDatabase({ file: join(temporaryFolder(), 'file-store.db') });
  t.after(() => db.close());
  const store = sqliteStore(db);
  const outer = await store.createFolder(file, now);
  assert.ok(typeof outer === 'object');
  const inner = await store.createFolder({ ...file, parent_id: outer.id }, now);
  assert.ok(typeof inner === 'object');
  const { id } = await add(store, 'x', { parent_id: inner.id });
  await update(store, id, 'y');
  for (const item of [outer.id, inner.id, id]) await store.share(item, 'bob', 'read');
  const removal = { now, restorableUntil: undefined, recursive: true };
  await store.removeFolder(outer.id, removal);
  while (await store.purge(now, 2));
  for (const table of ['folder', 'file', 'folder_share', 'file_share', 'version', 'trash']) {
    const { count } = db.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)()!;
    assert.equal(count, 0, table);
  }
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
      // Its row becomes the last in the table: a statement that locks in table order locks the
      // others first.
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
    assert.equal(await other.deleteFile(made.id), 'unknown');
    const all = { folderId: '', ownerId: undefined, visibleTo: undefined, after: undefined };
    assert.deepEqual(await other.children({ ...all, limit: 10 }), []);
    const theirs = await other.pin(hashOf('x'), 1, now);
    assert.notEqual(theirs.id, pin.id);
    const any = { mimeType: undefined, mayChange: undefined };
    assert.equal(await other.appendVersion(made.id, theirs.id, any, now), 'unknown');
    const given = { file_id: made.id, tokenHash: hashOf(unique('token')), expires_at: now + hour };
    const newLink = { ...given, disposition: 'inline', max_downloads: 2 } as const;
    assert.equal(await other.createLink(newLink, now), 'unknown');
    const link = await one.createLink(newLink, now);
    assert.ok(typeof link === 'object');
    assert.equal(await other.findLink(link.id), undefined);
    assert.equal(await other.findLinkByToken(given.tokenHash, 'c', now), undefined);
    assert.equal((await other.links(made.id, '', 10)).length, 0);
    assert.equal(await other.revokeLink(link.id, now), false);
    assert.equal(await other.countDownload(link.id, 'c', false, now), 'unknown');
    assert.equal(await one.countDownload(link.id, 'c', false, now), 'counted');
    assert.equal(await other.dropClients(now + hour, 10), 0);
    const upload = { id: unique('upload'), uploader: 'ann', length: 1, metadata: '', target: file };
    await one.createUpload(upload, now + hour);
    const writer = { uploadId: upload.id, claim: 'c' };
    assert.equal(await other.findUpload(upload.id, now), undefined);
    assert.equal(await other.claimUpload(writer, 0, now, now + hour), 'unknown');
    await other.endUpload(upload.id);
    assert.equal(await other.dropPieces(now + hour, 10), false);
    assert.ok(await one.findUpload(upload.id, now));
    assert.equal((await one.claimDeletions(now, now, 10)).length, 0);
    assert.equal((await other.claimDeletions(now, now, 10)).length, 1);
  },
);

test('a full disk of PostgreSQL is STORAGE_FULL', { skip: missing('postgres') }, async (t) => {
  const deployment = unique('files');
  const store = await openPostgresStore(servers.postgres, deployment);
  const db = new Postgres(servers.postgres, 'test');
  t.after(() => Promise.all([store.close(), db.close()]));
  const name = sql.raw(`file_store.full_${deployment}`);
  await db.execute(sql`
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = 'disk_full'; END $$`);
  for (const table of ['folder', 'content']) {
    await db.execute(sql`
      CREATE TRIGGER ${sql.raw(`full_${deployment}`)} BEFORE INSERT ON ${sql.raw(`file_store.${table}`)}
      FOR EACH ROW WHEN (NEW.deployment = ${sql.raw(`'${deployment}'`)})
      EXECUTE FUNCTION ${name}()`);
  }
  const full = { code: 'STORAGE_FULL', status: 507, headers: { 'retry-after': '10' } };
  await assert.rejects(store.createFolder(file, now), full);
  await assert.rejects(store.pin(hashOf('x'), 1, now), full);
  assert.deepEqual(await store.listTrash('ann', { now, before: undefined, limit: 1 }), []);
});

test(
  'a folder that an upload is being recorded in is not deleted as empty',
  { skip: missing('postgres') },
  async (t) => {
    const store = await openPostgresStore(servers.postgres, unique('files'));
    const db = new Postgres(servers.postgres, 'test');
    t.after(() => Promise.all([store.close(), db.close()]));
    const docs = await store.createFolder(file, now);
    assert.ok(typeof docs === 'object');
    const pin = await store.pin(hashOf('x'), 1, now + hour);
    let creating: ReturnType<typeof store.createFile> | undefined;
    let removing: ReturnType<typeof store.removeFolder> | undefined;
    await db.transaction(async (tx) => {
      await tx.execute(sql`SELECT FROM file_store.content WHERE id = ${pin.id} FOR UPDATE`);
      const isWaited = async (condition: Sql) => {
        for (;;) {
          // Within a transaction the view shows what was there when it was first read.
          await tx.execute(sql`SELECT pg_stat_clear_snapshot()`);
          const waiting = await tx.execute(sql`
            SELECT FROM pg_stat_activity AS one WHERE ${condition}`);
          if (waiting > 0) return;
        }
      };
      creating = store.createFile({ ...file, parent_id: docs.id }, pin.id, now);
      await isWaited(sql`pg_backend_pid() = ANY (pg_blocking_pids(one.pid))`);
      removing = store.removeFolder(docs.id, { now, restorableUntil: undefined, recursive: false });
      const waitsForUpload = isWaited(sql`EXISTS (
        SELECT FROM pg_stat_activity AS other
        WHERE other.pid = ANY (pg_blocking_pids(one.pid))
          AND pg_backend_pid() = ANY (pg_blocking_pids(other.pid)))`);
      await Promise.race([removing, waitsForUpload]);
    });
    assert.ok(typeof (await creating) === 'object');
    assert.equal(await removing, 'not empty');
  },
);

test('an upload has so many pieces, and can be finished beyond them, on SQLite', async (t) => {
  const db = openDatabase({ file: join(temporaryFolder(), 'file-store.db') });
  t.after(() => db.close());
  const set = db.run('UPDATE upload SET pieces = ?2 WHERE id = ?1');
  await piecesAreBounded(sqliteStore(db), async (id, pieces) => set(id, pieces));
});

test(
  'an upload has so many pieces, and can be finished beyond them, on PostgreSQL',
  { skip: missing('postgres') },
  async (t) => {
    const store = await openPostgresStore(servers.postgres, unique('files'));
    const db = new Postgres(servers.postgres, 'test');
    t.after(() => Promise.all([store.close(), db.close()]));
    await piecesAreBounded(store, (id, pieces) =>
      db.execute(sql`UPDATE file_store.upload SET pieces = ${pieces} WHERE id = ${id}`),
    );
  },
);
