/** What every store of contents keeps. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, test, type TestContext } from 'node:test';
import { spool, type Spool } from './spool.ts';
import type { ByteRange, Content, ContentKey, ContentStore } from './store.ts';

export interface Opened {
  readonly contents: ContentStore;
  readonly spool: Spool;
}

let ids = 0;

/** Stores `bytes` under an id of its own. */
export async function stored({ contents, spool: to }: Opened, bytes: Buffer): Promise<Content> {
  const spooled = await spool(to, Readable.from([bytes]), 1e9);
  const content = { id: ++ids, hash: spooled.hash, size: spooled.size };
  await contents.put(content, spooled).finally(() => spooled.discard());
  return content;
}

/** The bytes as a stream and as they are written, which are the same. */
async function read(contents: ContentStore, content: Content, range?: ByteRange): Promise<Buffer> {
  const streamed = await buffer((await contents.open(content, range))!.stream());
  const written: Buffer[] = [];
  const target = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(Buffer.from(chunk));
      setImmediate(done);
    },
  });
  await (await contents.open(content, range))!.writeTo(target);
  assert.ok(Buffer.concat(written).equals(streamed));
  return streamed;
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

    test('what was not stored, or removed, is not there', async (t) => {
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
          const spooled = await spool(opened.spool, Readable.from([bytes]), 1e9);
          await opened.contents.put(content, spooled);
          await spooled.discard();
        }),
      );
      assert.deepEqual(await listed(opened.contents), [keyOf(content)]);
      assert.ok((await read(opened.contents, content)).equals(bytes));
    });

    test('a reader that goes away early leaves nothing open', async (t) => {
      const opened = await open(t);
      const content = await stored(opened, randomBytes(3_000_000));
      const stream = (await opened.contents.open(content))!.stream();
      for await (const _ of stream) break;
      assert.ok(stream.destroyed);
      const target = new PassThrough();
      const written = (await opened.contents.open(content))!.writeTo(target);
      await once(target, 'readable');
      target.destroy();
      await written;
    });
  });
}
