import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { readBody } from './body.ts';

/** What is read of a body, up to `limit` bytes. */
const decompress = async (encoding: string, body: Buffer, limit = 1_000_000) =>
  (await readBody(Readable.from([body]), encoding, limit)).toString();

const text = Array.from({ length: 20_000 }, (_, i) => i).join();

for (const [encoding, compress] of [
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
] as const) {
  describe(`Content-Encoding ${encoding}`, () => {
    it('delivers the body, up to the limit and not a byte more', async () => {
      assert.equal(await decompress(encoding, compress(text)), text);
      for (const limit of [15_000, 20_001]) {
        assert.equal(await decompress(encoding, compress(text), limit), text.slice(0, limit));
      }
    });

    it('delivers what there is of a body that ends early', async () => {
      const body = compress(text);
      const part = await decompress(encoding, body.subarray(0, body.length - 1_000));
      assert.ok(part.length > text.length / 2 && text.startsWith(part));
      assert.equal(await decompress(encoding, Buffer.alloc(0)), '');
    });
  });
}
