/** What every record keeps, tried with two replicas on the same state. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test, type TestContext } from 'node:test';
import type { Permission } from './permissions.ts';
import {
  maxDepth,
  maxShares,
  type Entry,
  type File,
  type FileStore,
  type Folder,
  type Listing,
} from './store.ts';

export interface Replicas {
  readonly first: FileStore;
  readonly second: FileStore;
}

export type OpenReplicas = (t: TestContext) => Promise<Replicas>;

const now = Date.UTC(2026, 0, 1);
const hour = 3_600_000;
/** Without what a driver adds to its rows. */
export const plain = <T extends object>(rows: readonly T[]): T[] =>
  Array.from(rows, (row) => ({ ...row }));
export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Records a file whose content is `text`. */
async function add(store: FileStore, text: string, more: Partial<File> = {}): Promise<File> {
  const pin = await store.pin(hashOf(text), text.length, now + hour);
  const { name = 'a.txt', owner_id = 'ann', parent_id = '', mime_type = 'text/plain' } = more;
  const file = await store.createFile({ name, owner_id, parent_id, mime_type }, pin.id, now);
  assert.ok(file !== 'unpinned');
  return file;
}

async function update(store: FileStore, id: string, text: string, expected?: string[]) {
  const pin = await store.pin(hashOf(text), text.length, now + hour);
  return store.appendVersion(id, pin.id, { mimeType: undefined, expected }, now + 1);
}

async function folder(store: FileStore, parent_id = '', name = 'docs', owner_id = 'ann') {
  const made = await store.createFolder({ name, owner_id, parent_id }, now);
  assert.ok(typeof made === 'object');
  return made;
}

const everything: Listing = {
  folderId: '',
  ownerId: undefined,
  visibleTo: undefined,
  after: undefined,
  limit: 1_000,
};

export function storeContract(name: string, skip: string | false, open: OpenReplicas): void {
  describe(`the tree on ${name}`, { skip }, () => treeContract(open));
  describe(`shares on ${name}`, { skip }, () => shareContract(open));
  describe(`versions on ${name}`, { skip }, () => versionContract(open));
  describe(`contents on record on ${name}`, { skip }, () => pinContract(open));
}

