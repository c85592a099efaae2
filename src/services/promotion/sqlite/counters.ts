/**
 * The counters of users, devices and rules, in memory. Units of work change them here; what one
 * batch changed is written once, just before it commits, and a batch that is rolled back drops
 * what memory holds. So a thousand uses of one promotion write its global counter once, and a
 * buyer with ten promotions is one row.
 */
import type { Sqlite } from '#kit/sqlite.ts';

/** How often, and when that is forgotten (0: never). */
type Counter = [count: number, lapsesAt: number];

export interface Holder {
  readonly name: string;
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
  readonly #find;
  readonly #save;
  readonly #lapsed;
  readonly #remove;

  constructor(db: Sqlite) {
    this.#find = db.get<{ counters: string }>('SELECT counters FROM usage WHERE holder = ?');
    this.#save = db.run('REPLACE INTO usage VALUES (?, ?, ?)');
    this.#lapsed = db.all<{ holder: string }>(
      'SELECT holder FROM usage WHERE lapses_at > 0 AND lapses_at <= ? LIMIT ?',
    );
    this.#remove = db.run('DELETE FROM usage WHERE holder = ?');
    db.join({ beforeCommit: () => this.#flush(), afterRollback: () => this.#forget() });
  }

  /** @param name u:<user>, d:<device> or g:<incarnation> */
  holder(name: string): Holder {
    const cached = this.#cached.get(name);
    if (cached) return cached;
    const row = this.#find(name);
    const counters: Record<string, Counter> = row ? JSON.parse(row.counters) : {};
    const holder = { name, counters: new Map(Object.entries(counters)) };
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
    // One that this batch has used stays in memory, and is written again at its end.
    for (const { holder } of lapsed) this.#remove(holder);
    return lapsed.length;
  }

  #flush(): void {
    for (const { name, counters } of this.#changed) {
      const instants = [...counters.values()].map(([, lapsesAt]) => lapsesAt);
      const lapsesAt = instants.includes(0) ? 0 : Math.max(...instants);
      this.#save(name, JSON.stringify(Object.fromEntries(counters)), lapsesAt);
    }
    this.#changed.clear();
    if (this.#kept > capacity) this.#forget();
  }

  #forget(): void {
    this.#changed.clear();
    this.#cached.clear();
    this.#kept = 0;
  }
}

const hasLapsed = ([, lapsesAt]: Counter, now: number) => lapsesAt !== 0 && lapsesAt <= now;
