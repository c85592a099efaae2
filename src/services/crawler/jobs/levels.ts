/** The queue of a frontier: breadth first. */
import type { UrlRow, UrlState } from '../store/crawler-store.ts';

/** A discovered URL. */
export interface Entry extends UrlRow {
  state: UrlState;
  detail: string;
  attempts: number;
  /** The state that is on record. */
  recorded: UrlState | undefined;
  /** A worker has taken it, and it has not come to its end yet. */
  isTaken: boolean;
}

/** Queued entries by depth, in the order of discovery; entries may have left the queue since. */
export class Levels {
  readonly #levels: ({ readonly entries: Entry[]; next: number } | undefined)[] = [];

  add(entry: Entry): void {
    const level = (this.#levels[entry.depth] ??= { entries: [], next: 0 });
    level.entries.push(entry);
  }

  /** The first that is queued, and in nobody's hands. */
  first(): Entry | undefined {
    for (const level of this.#levels) {
      // A depth may never have had a queued entry.
      if (level === undefined) continue;
      for (; level.next < level.entries.length; level.next++) {
        const entry = level.entries[level.next]!;
        if (entry.state === 'queued' && !entry.isTaken) return entry;
      }
    }
    return undefined;
  }
}
