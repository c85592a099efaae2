/** The bytes of a file, on their way to a client. */
import { open, type FileHandle } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import type { ByteRange, Bytes, Content } from './store.ts';

/** Bytes of one read. */
const readSize = 256 * 1024;

/**
 * Undefined when there is no such file.
 *
 * @throws Error when it has more or fewer bytes than the content
 */
export async function openBytes(
  path: string,
  { hash, size }: Content,
  range: ByteRange = { start: 0, end: size - 1 },
): Promise<Bytes | undefined> {
  const file = await openIfThere(path);
  if (!file) return undefined;
  const found = await file.stat();
  if (found.size !== size) {
    await file.close();
    throw new Error(`content ${hash} has ${found.size} bytes instead of ${size}`);
  }
  return {
    stream: () => file.createReadStream({ ...(size > 0 && range), highWaterMark: readSize }),
    async writeTo(target) {
      try {
        await copy(file, range, target);
      } finally {
        await file.close();
      }
    },
  };
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

/**
 * Reads into one buffer again and again: each piece has left it before the next one is read. A
 * stream makes a new buffer for each piece, and leaves tens of megabytes of them to the collector.
 */
async function copy(file: FileHandle, { start, end }: ByteRange, target: Writable): Promise<void> {
  const buffer = Buffer.allocUnsafeSlow(Math.min(readSize, end + 1 - start));
  const closed = new Promise<void>((resolve) => target.once('close', resolve));
  let position = start;
  while (position <= end && !target.destroyed) {
    const wanted = Math.min(buffer.length, end + 1 - position);
    const { bytesRead } = await file.read(buffer, 0, wanted, position);
    if (bytesRead === 0) throw new Error(`a content of ${end + 1} bytes or more ends early`);
    position += bytesRead;
    const written = new Promise((resolve) => target.write(buffer.subarray(0, bytesRead), resolve));
    // Of a target that closes, the last write may never be told.
    await Promise.race([written, closed]);
  }
  target.end();
}
