/** Uploads, deletions, the trash and the reclaimer in any order: bytes are there exactly while needed. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import * as fc from 'fast-check';
import { setImmediate } from 'node:timers/promises';
import { fakeClock, missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { nameOf, type ContentStore } from '../contents/contents-store.ts';
import { emptyTrash } from '../trash.ts';
import { receive } from '../uploads/receive.ts';
import { commitUpload, pinLifetimeMs, type UploadContext } from '../uploads/commit.ts';
import { someOf } from '../store/contract/laws/swarm.ts';
import { openPostgresStore } from '../store/postgres/postgres-file-store.ts';
import { reclaim } from '../reclaim.ts';
import { openDatabase, sqliteStore } from '../store/sqlite/sqlite-file-store.ts';
import type { FileStore } from '../store/file-store.ts';

/** Contents in memory, each step of which may take a while, or fail. */
function slowContents(pause: () => Promise<void>): ContentStore & { names: Set<string> } {
  const names = new Set<string>();
  return {
    names,
    description: 'memory',
    async put(content) {
      await pause();
      names.add(nameOf(content));
      await pause();
    },
    async remove(key) {
      await pause();
      names.delete(nameOf(key));
      await pause();
    },
    sizeOf: async (key) => (names.has(nameOf(key)) ? 1 : undefined),
    open: async () => undefined,
    list: async function* () {},
    ready: async () => {},
    close: async () => {},
  };
}

const folder = temporaryFolder();
const file = { name: 'f', owner_id: 'ann', parent_id: '', mime_type: 'a/b' };

/** Yields the id of the file; undefined when the folder is not there. */
async function upload(context: UploadContext, text: string, parent_id = '') {
  const bytes = Readable.from([Buffer.from(text)]);
  const body = await receive(context.temporaryFolder, bytes, 10);
  const made = await commitUpload(context, body, (id) =>
    context.files.createFile({ ...file, parent_id }, id, context.clock()),
  );
  return typeof made === 'string' ? undefined : made.id;
}

const kinds = [
  'delete',
  'reclaim',
  'late',
  'remove',
  'restore',
  'discard',
  'empty',
  'remove folder',
  'restore folder',
] as const;
/** Beside uploads, each history enables some kinds of steps, and has one to three texts. */
const configurations = fc.record({ enabled: someOf(kinds), texts: fc.integer({ min: 1, max: 3 }) });

const histories = configurations.chain(({ enabled, texts }) => {
  const step = fc.record({
    kind: fc.constantFrom('upload', 'upload', ...enabled),
    text: fc.nat(texts - 1).map((n) => 'abc'[n]!),
    which: fc.nat(20),
    turns: fc.array(fc.nat(6), { minLength: 1, maxLength: 4 }),
  });
  const plans = fc.array(step, { minLength: 4, maxLength: 24 });
  return plans.map((plan) => ({ configuration: { enabled, texts }, plan }));
});

