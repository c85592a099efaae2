import type { Readable } from 'node:stream';

/**
 * The chunks of a stream, each valid until the next one is asked for: then its memory is given
 * back. Left to the garbage collector, some 70 MB of them pile up while a large file passes, since
 * the collector sees small objects. When the caller stops early, the stream stays as it is.
 *
 * @param stream one whose chunks nobody else holds, such as a request or a file
 */
export async function* transientChunks(stream: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    yield chunk as Buffer;
    release(chunk as Buffer);
  }
}

function release({ buffer, length }: Buffer): void {
  // Small buffers share one pool.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}