function treeContract(open: OpenReplicas): void {
  test('a folder and a file come back from every replica as they were made', async (t) => {
    const { first, second } = await open(t);
    const docs = await folder(first);
    assert.match(docs.id, /^folder_[1-9]\d*$/);
    const { id, ...rest } = docs;
    const shared_with = {};
    assert.deepEqual(rest, {
      name: 'docs',
      parent_id: '',
      owner_id: 'ann',
      created_at: now,
      shared_with,
    });
    assert.deepEqual(await second.findFolder(id), docs);
    const file = await add(second, 'hello', { parent_id: id, name: 'ü😀' });
    assert.match(file.id, /^file_[1-9]\d*$/);
    assert.deepEqual(await first.findFile(file.id), file);
    assert.deepEqual([file.name, file.parent_id, file.size, file.version], ['ü😀', id, 5, 1]);
    assert.deepEqual([file.content_hash, file.created_at], [hashOf('hello'), now]);
  });

  test('what cannot be an id is unknown', async (t) => {
    const { first } = await open(t);
    await add(first, 'x');
    for (const id of [
      '',
      'file_',
      'file_0',
      'file_01',
      'file_1e3',
      'file_-1',
      'folder_1x',
      'root',
    ]) {
      assert.equal(await first.findFile(id), undefined, id);
      assert.equal(await first.findFolder(id), undefined, id);
      assert.equal((await first.versions(id)).length, 0, id);
      assert.equal(await first.deleteFile(id), false, id);
      assert.equal(await first.share(id, 'bob', 'read'), 'unknown', id);
    }
    assert.equal(await first.findFile('file_999999999999999'), undefined);
  });

  test(`folders lie in folders that exist, at most ${maxDepth} deep`, async (t) => {
    const { first, second } = await open(t);
    const make = (parent_id: string) => ({ name: 'f', owner_id: 'ann', parent_id });
    assert.equal(await first.createFolder(make('folder_999999999'), now), 'unknown');
    assert.equal(await first.createFolder(make('nonsense'), now), 'unknown');
    let inner = await folder(first);
    for (let depth = 2; depth <= maxDepth; depth++) inner = await folder(second, inner.id);
    assert.equal(await first.createFolder(make(inner.id), now), 'too deep');
  });

  test('the lineage leads from the folder outwards', async (t) => {
    const { first, second } = await open(t);
    const outer = await folder(first, '', 'outer', 'ann');
    const middle = await folder(first, outer.id, 'middle', 'bob');
    const inner = await folder(first, middle.id, 'inner', 'cleo');
    await first.share(middle.id, 'dan', 'write');
    assert.deepEqual(plain(await second.lineage(inner.id)), [
      { owner_id: 'cleo', shared_with: {} },
      { owner_id: 'bob', shared_with: { dan: 'write' } },
      { owner_id: 'ann', shared_with: {} },
    ]);
    assert.equal((await second.lineage('')).length, 0);
  });

  test('children are folders, then files, each by name in code-point order, then by number', async (t) => {
    const { first, second } = await open(t);
    const { id: folderId } = await folder(first);
    const names = ['b', '', 'B', 'a😀', 'aﬀ', 'ä', 'b', 'z'].filter((name) => name !== '');
    for (const name of names) await add(first, 'x', { parent_id: folderId, name });
    for (const name of ['y', 'Y']) await folder(second, folderId, name);
    for (let i = 0; i < 10; i++) await add(second, 'x', { parent_id: folderId, name: 'same' });
    const found = await first.children({ ...everything, folderId });
    const sorted = ['B', 'aﬀ', 'a😀', 'b', 'b', ...Array(10).fill('same'), 'z', 'ä'];
    assert.deepEqual(
      found.map(({ name }) => name),
      ['Y', 'y', ...sorted],
    );
    const numbers = found
      .filter(({ name }) => name === 'same')
      .map(({ id }) => Number(id.slice(5)));
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    );
    assert.deepEqual(await second.findFile(found[2]!.id), withoutType(found[2]!));
    assert.deepEqual(await second.findFolder(found[0]!.id), withoutType(found[0]!));
  });

  test('pages of any size put together are the whole list', async (t) => {
    const { first, second } = await open(t);
    const { id: folderId } = await folder(first);
    for (const name of ['c', 'a', 'b', 'a', 'a']) {
      await add(first, 'x', { parent_id: folderId, name });
      await folder(second, folderId, name);
    }
    const whole = await first.children({ ...everything, folderId });
    assert.equal(whole.length, 10);
    for (const limit of [1, 2, 3, 5, 7, 10]) {
      const pages: Entry[] = [];
      for (let after: Entry | undefined; ; after = pages.at(-1)) {
        const page = await second.children({ ...everything, folderId, after, limit });
        pages.push(...page);
        if (page.length < limit) break;
      }
      assert.deepEqual(pages, whole, `limit ${limit}`);
    }
  });

  test('a list can be narrowed to an owner, and to what a user may see', async (t) => {
    const { first } = await open(t);
    const top = await folder(first, '', 'top', 'bob');
    for (const folderId of ['', top.id]) {
      const own = await add(first, 'x', { parent_id: folderId, name: '1', owner_id: 'ann' });
      const shared = await add(first, 'x', { parent_id: folderId, name: '2', owner_id: 'bob' });
      await add(first, 'x', { parent_id: folderId, name: '3', owner_id: 'bob' });
      const sub = await folder(first, folderId, 'sub', 'ann');
      await first.share(shared.id, 'ann', 'read');
      const ids = async (more: Partial<Listing>) =>
        (await first.children({ ...everything, folderId, ...more })).map(({ id }) => id);
      assert.deepEqual(await ids({ ownerId: 'ann' }), [sub.id, own.id]);
      assert.deepEqual(await ids({ visibleTo: 'ann' }), [sub.id, own.id, shared.id]);
      assert.deepEqual(await ids({ visibleTo: 'ann', ownerId: 'bob' }), [shared.id]);
      assert.deepEqual(await ids({ visibleTo: 'eve' }), []);
    }
  });
}

