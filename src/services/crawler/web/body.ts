import { pipeline, type Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { Input } from './http/input.ts';

/**
 * The first `limit` bytes of a body with its Content-Encoding undone, made of its first `limit`
 * bytes as sent: a small body that grows huge costs no more than any other. Input that ends early
 * yields what there is, as in browsers.
 *
 * @param encoding the header: encodings in the order in which they were applied
 * @throws Error when the body breaks off or is not what its encoding says
 */
export async function readBody(
  body: AsyncIterable<Buffer>,
  encoding: string,
  limit: number,
): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(decodedBody(body, encoding, limit)));
}

/** Encodings that one body may have. */
const maxEncodings = 5;

/** The same, as it comes. Nothing of the body is read before the first of it is asked for. */
export async function* decodedBody(
  body: AsyncIterable<Buffer>,
  encoding: string,
  limit: number,
): AsyncGenerator<Buffer> {
  let decoded = firstBytes(body, limit);
  for (const decode of decodersOf(encoding)) decoded = firstBytes(decode(decoded), limit);
  yield* decoded;
}

/** Ending early destroys the source. */
async function* firstBytes(source: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer> {
  let left = limit;
  for await (const chunk of source) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

type Decode = (source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

/**
 * The decoders that undo the encodings, the last one first. With an unknown one the body is as it
 * came.
 */
function decodersOf(encoding: string): Decode[] {
  const names = encoding.split(',').map((name) => name.trim().toLowerCase());
  const applied = names.filter((name) => name !== '' && name !== 'identity');
  if (applied.length > maxEncodings) throw new Error('too many encodings in Content-Encoding');
  const undone = applied.toReversed().map((name) => decoders.get(name));
  return undone.every((decode) => decode !== undefined) ? undone : [];
}

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush, ZSTD_d_windowLogMax } = constants;
const zlib = { finishFlush: Z_SYNC_FLUSH };

/** The options of zstd, with the largest window that a browser takes: 8 MiB. */
const zstd = { finishFlush: ZSTD_e_flush, params: { [ZSTD_d_windowLogMax]: 23 } };

const decoders = new Map<string, Decode>([
  ['gzip', gunzipped],
  ['x-gzip', gunzipped],
  ['deflate', undeflated],
  ['br', by(() => createBrotliDecompress({ finishFlush: BROTLI_OPERATION_FLUSH }))],
  ['zstd', by(() => createZstdDecompress(zstd))],
]);

function by(open: () => Decompressor): Decode {
  return (source) => decompressed(new Input(source), open());
}

/** Beside the specified zlib format, the raw one, which some servers send. */
async function* undeflated(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = new Input(source);
  const [first = 0x78, second = 0x9c] = await input.peek(2);
  const isZlib = (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
  yield* decompressed(input, isZlib ? createInflate(zlib) : createInflateRaw(zlib));
}

const gzipMagic = [0x1f, 0x8b] as const;
export const isGzip = (start: Buffer) => gzipMagic.every((byte, i) => start[i] === byte);

/**
 * Members one after the other; what follows them and is not a member is ignored, and so are their
 * checksums, which browsers do not compare.
 */
async function* gunzipped(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = new Input(source);
  const start = await input.peek(2);
  if (start.length === 2 && !isGzip(start)) throw new Error('incorrect header check');
  for (let next = start; isGzip(next); next = await input.peek(2)) {
    await skipGzipHeader(input);
    yield* decompressed(input, createInflateRaw(zlib));
    await skip(input, gzipTrailerBytes);
  }
}

const gzipTrailerBytes = 8;

/** RFC 1952, section 2.3 */
async function skipGzipHeader(input: Input): Promise<void> {
  const header = await input.peek(12);
  const flags = header[3] ?? 0;
  const extraBytes = flags & 4 ? 2 + (header.length < 12 ? 0 : header.readUInt16LE(10)) : 0;
  await skip(input, 10 + extraBytes);
  if (flags & 8) await skipText(input);
  if (flags & 16) await skipText(input);
  if (flags & 2) await skip(input, 2);
}

async function skip(input: Input, count: number): Promise<void> {
  for await (const _ of input.take(count));
}

async function skipText(input: Input): Promise<void> {
  for (let bytes = await input.next(); bytes !== undefined; bytes = await input.next()) {
    const end = bytes.indexOf(0);
    if (end >= 0) return input.unread(bytes.subarray(end + 1));
  }
}

type Decompressor = Transform & { readonly bytesWritten: number };

/** Reads up to the end of the compressed data; the bytes after it are left in the input. */
async function* decompressed(input: Input, decompressor: Decompressor): AsyncGenerator<Buffer> {
  const given: Buffer[] = [];
  let firstAt = 0;
  async function* remembered() {
    for await (const bytes of input.all()) {
      // The decompressor has done with those before.
      while (given.length > 0 && firstAt + given[0]!.length <= decompressor.bytesWritten) {
        firstAt += given.shift()!.length;
      }
      given.push(bytes);
      yield bytes;
    }
  }
  // The reader of the decompressor gets the errors of both.
  yield* pipeline(remembered(), decompressor, () => {}) as AsyncIterable<Buffer>;
  input.unread(Buffer.concat(given).subarray(decompressor.bytesWritten - firstAt));
}