function laws(
  name: string,
  skip: string | false,
  runs: number,
  open: (t: TestContext) => Promise<FileStore[]>,
) {
  test(
    `no content that is needed lacks its bytes, and no other has any, on ${name}`,
    { skip },
    async (t) => {
      const stores = await open(t);
      let run = 0;
      const check = async ({
        plan,
      }: typeof histories extends fc.Arbitrary<infer T> ? T : never) => {
        const turns = plan.flatMap(({ turns: own }) => own);
        let turn = 0;
        // Leftovers of a failed run do not disturb the next.
        const suffix = String(++run);
        const contents = slowContents(async () => {
          for (let n = turns[turn++ % turns.length]!; n > 0; n--) await setImmediate();
        });
        const clock = fakeClock();
        const contexts = stores.map((files): UploadContext => ({
          files,
          contents,
          temporaryFolder: { path: folder, isShared: true },
          maxBytes: 10,
          clock,
        }));
        const kept = { now: clock(), restorableUntil: clock() + 99 * pinLifetimeMs };
        const home = await stores[0]!.createFolder(file, clock());
        assert.ok(typeof home === 'object');
        const made = new Set<string>();
        const work = plan.map(async ({ kind, text, which }, i) => {
          const context = contexts[i % 2]!;
          const { files } = context;
          for (let n = 0; n < i; n++) await setImmediate();
          if (kind === 'upload') {
            const id = await upload(context, text + suffix, which % 2 ? home.id : '');
            if (id !== undefined) made.add(id);
          }
          const id = [...made][which % made.size] ?? '';
          if (kind === 'delete' && (await files.deleteFile(id)) === 'removed') made.delete(id);
          if (kind === 'discard' && (await files.discard(id, clock()))) made.delete(id);
          if (kind === 'remove') await files.removeFile(id, kept);
          if (kind === 'restore') await files.restore(id, home.id, clock());
          if (kind === 'remove folder') {
            await files.removeFolder(home.id, { ...kept, recursive: true });
          }
          if (kind === 'restore folder') await files.restore(home.id, '', clock());
          if (kind === 'empty') await emptyTrash(files, clock());
          if (kind === 'reclaim') await reclaim(context, clock());
          // As if every pin had lapsed: uploads under way lose theirs.
          if (kind === 'late') await reclaim(context, clock() + pinLifetimeMs);
        });
        for (const outcome of await Promise.allSettled(work)) {
          // An upload that lost its pin was not acknowledged.
          if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'STORE_UNAVAILABLE');
        }
        await emptyTrash(contexts[1]!.files, clock());
        await reclaim(contexts[0]!, clock());
        // Items in the trash are needed, too.
        for (const id of [home.id, ...made]) await stores[1]!.restore(id, '', clock());
        const needed = async () => {
          const found = await Promise.all([...made].map((id) => stores[0]!.findFile(id)));
          return new Set(found.map((f) => nameOf({ id: f!.content_id, hash: f!.content_hash })));
        };
        for (const one of await needed()) assert.ok(contents.names.has(one), `${one} is lost`);
        await reclaim(contexts[1]!, clock() + 2 * pinLifetimeMs);
        assert.deepEqual([...contents.names].toSorted(), [...(await needed())].toSorted());
        const isEven = (id: string) => Number(id.slice('file_'.length)) % 2 === 0;
        for (const id of [...made].filter(isEven)) await stores[0]!.deleteFile(id);
        for (const id of made) await stores[0]!.removeFile(id, kept);
        await emptyTrash(contexts[1]!.files, kept.restorableUntil);
        await reclaim(contexts[0]!, clock());
        assert.deepEqual([...contents.names], []);
        // Deleted contents are forgotten, not deleted again and again.
        assert.equal(await reclaim(contexts[1]!, clock() + 3 * pinLifetimeMs), 0);
      };
      await fc.assert(fc.asyncProperty(histories, check), { numRuns: runs });
    },
  );
}

laws('SQLite', false, 60, async (t) => {
  const db = openDatabase({ file: join(temporaryFolder(), 'file-store.db') });
  t.after(() => db.close());
  return [sqliteStore(db), sqliteStore(db)];
});

laws('PostgreSQL', missing('postgres'), 20, async (t) => {
  const deployment = unique('files');
  const open = () => openPostgresStore(servers.postgres, deployment);
  const stores = await Promise.all([open(), open()]);
  t.after(() => Promise.all(stores.map((store) => store.close())));
  return stores;
});

test('bytes that no version was recorded with are stored again', async (t) => {
  const db = openDatabase({ file: join(temporaryFolder(), 'file-store.db') });
  t.after(() => db.close());
  let puts = 0;
  const contents = { ...slowContents(async () => void puts++), sizeOf: async () => 1 };
  const files = sqliteStore(db);
  const clock = fakeClock();
  const context = {
    files,
    contents,
    temporaryFolder: { path: folder, isShared: true },
    maxBytes: 10,
    clock,
  };
  await upload(context, 'a');
  assert.ok(puts > 0);
  puts = 0;
  await upload(context, 'a');
  assert.equal(puts, 0);
});

test('bytes that got lost are restored by the next upload of the same', async (t) => {
  const db = openDatabase({ file: join(temporaryFolder(), 'file-store.db') });
  t.after(() => db.close());
  const contents = slowContents(async () => {});
  const temporary = { path: folder, isShared: true };
  const shared = { files: sqliteStore(db), contents, temporaryFolder: temporary };
  const context = { ...shared, maxBytes: 10, clock: fakeClock() };
  await upload(context, 'a');
  const kept = [...contents.names];
  contents.names.clear();
  await upload(context, 'a');
  assert.deepEqual([...contents.names], kept);
});