function withoutType({ type: _type, ...rest }: Entry): Folder | File {
  return rest;
}

function shareContract(open: OpenReplicas): void {
  test('every user name can be shared with, and is found again', async (t) => {
    const { first, second } = await open(t);
    const users = [
      'bob',
      'a"b',
      "o'neil",
      'ü😀',
      '__proto__',
      'constructor',
      '$.x',
      'a\\u0062',
      ' ',
    ];
    for (const { id } of [await folder(first), await add(first, 'x')]) {
      for (const user of users) assert.equal(await first.share(id, user, 'read'), 'shared', user);
      assert.equal(await second.share(id, 'bob', 'write'), 'shared');
      const found = (await second.findFile(id)) ?? (await second.findFolder(id));
      const expected = users.map((user) => [user, user === 'bob' ? 'write' : 'read'] as const);
      assert.deepEqual(new Map(Object.entries(found!.shared_with)), new Map(expected));
      for (const visibleTo of users) {
        const seen = await second.children({ ...everything, visibleTo });
        assert.ok(
          seen.some((entry) => entry.id === id),
          visibleTo,
        );
      }
    }
  });

  test('of shares that are given at once, none is lost', async (t) => {
    const { first, second } = await open(t);
    const { id } = await add(first, 'x');
    const users = Array.from({ length: 40 }, (_, i) => `user-${i}`);
    await Promise.all(users.map((user, i) => (i % 2 ? first : second).share(id, user, 'read')));
    assert.deepEqual(
      Object.keys((await first.findFile(id))!.shared_with).toSorted(),
      users.toSorted(),
    );
  });

  test(`at most ${maxShares} users share one item; a known one may still change`, async (t) => {
    const { first, second } = await open(t);
    const { id } = await folder(first);
    const share = (i: number, permission: Permission) => first.share(id, `user-${i}`, permission);
    await Promise.all(Array.from({ length: maxShares }, (_, i) => share(i, 'read')));
    assert.equal(await share(maxShares, 'read'), 'full');
    assert.equal(await share(7, 'write'), 'shared');
    const { shared_with } = (await second.findFolder(id))!;
    assert.equal(Object.keys(shared_with).length, maxShares);
    assert.equal(shared_with['user-7'], 'write');
  });
}

