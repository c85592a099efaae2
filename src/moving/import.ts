/**
 * `hawker import`: fills empty stores with what an export holds. Rows are written as they are read; only
 * when the trailer has proved that all were there is the store whole, and may be started.
 */
import { createHash, randomUUID } from 'node:crypto';
import { StartupError } from '#kit/base/startup-error.ts';
import {
  RowError,
  type Entry,
  type Filling,
  type MovableStore,
  type Taken,
} from '#kit/moving/movable-store.ts';
import { describeError } from '#kit/web/schema.ts';
import { format, isHeader, isLine, isTrailer, type Trailer } from './format.ts';
import { linesOf, type TextLine } from './lines.ts';
import type { Progress } from './progress.ts';

interface ImportOptions {
  readonly service: string;
  readonly places: readonly MovableStore[];
  readonly source: AsyncIterable<Buffer>;
  /** The name that messages use: a file, or `standard input`. */
  readonly sourceName: string;
  readonly progress: Progress;
}

/** Rows that are written together, and their bytes. */
const maxRows = 500;
const maxBytes = 1024 * 1024;

/**
 * @throws StartupError naming the line when the source is not a whole export of the service, or saying why the
 *   stores cannot be filled; they are empty again then
 */
export async function importAll(options: ImportOptions): Promise<void> {
  const { places, source, sourceName } = options;
  const reader = new Reader(linesOf(source), sourceName);
  await reader.readHeader(options.service);
  const taken = await takeAll(places, randomUUID());
  try {
    // What an import that was killed has left is removed first.
    const brokenOff = taken.flatMap((one) => one.brokenOff);
    if (brokenOff.length > 0) for (const one of taken) await one.clear(brokenOff);
    const fillings = await beginAll(taken);
    try {
      await fill(fillings, reader, options);
      for (const filling of fillings) await filling.finish();
    } catch (error) {
      for (const filling of fillings) await filling.abandon();
      throw error;
    }
  } finally {
    for (const one of taken) await one.release();
  }
}

async function takeAll(places: readonly MovableStore[], token: string): Promise<Taken[]> {
  const taken: Taken[] = [];
  try {
    for (const place of places) taken.push(await place.take(token));
    return taken;
  } catch (error) {
    for (const one of taken) await one.release();
    throw error;
  }
}

async function beginAll(taken: readonly Taken[]): Promise<Filling[]> {
  const fillings: Filling[] = [];
  try {
    for (const one of taken) fillings.push(await one.begin());
    return fillings;
  } catch (error) {
    for (const filling of fillings) await filling.abandon();
    throw error;
  }
}

async function fill(
  fillings: readonly Filling[],
  reader: Reader,
  { places, progress }: ImportOptions,
): Promise<void> {
  let batch: Entry[] = [];
  let bytes = 0;
  const flush = async () => {
    await writeTo(places, fillings, batch).catch((error: unknown) => reader.explain(error));
    reader.wrote();
    [batch, bytes] = [[], 0];
  };
  for await (const { entry, size } of reader.entries()) {
    batch.push(entry);
    bytes += size;
    progress.row();
    if (batch.length >= maxRows || bytes >= maxBytes) await flush();
  }
  await flush();
}

/** A batch goes to the places of its tables, in their order. */
async function writeTo(
  places: readonly MovableStore[],
  fillings: readonly Filling[],
  batch: readonly Entry[],
): Promise<void> {
  const groups = Map.groupBy(batch, ({ table }) =>
    places.findIndex(({ tables }) => tables.includes(table)),
  );
  for (const [i, own] of groups) {
    if (i < 0) throw new RowError(`this service has no table "${own[0]!.table}"`);
    const { check } = places[i]!;
    if (check !== undefined) own.forEach(check);
    await fillings[i]!.write(own);
  }
}

class Reader {
  readonly #lines: AsyncGenerator<TextLine>;
  readonly #name: string;
  readonly #digest = createHash('sha256');
  #number = 0;
  /** The line that was read last. */
  #last: Uint8Array = Buffer.alloc(0);
  /** The number of the first line of what is being written. */
  #from = 2;

  constructor(lines: AsyncGenerator<TextLine>, name: string) {
    this.#lines = lines;
    this.#name = name;
  }

  /** @throws StartupError when it is not an export of the service that this version understands */
  async readHeader(service: string): Promise<void> {
    const value = await this.#next();
    if (value === undefined) throw this.#error('it is empty');
    if (!isHeader(value.json)) throw this.#error('it does not begin as an export does');
    const { hawker, service: its, format: found } = value.json;
    if (found !== format) {
      throw this.#error(`it has format ${found}, of hawker ${hawker}; this one reads ${format}`);
    }
    if (its !== service) throw this.#error(`it is an export of ${its}, not of ${service}`);
  }

  /** @throws StartupError for a line that is not a row, and unless the trailer is right */
  async *entries(): AsyncGenerator<{ entry: Entry; size: number }> {
    for (;;) {
      const value = await this.#next();
      if (value === undefined) throw this.#error('it ends without a trailer: it is not whole');
      const { json, size } = value;
      if (isLine(json)) yield { entry: json, size };
      else if (isTrailer(json)) return this.#checkEnd(json);
      else {
        const { path, message } = describeError(isLine.errors![0]!);
        throw this.#error(`it is not a row: ${path} ${message}`);
      }
    }
  }

  /** What was read until now is written. */
  wrote(): void {
    this.#from = this.#number + 1;
  }

  /** Names the lines that were being written when an error came. */
  explain(error: unknown): never {
    const lines = this.#from === this.#number ? `${this.#number}` : `${this.#from}–${this.#number}`;
    const where = `${this.#name}:${lines}`;
    if (error instanceof StartupError) throw new StartupError(`${where}: ${error.message}`);
    throw new StartupError(`${where}: ${(error as Error).message}`, { cause: error });
  }

  async #checkEnd(trailer: Trailer): Promise<void> {
    // The trailer's own line is not among them.
    if (this.#digest.copy().digest('hex') !== trailer.end.sha256) {
      throw this.#error('the lines before are not those that were exported');
    }
    if ((await this.#next()) !== undefined) throw this.#error('it goes on behind its trailer');
  }

  async #next(): Promise<{ json: unknown; size: number } | undefined> {
    const { value: line, done } = await this.#lines.next();
    if (done) return undefined;
    this.#number = line.number;
    this.#digest.update(this.#last);
    this.#last = line.bytes;
    try {
      return { json: JSON.parse(line.bytes.toString()), size: line.bytes.length };
    } catch {
      const isCut = line.bytes.at(-1) !== 10;
      throw this.#error(isCut ? 'it ends in the middle of a line' : 'it is not JSON');
    }
  }

  #error(message: string): StartupError {
    return new StartupError(`${this.#name}:${Math.max(1, this.#number)}: ${message}`);
  }
}
