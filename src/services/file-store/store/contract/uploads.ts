/** Resumable uploads: who may add to one, what it becomes, and when its pieces go. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxPieces, type NewUpload, type Writer } from '../uploads.ts';
import type { FileStore } from '../file-store.ts';
import {
  add,
  everything,
  hashOf,
  hour,
  now,
  pieceOf,
  plain,
  update,
  type OpenReplicas,
  versionsOf,
} from './fixtures.ts';

let uploads = 0;
const later = now + 24 * hour;
const file = { name: 'a.bin', owner_id: 'ann', parent_id: '' };

function newUpload(more: Partial<NewUpload> = {}): NewUpload {
  const id = `upload_${process.pid}_${Math.random()}_${++uploads}`;
  return { id, uploader: 'ann', length: 9, metadata: 'name YQ==', target: file, ...more };
}

async function begun(store: FileStore, more: Partial<NewUpload> = {}): Promise<NewUpload> {
  const upload = newUpload(more);
  await store.createUpload(upload, later);
  return upload;
}

let claims = 0;

async function claimed(store: FileStore, uploadId: string, received = 0): Promise<Writer> {
  const writer = { uploadId, claim: `claim ${++claims}` };
  assert.equal(await store.claimUpload(writer, received, now, later), 'claimed');
  return writer;
}

/** Adds a piece whose content is `text`. */
async function addPiece(store: FileStore, writer: Writer, text: string, at = now) {
  const pin = await store.pin(hashOf(text), text.length, now + hour);
  return store.addPiece(writer, pin.id, at, at + 24 * hour);
}

async function finish(store: FileStore, writer: Writer, text: string, target: object = {}) {
  const pin = await store.pin(hashOf(text), text.length, now + hour);
  const finished = 'file_id' in target ? target : { file: { ...file, mime_type: 'a/b' } };
  return store.finishUpload(writer, finished as never, pin.id, now + 1, later);
}

/** The contents that nobody needs now. */
async function unneeded(store: FileStore): Promise<string[]> {
  const keys = await store.claimDeletions(now, now, 1_000);
  await store.finishDeletions(keys.map(({ id }) => id));
  return keys.map(({ hash }) => hash).toSorted();
}

const hashesOf = (...texts: string[]) => texts.map(hashOf).toSorted();

async function dropAll(store: FileStore, at: number): Promise<number> {
  let steps = 0;
  while (await store.dropPieces(at, 2)) steps++;
  return steps;
}

/** The bound on pieces; `set` gives an upload that many. */
export async function piecesAreBounded(
  store: FileStore,
  set: (uploadId: string, pieces: number) => Promise<unknown>,
): Promise<void> {
  const { id } = await begun(store);
  const writer = await claimed(store, id);
  await set(id, maxPieces - 1);
  assert.equal(await addPiece(store, writer, 'x'), 'added');
  assert.equal(await addPiece(store, writer, 'y'), 'full');
  assert.equal((await store.findUpload(id, now))!.received, 1);
  assert.deepEqual(await unneeded(store), hashesOf('y'));
  assert.ok(typeof (await finish(store, writer, 'x and the rest')) === 'object');
}

