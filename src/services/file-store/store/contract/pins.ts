/** How contents are pinned, referred to and deleted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FileStore } from '../file-store.ts';
import {
  add,
  everything,
  hashOf,
  hour,
  now,
  plain,
  update,
  type OpenReplicas,
  versionsOf,
} from './fixtures.ts';

export function pinContract(open: OpenReplicas): void {
  const claim = async (store: FileStore, at: number, limit = 100) =>
    (await store.claimDeletions(at, at + 1_000, limit))
      .map(({ id }) => id)
      .toSorted((a, b) => a - b);

  test('a hash has one content, no matter how many pin it', async (t) => {
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

  test('a pinned content is not deleted until the pin lapses', async (t) => {
    const { first, second } = await open(t);
    const pin = await first.pin(hashOf('x'), 1, now + hour);
    assert.deepEqual(await claim(second, now + hour - 1), []);
    assert.deepEqual(plain(await second.claimDeletions(now + hour, now + 2 * hour, 1)), [
      { id: pin.id, hash: hashOf('x') },
    ]);
  });

  test('a pin that ends leaves the others', async (t) => {
    const { first, second } = await open(t);
    const { id } = await add(first, 'other');
    const pin = await first.pin(hashOf('x'), 1, now + hour);
    await first.pin(hashOf('x'), 1, now + 2 * hour);
    const refused = { mimeType: undefined, mayChange: () => false };
    assert.equal(await first.appendVersion(id, pin.id, refused, now), 'mismatch');
    assert.deepEqual(await claim(second, now + hour), []);
    assert.equal(await second.appendVersion('file_999999999', pin.id, refused, now), 'unknown');
    assert.deepEqual(await claim(second, now), [pin.id]);
  });

  test('a version that is recorded ends one pin, not those of other uploads', async (t) => {
    const { first, second } = await open(t);
    const pin = await first.pin(hashOf('x'), 1, now + 2 * hour);
    await second.pin(hashOf('x'), 1, now + hour);
    const { id } = await add(first, 'x');
    await second.deleteFile(id);
    assert.deepEqual(await claim(second, now + hour), []);
    const file = { name: 'a', owner_id: 'ann', parent_id: '', mime_type: 'a/b' };
    const late = await first.createFile(file, pin.id, now);
    assert.ok(typeof late === 'object');
    await first.deleteFile(late.id);
    assert.deepEqual(await claim(second, now + 2 * hour), [pin.id]);
  });

  test('a content is to be deleted when the last version that refers to it is gone', async (t) => {
    const { first, second } = await open(t);
    const one = await add(first, 'same');
    const other = await add(second, 'same');
    await update(first, one.id, 'same');
    assert.equal(one.content_id, other.content_id);
    await first.deleteFile(one.id);
    assert.deepEqual(await claim(second, now + 9 * hour), []);
    await first.deleteFile(other.id);
    assert.deepEqual(await claim(second, now), [one.content_id]);
  });

  test('a content that is to be deleted cannot be recorded, and nothing is changed by trying', async (t) => {
    const { first, second } = await open(t);
    const file = await add(first, 'kept');
    const { id } = await first.pin(hashOf('x'), 1, now + hour);
    await claim(second, now + hour);
    const entry = { name: 'x', owner_id: 'ann', parent_id: '', mime_type: 'a/b' };
    assert.equal(await first.createFile(entry, id, now), 'unpinned');
    const any = { mimeType: undefined, mayChange: undefined };
    assert.equal(await first.appendVersion(file.id, id, any, now), 'unpinned');
    assert.deepEqual(await second.children(everything), [{ type: 'file', ...file }]);
    assert.equal((await versionsOf(second, file.id)).length, 1);
  });

  test('that a content is gone is told even if there was another reason to refuse', async (t) => {
    const { first, second } = await open(t);
    const file = await add(first, 'kept');
    const { id } = await first.pin(hashOf('x'), 1, now + hour);
    await claim(second, now + hour);
    const entry = { name: 'x', owner_id: 'ann', parent_id: 'folder_999999999', mime_type: 'a/b' };
    assert.equal(await first.createFile(entry, id, now), 'unpinned');
    const other = { mimeType: undefined, mayChange: () => false };
    for (const fileId of [file.id, 'file_999999999']) {
      assert.equal(await first.appendVersion(fileId, id, other, now), 'unpinned');
    }
  });

  test('the hash of a content that is to be deleted is free for another, with an id of its own', async (t) => {
    const { first, second } = await open(t);
    const old = await first.pin(hashOf('x'), 1, now + hour);
    await claim(first, now + hour);
    const young = await second.pin(hashOf('x'), 1, now + 9 * hour);
    assert.notEqual(young.id, old.id);
    assert.equal(young.stored, false);
    await second.finishDeletions([old.id]);
    const again = await first.pin(hashOf('x'), 1, now + 9 * hour);
    assert.equal(again.id, young.id);
  });

  test('callers at once claim different deletions, at most their limit', async (t) => {
    const { first, second } = await open(t);
    const pins = await Promise.all(
      Array.from({ length: 25 }, (_, i) => first.pin(hashOf(`${i}`), 1, now + hour)),
    );
    const portions = await Promise.all(
      Array.from({ length: 6 }, (_, i) => claim(i % 2 ? first : second, now + hour, 10)),
    );
    for (const portion of portions) assert.ok(portion.length <= 10);
    // One that came while the others held all rows may have got none.
    const rest = await claim(first, now + hour, 25);
    assert.deepEqual(
      [...portions.flat(), ...rest].toSorted((a, b) => a - b),
      pins.map(({ id }) => id).toSorted((a, b) => a - b),
    );
  });

  test('a deletion can be claimed again when its claim lapses, until it is finished', async (t) => {
    const { first, second } = await open(t);
    const { id } = await first.pin(hashOf('x'), 1, now);
    assert.deepEqual(await claim(first, now), [id]);
    assert.deepEqual(await claim(second, now + 999), []);
    assert.deepEqual(await claim(second, now + 1_000), [id]);
    assert.deepEqual(await claim(first, now + 1_000), []);
    await first.finishDeletions([id]);
    assert.deepEqual(await claim(second, now + hour), []);
  });
}
