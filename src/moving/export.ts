/** `hawker export`: writes what a service keeps as lines of JSON. */
import { createHash } from 'node:crypto';
import type { MovableStore } from '#kit/moving/movable-store.ts';
import { format, type Header, type Trailer } from './format.ts';
import type { Progress } from './progress.ts';

interface ExportOptions {
  readonly service: string;
  readonly places: readonly MovableStore[];
  /** The version of this hawker. */
  readonly version: string;
  readonly now: number;
  readonly progress: Progress;
}

/** Characters that are written together. */
const chunkSize = 64 * 1024;

/** Yields the text, some lines at a time. */
export async function* exported(options: ExportOptions): AsyncGenerator<string> {
  const { service, places, version, now, progress } = options;
  const digest = createHash('sha256');
  const rows: Record<string, number> = {};
  let chunk = '';
  const take = () => {
    const taken = chunk;
    digest.update(taken);
    chunk = '';
    return taken;
  };
  const header: Header = {
    hawker: version,
    service,
    format,
    created_at: new Date(now).toISOString(),
  };
  chunk += lineOf(header);
  for (const place of places) {
    for await (const entry of place.read()) {
      chunk += lineOf(entry);
      rows[entry.table] = (rows[entry.table] ?? 0) + 1;
      progress.row();
      if (chunk.length >= chunkSize) yield take();
    }
  }
  yield take();
  const trailer: Trailer = { end: { rows, sha256: digest.digest('hex') } };
  yield lineOf(trailer);
}

const lineOf = (value: object) => `${JSON.stringify(value)}\n`;
