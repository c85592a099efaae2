/** The contract of every store of contents. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { describe, test, type TestContext } from 'node:test';
import { receive, type TemporaryFolder } from '../../uploads/receive.ts';
import type { ByteRange, Content, ContentKey, ContentStore } from '../contents-store.ts';

export interface Opened {
  readonly contents: ContentStore;
  readonly folder: TemporaryFolder;
}

let ids = 0;

/** Stores `bytes` under an id of its own. */
export async function stored({ contents, folder }: Opened, bytes: Buffer): Promise<Content> {
  const body = await receive(folder, chunksOf(bytes), 1e9);
  const content = { id: ++ids, hash: body.hash, size: body.size };
  await contents.put(content, body).finally(() => body.file.discard());
  return content;
}

async function* chunksOf(bytes: Buffer) {
  for (let i = 0; i < bytes.length; i += 65_536) yield bytes.subarray(i, i + 65_536);
}

async function read(contents: ContentStore, content: Content, range?: ByteRange): Promise<Buffer> {
  return buffer((await contents.open(content, range))!);
}

async function listed(contents: ContentStore): Promise<(ContentKey | undefined)[]> {
  const keys = await Array.fromAsync(contents.list(), ({ key }) => key);
  return keys.toSorted((a, b) => (a?.id ?? 0) - (b?.id ?? 0));
}

const keyOf = ({ id, hash }: Content): ContentKey => ({ id, hash });

export function contentsContract(
  name: string,
  skip: string | false,
  open: (t: TestContext) => Promise<Opened>,
): void {
  describe(`contents on ${name}`, { skip }, () => {
    for (const size of [0, 1, 65_536, 65_537, 3_000_000]) {
      test(`${size} bytes come back as they were`, async (t) => {
        const opened = await open(t);
        const bytes = randomBytes(size);
        const content = await stored(opened, bytes);
        assert.equal(content.hash, createHash('sha256').update(bytes).digest('hex'));
        assert.equal(content.size, size);
        assert.equal(await opened.contents.sizeOf(content), size);
        const found = await read(opened.contents, content);
        assert.ok(found.equals(bytes));
      });
    }

    test('a range is from its first to its last byte', async (t) => {
      const opened = await open(t);
      const bytes = randomBytes(1_500_000);
      const content = await stored(opened, bytes);
      for (const [start, end] of [
        [0, 0],
        [5, 9],
        [524_287, 1_048_576],
        [1_499_999, 1_499_999],
        [0, 1_499_999],
      ] as const) {
        const found = await read(opened.contents, content, { start, end });
        assert.ok(found.equals(bytes.subarray(start, end + 1)), `${start}-${end}`);
      }
    });

    test('a content that was never stored, or was removed, is not there', async (t) => {
      const opened = await open(t);
      const { contents } = opened;
      const content = await stored(opened, randomBytes(10));
      for (const absent of [
        { ...content, id: ++ids },
        { ...content, hash: content.hash.replace(/./g, '0') },
      ]) {
        assert.equal(await contents.open(absent), undefined);
        assert.equal(await contents.sizeOf(absent), undefined);
        await contents.remove(absent);
      }
      await contents.remove(content);
      await contents.remove(content);
      assert.equal(await contents.open(content), undefined);
      assert.deepEqual(await listed(contents), []);
    });

    test('bytes of another length are a fault, never sent', async (t) => {
      const opened = await open(t);
      const content = await stored(opened, randomBytes(10));
      for (const size of [9, 11]) {
        await assert.rejects(opened.contents.open({ ...content, size }), /has 10 bytes/);
      }
    });

    test('the same bytes under two ids are two: removing one leaves the other', async (t) => {
      const opened = await open(t);
      const bytes = randomBytes(100);
      const [one, other] = [await stored(opened, bytes), await stored(opened, bytes)];
      assert.deepEqual(await listed(opened.contents), [one, other].map(keyOf));
      await opened.contents.remove(one);
      assert.deepEqual(await listed(opened.contents), [keyOf(other)]);
      assert.ok((await read(opened.contents, other)).equals(bytes));
    });

    test('storing twice, also at once, is like storing once', async (t) => {
      const opened = await open(t);
      const bytes = randomBytes(100_000);
      const hash = createHash('sha256').update(bytes).digest('hex');
      const content = { id: ++ids, hash, size: bytes.length };
      await Promise.all(
        Array.from({ length: 4 }, async () => {
          const body = await receive(opened.folder, chunksOf(bytes), 1e9);
          await opened.contents.put(content, body);
          await body.file.discard();
        }),
      );
      assert.deepEqual(await listed(opened.contents), [keyOf(content)]);
      assert.ok((await read(opened.contents, content)).equals(bytes));
    });

    test('a reader that goes away early leaves nothing open', async (t) => {
      const opened = await open(t);
      const content = await stored(opened, randomBytes(3_000_000));
      const stream = (await opened.contents.open(content))!;
      for await (const _ of stream) break;
      assert.ok(stream.destroyed);
      const unread = (await opened.contents.open(content))!;
      unread.destroy();
      await once(unread, 'close');
    });
  });
}