function versionContract(open: OpenReplicas): void {
  test('a new version is the latest; earlier ones stay', async (t) => {
    const { first, second } = await open(t);
    const { id } = await add(first, 'one');
    const file = await update(second, id, 'three');
    assert.ok(typeof file === 'object');
    assert.deepEqual([file.version, file.size, file.updated_at], [2, 5, now + 1]);
    assert.deepEqual([file.content_hash, file.mime_type], [hashOf('three'), 'text/plain']);
    const versions = await first.versions(id);
    assert.deepEqual(
      versions.map(({ content_id: _id, ...rest }) => rest),
      [
        { version: 1, created_at: now, size: 3, content_hash: hashOf('one') },
        { version: 2, created_at: now + 1, size: 5, content_hash: hashOf('three') },
      ],
    );
    assert.deepEqual(await second.findVersion(id, 1), versions[0]);
    assert.equal(await second.findVersion(id, 3), undefined);
    assert.deepEqual(await first.findFile(id), file);
  });

  test('a version may change the type', async (t) => {
    const { first } = await open(t);
    const { id } = await add(first, 'one');
    const pin = await first.pin(hashOf('two'), 3, now + hour);
    const file = await first.appendVersion(
      id,
      pin.id,
      { mimeType: 'image/png', expected: undefined },
      now,
    );
    assert.ok(typeof file === 'object');
    assert.equal(file.mime_type, 'image/png');
  });

  test('versions that are appended at once are numbered one after another, none is lost', async (t) => {
    const { first, second } = await open(t);
    const { id } = await add(first, 'content 0');
    const texts = Array.from({ length: 20 }, (_, i) => `content ${i + 1}`);
    await Promise.all(texts.map((text, i) => update(i % 2 ? first : second, id, text)));
    const versions = await first.versions(id);
    assert.deepEqual(
      versions.map(({ version }) => version),
      Array.from({ length: 21 }, (_, i) => i + 1),
    );
    const hashes = versions.slice(1).map(({ content_hash }) => content_hash);
    assert.deepEqual(hashes.toSorted(), texts.map(hashOf).toSorted());
    assert.equal((await second.findFile(id))!.content_hash, hashes.at(-1));
  });

  test('of updates that expect the same content, one succeeds', async (t) => {
    const { first, second } = await open(t);
    const { id } = await add(first, 'before');
    const texts = Array.from({ length: 10 }, (_, i) => `after ${i}`);
    const outcomes = await Promise.all(
      texts.map((text, i) => update(i % 2 ? first : second, id, text, [hashOf('before')])),
    );
    assert.equal(outcomes.filter((outcome) => typeof outcome === 'object').length, 1);
    assert.equal(outcomes.filter((outcome) => outcome === 'mismatch').length, 9);
    assert.equal((await first.versions(id)).length, 2);
  });

  test('a deleted file is gone with its versions, and its id does not come back', async (t) => {
    const { first, second } = await open(t);
    const { id } = await add(first, 'one');
    await update(first, id, 'two');
    assert.equal(await second.deleteFile(id), true);
    assert.equal(await first.deleteFile(id), false);
    assert.equal(await first.findFile(id), undefined);
    assert.equal((await first.versions(id)).length, 0);
    assert.equal(await update(first, id, 'three'), 'unknown');
    assert.notEqual((await add(second, 'one')).id, id);
  });

  test('updates and deletions of files with common contents do not block each other', async (t) => {
    const { first, second } = await open(t);
    const files = await Promise.all(
      Array.from({ length: 12 }, (_, i) => add(first, `text ${i % 3}`)),
    );
    await Promise.all(
      files.flatMap(({ id }, i) => [
        update(first, id, `text ${i % 3}`),
        update(second, id, `text ${(i + 1) % 3}`),
        (i % 2 ? first : second).deleteFile(id),
      ]),
    );
    for (const { id } of files) assert.equal(await first.findFile(id), undefined);
  });
}

