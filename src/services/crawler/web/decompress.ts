import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

export interface Decompressed {
  data(bytes: Buffer): void;
  /** Everything was delivered, or as much as the limit lets through. */
  end(): void;
  error(error: Error): void;
}

/**
 * Undoes a Content-Encoding; undefined when there is none. It ends once it has delivered
 * `maxBytes`, so a small body that grows huge costs no more than any other. Input that ends early, as
 * where it was cut at a limit, yields what there is, as in browsers.
 *
 * @throws Error when the encoding is not known
 */
export function decompressor(encoding: string, maxBytes: number, target: Decompressed) {
  const stream = streamFor(encoding.trim().toLowerCase());
  if (stream === undefined) return undefined;
  let delivered = 0;
  stream.on('data', (bytes: Buffer) => {
    const room = maxBytes - delivered;
    delivered += bytes.length;
    target.data(bytes.length > room ? bytes.subarray(0, room) : bytes);
    if (bytes.length < room) return;
    stream.destroy();
    target.end();
  });
  stream.on('end', () => target.end());
  stream.on('error', (error) => target.error(error));
  return stream;
}

const zlib = { finishFlush: constants.Z_SYNC_FLUSH };

function streamFor(encoding: string) {
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
