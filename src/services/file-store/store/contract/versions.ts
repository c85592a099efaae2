/** Files and their versions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add, hashOf, hour, now, update, type OpenReplicas, versionsOf } from './fixtures.ts';

export function versionContract(open: OpenReplicas): void {
  test('a new version is the latest; earlier ones stay', async (t) => {
    const { first, second } = await open(t);
    const { id } = await add(first, 'one');
    const file = await update(second, id, 'three');
    assert.ok(typeof file === 'object');
    assert.deepEqual([file.version, file.size, file.updated_at], [2, 5, now + 1]);
    assert.deepEqual([file.content_hash, file.mime_type], [hashOf('three'), 'text/plain']);
    const versions = await versionsOf(first, id);
    assert.deepEqual(
      versions.map(({ content_id: _id, ...rest }) => rest),
      [
        { version: 1, created_at: now, size: 3, content_hash: hashOf('one') },
        { version: 2, created_at: now + 1, size: 5, content_hash: hashOf('three') },
      ],
    );
    assert.deepEqual(await second.versions(id, 0, 1), [versions[0]]);
    assert.deepEqual(await second.versions(id, 1, 5), [versions[1]]);
    assert.equal((await second.versions(id, 2, 1)).length, 0);
    assert.deepEqual(await first.findFile(id), file);
  });

  test('a version may change the type', async (t) => {
    const { first } = await open(t);
    const { id } = await add(first, 'one');
    const pin = await first.pin(hashOf('two'), 3, now + hour);
    const file = await first.appendVersion(
      id,
      pin.id,
      { mimeType: 'image/png', mayChange: undefined },
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
    const versions = await versionsOf(first, id);
    assert.deepEqual(
      versions.map(({ version }) => version),
      Array.from({ length: 21 }, (_, i) => i + 1),
    );
    const hashes = versions.slice(1).map(({ content_hash }) => content_hash);
    assert.deepEqual(hashes.toSorted(), texts.map(hashOf).toSorted());
    assert.equal((await second.findFile(id))!.content_hash, hashes.at(-1));
  });

  test('when several updates expect the same content, one succeeds', async (t) => {
    const { first, second } = await open(t);
    const { id } = await add(first, 'before');
    const texts = Array.from({ length: 10 }, (_, i) => `after ${i}`);
    const outcomes = await Promise.all(
      texts.map((text, i) => update(i % 2 ? first : second, id, text, 'before')),
    );
    assert.equal(outcomes.filter((outcome) => typeof outcome === 'object').length, 1);
    assert.equal(outcomes.filter((outcome) => outcome === 'mismatch').length, 9);
    assert.equal((await versionsOf(first, id)).length, 2);
  });

  test('a deleted file is gone with its versions, and its id does not come back', async (t) => {
    const { first, second } = await open(t);
    const { id } = await add(first, 'one');
    await update(first, id, 'two');
    assert.equal(await second.deleteFile(id), 'removed');
    assert.equal(await first.deleteFile(id), 'unknown');
    assert.equal(await first.findFile(id), undefined);
    assert.equal((await versionsOf(first, id)).length, 0);
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

  test('deletions of files whose contents are the same in another order do not block each other', async (t) => {
    const { first, second } = await open(t);
    const texts = Array.from({ length: 8 }, (_, i) => `text ${i}`);
    const files = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => {
        const own = i % 2 ? texts : texts.toReversed();
        const { id } = await add(first, own[0]!);
        for (const text of own.slice(1)) await update(first, id, text);
        return id;
      }),
    );
    const deleted = await Promise.all(
      files.map((id, i) => (i % 2 ? first : second).deleteFile(id)),
    );
    assert.ok(deleted.every(Boolean));
  });
}