function pinContract(open: OpenReplicas): void {
  const condemn = async (store: FileStore, at: number, limit = 100) =>
    (await store.condemn(at, at + 1_000, limit)).map(({ id }) => id).toSorted((a, b) => a - b);

  test('a hash has one content, whoever pins it', async (t) => {
    const { first, second } = await open(t);
    const pins = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? first : second).pin(hashOf('same'), 4, now + hour),
      ),
    );
    assert.equal(new Set(pins.map(({ id }) => id)).size, 1);
    assert.ok(pins.every(({ stored }) => !stored));
    await add(first, 'same');
    const pin = await second.pin(hashOf('same'), 4, now + hour);
    assert.deepEqual(pin, { id: pins[0]!.id, hash: hashOf('same'), size: 4, stored: true });
  });

  test('a pinned content is not condemned until the pin lapses', async (t) => {
    const { first, second } = await open(t);
    const pin = await first.pin(hashOf('x'), 1, now + hour);
    assert.deepEqual(await condemn(second, now + hour - 1), []);
    assert.deepEqual(plain(await second.condemn(now + hour, now + 2 * hour, 1)), [
      { id: pin.id, hash: hashOf('x') },
    ]);
  });

  test('a pin that ends leaves the others', async (t) => {
    const { first, second } = await open(t);
    const { id } = await add(first, 'other');
    const pin = await first.pin(hashOf('x'), 1, now + hour);
    await first.pin(hashOf('x'), 1, now + 2 * hour);
    const refused = { mimeType: undefined, expected: ['nothing'] };
    assert.equal(await first.appendVersion(id, pin.id, refused, now), 'mismatch');
    assert.deepEqual(await condemn(second, now + hour), []);
    assert.equal(await second.appendVersion('file_999999999', pin.id, refused, now), 'unknown');
    assert.deepEqual(await condemn(second, now), [pin.id]);
  });

  test('a content is condemned when the last version that refers to it is gone', async (t) => {
    const { first, second } = await open(t);
    const one = await add(first, 'same');
    const other = await add(second, 'same');
    await update(first, one.id, 'same');
    assert.equal(one.content_id, other.content_id);
    await first.deleteFile(one.id);
    assert.deepEqual(await condemn(second, now + 9 * hour), []);
    await first.deleteFile(other.id);
    assert.deepEqual(await condemn(second, now), [one.content_id]);
  });

  test('a condemned content cannot be recorded, and nothing is changed by trying', async (t) => {
    const { first, second } = await open(t);
    const file = await add(first, 'kept');
    const { id } = await first.pin(hashOf('x'), 1, now + hour);
    await condemn(second, now + hour);
    const entry = { name: 'x', owner_id: 'ann', parent_id: '', mime_type: 'a/b' };
    assert.equal(await first.createFile(entry, id, now), 'unpinned');
    const any = { mimeType: undefined, expected: undefined };
    assert.equal(await first.appendVersion(file.id, id, any, now), 'unpinned');
    assert.deepEqual(await second.children(everything), [{ type: 'file', ...file }]);
    assert.equal((await second.versions(file.id)).length, 1);
  });

  test('the hash of a condemned content is free for another, with an id of its own', async (t) => {
    const { first, second } = await open(t);
    const old = await first.pin(hashOf('x'), 1, now + hour);
    await condemn(first, now + hour);
    const young = await second.pin(hashOf('x'), 1, now + 9 * hour);
    assert.notEqual(young.id, old.id);
    assert.equal(young.stored, false);
    await second.forget([old.id]);
    const again = await first.pin(hashOf('x'), 1, now + 9 * hour);
    assert.equal(again.id, young.id);
  });

  test('callers that condemn at once get different contents, at most their limit', async (t) => {
    const { first, second } = await open(t);
    const pins = await Promise.all(
      Array.from({ length: 25 }, (_, i) => first.pin(hashOf(`${i}`), 1, now + hour)),
    );
    const portions = await Promise.all(
      Array.from({ length: 6 }, (_, i) => condemn(i % 2 ? first : second, now + hour, 10)),
    );
    for (const portion of portions) assert.ok(portion.length <= 10);
    // One that came while the others held all rows may have got none.
    const rest = await condemn(first, now + hour, 25);
    assert.deepEqual(
      [...portions.flat(), ...rest].toSorted((a, b) => a - b),
      pins.map(({ id }) => id).toSorted((a, b) => a - b),
    );
  });

  test('a condemned content is handed out again when its claim lapses, until forgotten', async (t) => {
    const { first, second } = await open(t);
    const { id } = await first.pin(hashOf('x'), 1, now);
    assert.deepEqual(await condemn(first, now), [id]);
    assert.deepEqual(await condemn(second, now + 999), []);
    assert.deepEqual(await condemn(second, now + 1_000), [id]);
    assert.deepEqual(await condemn(first, now + 1_000), []);
    await first.forget([id]);
    assert.deepEqual(await condemn(second, now + hour), []);
  });
}
