/** Takes in a body of unknown length: small ones in memory, others in a temporary file. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { StartupError } from '#kit/env.ts';
import { explainFull, refuse } from '../errors.ts';

/** Bodies up to this many bytes stay in memory. */
export const smallBody = 64 * 1024;
/** How many bytes are gathered for one write. */
const writeSize = 512 * 1024;
/** How many chunks in a row are put into one, when they are small on average: bytes. */
const packChunks = 256;
const smallChunk = 256;
/** Enough for the magic numbers of file formats. */
const headSize = 4100;

export interface Spool {
  readonly folder: string;
  /** Takes the name off a file at once, so that nothing is left of it whatever happens. */
  readonly nameless: boolean;
}

/** Where files wait until they are contents. */
export const spoolFolder = (contents: string) => join(contents, 'tmp');

/** Files of `nameless` spools have names for less than that, milliseconds. */
const namedFor = 60_000;

/**
 * Makes the folder, and removes what uploads that died with their processes left there.
 *
 * @throws StartupError when it cannot be made
 */
export async function prepareSpool({ folder, nameless }: Spool): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: Error) => {
    throw new StartupError(`${folder}: ${error.message}; see DATA_DIR`);
  });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Other processes may use the folder, and have just made the file, or taken its name off.
    const isNew = nameless && Date.now() - (await lastChange(path)) < namedFor;
    if (!isNew) await rm(path, { force: true });
  }
}

/** Milliseconds since the epoch; 0 when it is gone. */
async function lastChange(path: string): Promise<number> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return found?.mtimeMs ?? 0;
}

/** A body that arrived whole. */
export interface Spooled {
  /** SHA-256, 64 hexadecimal digits. */
  readonly hash: string;
  readonly size: number;
  /** The first bytes. */
  readonly head: Buffer;
  /** Where all of them are. */
  readonly at: Buffer | SpoolFile;
  /** Frees what it holds, unless a content store took it over. */
  discard(): Promise<void>;
}

export interface SpoolFile {
  /** Not yet synced. */
  readonly path: string;
  readonly handle: FileHandle;
}

/**
 * Reads `body` to its end; on a failure, the rest of it is left unread and its stream alive.
 *
 * @param limit bytes; a larger body is refused (FILE_TOO_LARGE)
 */
export async function spool(to: Spool, body: Readable, limit: number): Promise<Spooled> {
  const digest = createHash('sha256');
  const sink = new Sink(to, body instanceof IncomingMessage);
  let size = 0;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > limit) throw refuse.FILE_TOO_LARGE(`files have at most ${limit} bytes`);
      digest.update(chunk);
      await sink.take(chunk);
    }
    const at = await sink.finish();
    return { hash: digest.digest('hex'), size, head: sink.head, at, discard: () => sink.discard() };
  } catch (error) {
    await sink.discard();
    throw explainBroken(explainFull(error));
  }
}

class Sink {
  head: Buffer = Buffer.alloc(0);
  readonly #to: Spool;
  /** Nobody else has the chunks. */
  readonly #ownsChunks: boolean;
  #gathered: Buffer[] = [];
  #bytes = 0;
  /** Chunks since the last look at whether they are small. */
  #loose = 0;
  #file: SpoolFile | undefined;

  constructor(to: Spool, ownsChunks: boolean) {
    this.#to = to;
    this.#ownsChunks = ownsChunks;
  }

  async take(chunk: Buffer): Promise<void> {
    if (this.head.length < headSize) {
      this.head = Buffer.concat([this.head, chunk.subarray(0, headSize - this.head.length)]);
    }
    this.#gathered.push(chunk);
    this.#bytes += chunk.length;
    if (++this.#loose === packChunks) this.#pack();
    if (this.#bytes > (this.#file ? writeSize : smallBody)) await this.#write();
  }

  async finish(): Promise<Buffer | SpoolFile> {
    if (this.#file === undefined) return Buffer.concat(this.#gathered);
    await this.#write();
    return this.#file;
  }

  async discard(): Promise<void> {
    this.#gathered = [];
    if (this.#file === undefined) return;
    await this.#file.handle.close();
    await rm(this.#file.path, { force: true });
  }

  /** A client may send one byte in each chunk, and each is an object of hundreds. */
  #pack(): void {
    this.#loose = 0;
    const last = this.#gathered.slice(-packChunks);
    const size = last.reduce((sum, { length }) => sum + length, 0);
    if (size < packChunks * smallChunk) {
      this.#gathered.splice(-packChunks, packChunks, Buffer.concat(last));
    }
  }

  async #write(): Promise<void> {
    this.#file ??= await openSpoolFile(this.#to);
    const chunks = this.#gathered;
    this.#gathered = [];
    this.#bytes = 0;
    this.#loose = 0;
    await writeAll(this.#file.handle, chunks);
    if (this.#ownsChunks) chunks.forEach(free);
  }
}

export async function openSpoolFile({ folder, nameless }: Spool): Promise<SpoolFile> {
  const path = join(folder, randomUUID());
  const handle = await open(path, 'wx+');
  if (nameless) await rm(path);
  return { path, handle };
}

/** One call may write less than all of it, on a disk that is almost full. */
async function writeAll(handle: FileHandle, chunks: readonly Buffer[]): Promise<void> {
  const total = chunks.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await handle.writev([...chunks]);
  if (bytesWritten < total) await handle.writeFile(Buffer.concat(chunks).subarray(bytesWritten));
}

/**
 * Gives the memory of a chunk back at once. Left to the collector, some 60 MB of them pile up
 * while a large body passes: to it they are small objects.
 */
function free({ buffer, length }: Buffer): void {
  // Others share the pool that small ones lie in.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}

/** A client that went away in mid-body is no fault of ours. */
export function explainBroken(error: unknown): unknown {
  const { code } = error as { code?: unknown };
  const broken = code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE';
  return broken ? refuse.UPLOAD_BROKEN_OFF() : error;
}
