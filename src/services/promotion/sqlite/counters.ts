/**
 * The counters of users, devices and rules, in memory. Units of work change them here; what one
 * batch changed is written once, just before it commits, and a batch that is rolled back drops
 * what memory holds. So a thousand uses of one promotion write its global counter once, and a
 * buyer with ten promotions is one row.
 */
import type { Sqlite } from '#kit/sqlite.ts';
import { RowIndex } from './row-index.ts';

/** How often, and when that is forgotten (0: never). */
type Counter = [count: number, lapsesAt: number];

export interface Holder {
  readonly name: string;
  /** Where it is kept; 0: nowhere yet. */
  row: number;
  /** By incarnation of the rule. */
  readonly counters: Map<string, Counter>;
}

/** Holders and counters kept in memory between two batches at most. */
const capacity = 200_000;

export class Counters {
  readonly #cached = new Map<string, Holder>();
  readonly #changed = new Set<Holder>();
  /** Holders and counters in memory, at most. */
  #kept = 0;
  readonly #index = new RowIndex();
  readonly #row;
  readonly #insert;
  readonly #update;
  readonly #lapsed;
  readonly #remove;
  readonly #lastId;
  #nextId = 1;

  constructor(db: Sqlite) {
    this.#row = db.get<{ holder: string; counters: string }>(
      'SELECT holder, counters FROM usage WHERE id = ?',
    );
    this.#insert = db.run('INSERT INTO usage VALUES (?, ?, ?, ?)');
    this.#update = db.run('UPDATE usage SET counters = ?, lapses_at = ? WHERE id = ?');
    this.#lapsed = db.all<{ id: number; holder: string }>(
      'SELECT id, holder FROM usage WHERE lapses_at > 0 AND lapses_at <= ? LIMIT ?',
    );
    this.#remove = db.run('DELETE FROM usage WHERE id = ?');
    this.#lastId = db.get<{ id: number | null }>('SELECT max(id) AS id FROM usage');
    this.#readIndex(db);
    db.join({
      beforeCommit: () => this.#flush(),
      afterRollback: () => {
        this.#forget();
        this.#readLastId();
      },
    });
  }

  /** @param name u:<user>, d:<device> or g:<incarnation> */
  holder(name: string): Holder {
    const cached = this.#cached.get(name);
    if (cached) return cached;
    const holder = this.#index.find(name, (row) => {
      const found = this.#row(row);
      if (found?.holder !== name) return undefined;
      const counters = new Map(Object.entries<Counter>(JSON.parse(found.counters)));
      return { name, row, counters };
    }) ?? { name, row: 0, counters: new Map<string, Counter>() };
    this.#cached.set(name, holder);
    this.#kept += 1 + holder.counters.size;
    return holder;
  }

  count({ counters }: Holder, incarnation: string, now: number): number {
    const counter = counters.get(incarnation);
    return counter === undefined || hasLapsed(counter, now) ? 0 : counter[0];
  }

  /** @param lapsesAt of the counter from now on; 0: never */
  increment(holder: Holder, incarnation: string, lapsesAt: number, now: number): void {
    const { counters } = holder;
    if (!this.#changed.has(holder)) {
      for (const [key, counter] of counters) if (hasLapsed(counter, now)) counters.delete(key);
      this.#changed.add(holder);
    }
    const before = counters.size;
    counters.set(incarnation, [this.count(holder, incarnation, now) + 1, lapsesAt]);
    this.#kept += counters.size - before;
  }

  /** When the counter lapses, if there is one now. */
  lapsesAt({ counters }: Holder, incarnation: string, now: number): number | undefined {
    const counter = counters.get(incarnation);
    return counter === undefined || hasLapsed(counter, now) ? undefined : counter[1];
  }

  /** Removes up to `limit` holders all of whose counters have lapsed; yields how many. */
  sweep(now: number, limit: number): number {
    const lapsed = this.#lapsed(now, limit);
    for (const { id, holder } of lapsed) {
      this.#remove(id);
      // One that is used again, maybe in this very batch, gets a row of its own.
      const cached = this.#cached.get(holder);
      if (cached) cached.row = 0;
    }
    return lapsed.length;
  }

  #flush(): void {
    for (const holder of this.#changed) {
      const instants = [...holder.counters.values()].map(([, lapsesAt]) => lapsesAt);
      const lapsesAt = instants.includes(0) ? 0 : Math.max(...instants);
      const text = JSON.stringify(Object.fromEntries(holder.counters));
      if (holder.row > 0) {
        this.#update(text, lapsesAt, holder.row);
        continue;
      }
      holder.row = this.#nextId++;
      this.#insert(holder.row, holder.name, text, lapsesAt);
      this.#index.add(holder.name, holder.row);
    }
    this.#changed.clear();
    if (this.#kept > capacity) this.#forget();
  }

  #readIndex(db: Sqlite): void {
    const page = db.all<{ id: number; holder: string }>(
      'SELECT id, holder FROM usage WHERE id > ? ORDER BY id LIMIT 10000',
    );
    for (let rows = page(0); rows.length > 0; rows = page(rows.at(-1)!.id)) {
      for (const { id, holder } of rows) this.#index.add(holder, id);
    }
    this.#readLastId();
  }

  #readLastId(): void {
    this.#nextId = (this.#lastId()?.id ?? 0) + 1;
  }

  #forget(): void {
    this.#changed.clear();
    this.#cached.clear();
    this.#kept = 0;
  }
}

const hasLapsed = ([, lapsesAt]: Counter, now: number) => lapsesAt !== 0 && lapsesAt <= now;