export function uploadContract(open: OpenReplicas): void {
  test('an upload is found on every replica as it was made, until it expires', async (t) => {
    const { first, second } = await open(t);
    const target = { file_id: 'file_1', mime_type: 'text/plain' };
    const upload = await begun(first, { target, uploader: 'Zoë', length: 5 * 2 ** 30 });
    const found = await second.findUpload(upload.id, now);
    const { id, uploader, length, metadata, received, expires_at, file_id } = found!;
    assert.deepEqual(
      { id, uploader, length, metadata, target: found!.target, received, expires_at, file_id },
      { ...upload, received: 0, expires_at: later, file_id: null },
    );
    assert.ok(await second.findUpload(upload.id, later - 1));
    assert.equal(await second.findUpload(upload.id, later), undefined);
    assert.equal(await second.findUpload('upload_none', now), undefined);
  });

  test('pieces follow one another and put its end off', async (t) => {
    const { first, second } = await open(t);
    const { id } = await begun(first);
    const writer = await claimed(first, id);
    assert.equal(await addPiece(first, writer, 'one', now + 5), 'added');
    assert.equal(await addPiece(first, writer, 'four', now + 7), 'added');
    const { received, expires_at } = (await second.findUpload(id, now))!;
    assert.deepEqual([received, expires_at], [7, now + 7 + 24 * hour]);
    const pieces = plain(await second.pieces(id, 0, 10)).map(pieceOf);
    assert.deepEqual(pieces, [
      { start: 0, hash: hashOf('one'), size: 3 },
      { start: 3, hash: hashOf('four'), size: 4 },
    ]);
    assert.deepEqual(plain(await second.pieces(id, 1, 10)).map(pieceOf), pieces.slice(1));
    assert.deepEqual(plain(await second.pieces(id, 0, 1)).map(pieceOf), pieces.slice(0, 1));
  });

  test('the latest claim holds: an earlier writer adds nothing and finishes nothing', async (t) => {
    const { first, second } = await open(t);
    const { id } = await begun(first);
    const earlier = await claimed(first, id);
    const writer = await claimed(second, id);
    assert.equal(await addPiece(first, earlier, 'late'), 'lost');
    assert.equal(await finish(first, earlier, 'late'), 'lost');
    assert.equal(await addPiece(second, writer, 'one'), 'added');
    assert.equal((await first.findUpload(id, now))!.received, 3);
    assert.deepEqual(await unneeded(first), hashesOf('late'));
  });

  test('when several claim the same bytes at once, those that come after a piece have moved', async (t) => {
    const { first, second } = await open(t);
    const { id } = await begun(first);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => {
        const store = i % 2 ? first : second;
        const writer = { uploadId: id, claim: `at once ${i}` };
        if ((await store.claimUpload(writer, 0, now, later)) !== 'claimed') return 'moved';
        return addPiece(store, writer, `piece${i}`.slice(0, 6));
      }),
    );
    assert.equal(outcomes.filter((outcome) => outcome === 'added').length, 1);
    assert.equal((await first.findUpload(id, now))!.received, 6);
    const other = { uploadId: id, claim: 'another' };
    assert.equal(await first.claimUpload(other, 0, now, later), 'moved');
    assert.equal(await first.claimUpload({ ...other, uploadId: 'none' }, 0, now, later), 'unknown');
    assert.equal(await first.claimUpload(other, 6, later, later + 1), 'unknown');
  });

  test('an upload becomes a file once, and its pieces go', async (t) => {
    const { first, second } = await open(t);
    const { id, length } = await begun(first);
    const writer = await claimed(first, id);
    await addPiece(first, writer, 'one');
    await addPiece(first, writer, 'two');
    const made = await finish(first, writer, 'onetwosix');
    assert.ok(typeof made === 'object');
    assert.deepEqual([made.name, made.size, made.version], ['a.bin', 9, 1]);
    const found = (await second.findUpload(id, now))!;
    assert.deepEqual([found.received, found.file_id], [length, made.id]);
    assert.equal(await finish(second, writer, 'onetwosix'), 'lost');
    const again = { uploadId: id, claim: 'again' };
    assert.equal(await second.claimUpload(again, length, now, later), 'moved');
    assert.equal((await first.children(everything)).length, 1);
    assert.deepEqual(await unneeded(first), []);
    assert.ok((await dropAll(second, now)) > 0);
    assert.deepEqual(await unneeded(first), hashesOf('one', 'two'));
    assert.ok(await second.findUpload(id, now));
    assert.equal((await versionsOf(first, made.id)).length, 1);
  });

  test('writers that finish at once through two replicas make one file', async (t) => {
    const { first, second } = await open(t);
    const { id } = await begun(first);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => {
        const store = i % 2 ? first : second;
        const writer = { uploadId: id, claim: `finisher ${i}` };
        if ((await store.claimUpload(writer, 0, now, later)) !== 'claimed') return 'moved';
        return finish(store, writer, 'all of it');
      }),
    );
    assert.equal(outcomes.filter((outcome) => typeof outcome === 'object').length, 1);
    assert.equal((await first.children(everything)).length, 1);
  });

  test('an upload becomes a version, with the type that it gives', async (t) => {
    const { first } = await open(t);
    const { id: file_id } = await add(first, 'before');
    for (const [i, mimeType] of [undefined, 'image/png'].entries()) {
      const { id } = await begun(first, { target: { file_id } });
      const writer = await claimed(first, id);
      const made = await finish(first, writer, `after ${i}`, { file_id, mimeType });
      assert.ok(typeof made === 'object');
      const type = mimeType ?? 'text/plain';
      assert.deepEqual([made.id, made.version, made.mime_type], [file_id, i + 2, type]);
      assert.equal((await first.findUpload(id, now))!.file_id, file_id);
    }
  });

  test('the file of an upload may be gone; then the upload is as before', async (t) => {
    const { first, second } = await open(t);
    const { id: file_id } = await add(first, 'before');
    const { id } = await begun(first, { target: { file_id } });
    const writer = await claimed(first, id);
    await addPiece(first, writer, 'one');
    await second.deleteFile(file_id);
    const finished = { file_id, mimeType: undefined };
    assert.equal(await finish(first, writer, 'onetwosix', finished), 'no target');
    const found = (await second.findUpload(id, now))!;
    assert.deepEqual([found.received, found.file_id], [3, null]);
    assert.deepEqual(await unneeded(first), hashesOf('before', 'onetwosix'));
  });

  test('a content whose pin lapsed is neither a piece nor a file', async (t) => {
    const { first } = await open(t);
    const { id } = await begun(first);
    const writer = await claimed(first, id);
    const pin = await first.pin(hashOf('x'), 1, now);
    await unneeded(first);
    assert.equal(await first.addPiece(writer, pin.id, now, later), 'unpinned');
    const made = { file: { ...file, mime_type: 'a/b' } };
    assert.equal(await first.finishUpload(writer, made, pin.id, now, later), 'unpinned');
    const version = { file_id: (await add(first, 'y')).id, mimeType: undefined };
    assert.equal(await first.finishUpload(writer, version, pin.id, now, later), 'unpinned');
    assert.equal((await versionsOf(first, version.file_id)).length, 1);
    assert.equal((await first.findUpload(id, now))!.received, 0);
  });

  test('pieces are kept while their upload may be continued, and go with it', async (t) => {
    const { first, second } = await open(t);
    const { id } = await begun(first, { length: 100 });
    const writer = await claimed(first, id);
    // The same bytes twice, and bytes that a file has too.
    for (const text of ['same', 'same', 'shared', 'own']) await addPiece(first, writer, text);
    const kept = await add(second, 'shared');
    const { expires_at } = (await first.findUpload(id, now))!;
    assert.equal(await dropAll(second, expires_at - 1), 0);
    assert.deepEqual(await unneeded(first), []);
    assert.ok((await dropAll(second, expires_at)) >= 2);
    assert.deepEqual(await unneeded(first), hashesOf('same', 'own'));
    assert.equal(await addPiece(first, writer, 'late'), 'unknown');
    assert.deepEqual(await unneeded(first), hashesOf('late'));
    await second.deleteFile(kept.id);
    assert.deepEqual(await unneeded(first), hashesOf('shared'));
  });

  test('an upload that is ended is unknown at once; the file that it became stays', async (t) => {
    const { first, second } = await open(t);
    const { id } = await begun(first);
    const writer = await claimed(first, id);
    await addPiece(first, writer, 'one');
    await second.endUpload(id);
    assert.equal(await first.findUpload(id, now), undefined);
    assert.equal(await finish(first, writer, 'onetwosix'), 'unknown');
    await dropAll(first, now);
    assert.deepEqual(await unneeded(first), hashesOf('one', 'onetwosix'));
    const other = await begun(first);
    const made = await finish(first, await claimed(first, other.id), 'all of it');
    assert.ok(typeof made === 'object');
    await first.endUpload(other.id);
    await dropAll(first, now);
    assert.ok(await second.findFile(made.id));
    assert.ok(await update(second, made.id, 'more'));
    await first.endUpload('upload_none');
  });

  test('replicas that drop at once give every piece back once', async (t) => {
    const { first, second } = await open(t);
    const texts = Array.from({ length: 30 }, (_, i) => `piece ${i % 10}`);
    for (let n = 0; n < 3; n++) {
      const { id } = await begun(first, { length: 1_000 });
      const writer = await claimed(first, id);
      for (const text of texts) await addPiece(first, writer, text);
      await first.endUpload(id);
    }
    await Promise.all([first, second, first, second].map((store) => dropAll(store, now)));
    await dropAll(first, now);
    assert.deepEqual(await unneeded(first), hashesOf(...new Set(texts)));
  });
}
