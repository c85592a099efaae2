/** Takes in a body of unknown length: into a temporary file, which may become a content. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '#kit/base/startup-error.ts';
import { refuse, storageError } from '../errors.ts';

/** Chunks are gathered up to this many bytes for one write. */
const writeBytes = 16 * 1024;
/** Bytes of one read. */
const readBytes = 64 * 1024;

export interface TemporaryFolder {
  readonly path: string;
  /**
   * Other processes use the folder, too. Files lose their names as soon as they are open, so
   * nothing is left of them whatever happens.
   */
  readonly isShared: boolean;
}

/** Where files wait until they are contents. */
export const temporaryFolderOf = (contents: string) => join(contents, 'tmp');

/** Nobody else on the machine may look into it. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/** How long a file in a shared folder may have a name before it counts as left behind. */
const namedForMs = 60_000;

/**
 * Makes the folder, and removes what uploads that died with their processes left there.
 *
 * @throws StartupError when it cannot be made
 */
export async function prepareTemporaryFolder({ path: folder, isShared }: TemporaryFolder) {
  await makeFolder(folder).catch((error: Error) => {
    throw new StartupError(`${folder}: ${error.message}; see DATA_DIR`);
  });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another process may have just made the file, or removed its name.
    const isNew = isShared && Date.now() - (await lastChange(path)) < namedForMs;
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
export interface ReceivedBody {
  /** SHA-256, 64 hexadecimal digits. */
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
  readonly file: TemporaryFile;
}

/**
 * Reads a body to its end; on a failure, the rest of it is left unread.
 *
 * @throws Refusal FILE_TOO_LARGE beyond `maxBytes`, UPLOAD_BROKEN_OFF, STORAGE_FULL
 */
export async function receive(
  folder: TemporaryFolder,
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<ReceivedBody> {
  const file = await TemporaryFile.create(folder);
  const digest = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxBytes) throw refuse.FILE_TOO_LARGE(`a file may have at most ${maxBytes} bytes`);
      digest.update(chunk);
      await file.write(chunk);
    }
    await file.flush();
    return { hash: digest.digest('hex'), size, file };
  } catch (error) {
    await file.discard();
    throw brokenOffError(storageError(error));
  }
}

export class TemporaryFile {
  readonly handle: FileHandle;
  /** Undefined when the file has no name, or has been moved to its final one. */
  #path: string | undefined;
  readonly #gathered = Buffer.allocUnsafe(writeBytes);
  #gatheredBytes = 0;

  private constructor(handle: FileHandle, path: string | undefined) {
    this.handle = handle;
    this.#path = path;
  }

  /** @throws Refusal STORAGE_FULL */
  static async create({ path: folder, isShared }: TemporaryFolder): Promise<TemporaryFile> {
    const path = join(folder, randomUUID());
    try {
      const handle = await open(path, 'wx+', 0o600);
      if (isShared) await rm(path);
      return new TemporaryFile(handle, isShared ? undefined : path);
    } catch (error) {
      throw storageError(error);
    }
  }

  get path(): string | undefined {
    return this.#path;
  }

  /** Copies small chunks, so that a client that sends byte by byte costs neither writes nor memory. */
  async write(chunk: Buffer): Promise<void> {
    if (this.#gatheredBytes + chunk.length > writeBytes) await this.flush();
    if (chunk.length > writeBytes) await this.handle.writeFile(chunk);
    else this.#gatheredBytes += chunk.copy(this.#gathered, this.#gatheredBytes);
  }

  async flush(): Promise<void> {
    const bytes = this.#gathered.subarray(0, this.#gatheredBytes);
    this.#gatheredBytes = 0;
    if (bytes.length > 0) await this.handle.writeFile(bytes);
  }

  /** The first bytes of the file. */
  async read(bytes: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  }

  /**
   * Reads up to this many bytes from the start; each chunk is valid until the next one is asked
   * for.
   */
  async *chunks(maxBytes: number): AsyncGenerator<Buffer> {
    const buffer = Buffer.allocUnsafe(Math.min(maxBytes, readBytes));
    for (let position = 0; position < maxBytes;) {
      const length = Math.min(buffer.length, maxBytes - position);
      const { bytesRead } = await this.handle.read(buffer, 0, length, position);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      position += bytesRead;
    }
  }

  /** Makes the bytes durable and gives the file its final name. */
  async moveTo(target: string): Promise<void> {
    if (this.#path === undefined) throw new Error('a file without a name cannot be moved');
    await this.handle.datasync();
    await rename(this.#path, target);
    this.#path = undefined;
  }

  /** Frees what it holds, unless it was moved. */
  async discard(): Promise<void> {
    await this.handle.close();
    if (this.#path !== undefined) await rm(this.#path, { force: true });
  }
}

/** Turns the errors of a client that went away in mid-body into a refusal. */
export function brokenOffError(error: unknown): unknown {
  const { code } = error as { code?: unknown };
  const isBroken = code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE';
  return isBroken ? refuse.UPLOAD_BROKEN_OFF() : error;
}
