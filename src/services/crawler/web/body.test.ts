import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { Readable } from 'node:stream';
import { readBody } from './body.ts';

/** Decompresses a body, up to `limit` bytes. */
const decompress = async (encoding: string, body: Buffer, limit = 1_000_000) =>
  (await readBody(Readable.from([body]), encoding, limit)).toString();

const text = Array.from({ length: 20_000 }, (_, i) => i).join();

for (const [encoding, compress] of [
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
  ['Deflate ', deflateRawSync],
  ['identity, GZIP,', gzipSync],
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

test('zstd, and several encodings, are undone', async () => {
  assert.equal(await decompress('zstd', zstdCompressSync(text)), text);
  assert.equal(await decompress('gzip, br', brotliCompressSync(gzipSync(text))), text);
});

test('members of a gzip file follow each other, what follows them is ignored, wherever it is cut', async () => {
  const members = Buffer.concat([gzipSync('one '), gzipSync(text), gzipSync(' three')]);
  const bytes = Buffer.concat([members, Buffer.from('junk \x1f\x8b', 'latin1')]);
  for (const size of [1, 7, 1_000, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    );
    const body = await readBody(Readable.from(chunks), 'gzip', 1_000_000);
    assert.equal(body.toString(), `one ${text} three`);
  }
});

test('with an encoding that is unknown a body is as it came; too many are refused', async () => {
  const packed = gzipSync(text);
  assert.deepEqual(await readBody(Readable.from([packed]), 'none, gzip', 1_000_000), packed);
  await assert.rejects(decompress(Array(6).fill('gzip').join(), packed), /too many encodings/);
});

test('unpacks no more of a bomb in a bomb than the limit', async () => {
  const bomb = gzipSync(gzipSync(Buffer.alloc(200 * 1024 * 1024)));
  assert.ok(bomb.length < 1_000);
  assert.equal((await decompress('gzip, gzip', bomb, 1_000)).length, 1_000);
});
