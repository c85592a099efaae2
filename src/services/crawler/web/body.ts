import { pipeline, type Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/**
 * The first `limit` bytes of a body with its Content-Encoding undone, made of its first `limit`
 * bytes as sent: a small body that grows huge costs no more than any other. Input that ends early
 * yields what there is, as in browsers.
 *
 * @throws Error when the body breaks off or is not what its encoding says
 */
export async function readBody(body: Readable, encoding: string, limit: number): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(decodedBody(body, encoding, limit)));
}

/** The same, as it comes. Nothing of the body is read before the first of it is asked for. */
export async function* decodedBody(
  body: AsyncIterable<Buffer>,
  encoding: string,
  limit: number,
): AsyncGenerator<Buffer> {
  const sent = firstBytes(body, limit);
  const decompressor = decompressorFor(encoding.trim().toLowerCase());
  if (decompressor === undefined) return yield* sent;
  // Who reads the decompressor gets the errors of both.
  yield* firstBytes(
    pipeline(sent, decompressor, () => {}),
    limit,
  );
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

const zlib = { finishFlush: constants.Z_SYNC_FLUSH };

function decompressorFor(encoding: string) {
  switch (encoding) {
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip(zlib);
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    case 'deflate':
      return createInflate(zlib);
    default:
      throw new Error(`Content-Encoding ${encoding.slice(0, 40)} is not supported`);
  }
}
