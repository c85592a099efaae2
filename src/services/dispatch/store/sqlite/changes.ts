/** Tells event streams what a unit of work may have changed, once it is committed. */
import type { Changes } from '#kit/web/event-streams.ts';
import type { Sqlite } from '#kit/stores/sqlite.ts';

/** Notes down something that is `followed`. */
export type Note = (key: string) => void;

export class SqliteChanges {
  readonly #db: Sqlite;
  readonly #watchers = new Set<Changes<string>>();

  constructor(db: Sqlite) {
    this.#db = db;
  }

  watch(changes: Changes<string>): void {
    this.#watchers.add(changes);
  }

  /** Runs a unit of work that notes down what it may change. */
  async write<T>(unit: (note: Note) => T): Promise<T> {
    const keys = new Set<string>();
    const result = await this.#db.write(() => {
      keys.clear(); // the unit may run twice
      return unit((key) => keys.add(key));
    });
    for (const key of keys) {
      for (const watcher of this.#watchers) watcher.changed(key);
    }
    return result;
  }
}
