/** The rows of counters: those of one user or device, and those of all users. */
import { Type } from 'typebox';
import { storedJson } from '#kit/web/schema.ts';
import type { Sqlite } from '#kit/stores/sqlite.ts';

/**
 * The counters of one user or device, by incarnation of the rule. A count is 0 again when it
 * lapses; 0: never. `since`: the first use that is counted.
 */
export type Counters = Map<string, [count: number, lapsesAt: number, since: number]>;

const parseCounters = storedJson(
  'stored counters',
  Type.Record(Type.String(), Type.Tuple([Type.Integer(), Type.Integer(), Type.Integer()])),
);

/** Reads and writes counters; use within a unit of work. */
export function counterRows(db: Sqlite) {
  const find = db.get<{ counters: string }>('SELECT counters FROM usage WHERE holder = ?');
  const put = db.run(
    `INSERT INTO usage (holder, counters, lapses_at) VALUES (?, ?, ?)
     ON CONFLICT (holder) DO UPDATE SET
       counters = excluded.counters, lapses_at = excluded.lapses_at`,
  );
  const remove = db.run('DELETE FROM usage WHERE holder = ?');
  const removeLapsed = db.run(
    `DELETE FROM usage WHERE id IN
       (SELECT id FROM usage WHERE lapses_at > 0 AND lapses_at <= ? LIMIT ?)`,
  );
  const findGlobal = db.get<{ count: number }>(
    `SELECT count FROM global_usage
     WHERE incarnation = ? AND (lapses_at = 0 OR lapses_at > ?)`,
  );
  const countGlobal = db.run(
    `INSERT INTO global_usage VALUES (?1, 1, ?2, ?3)
     ON CONFLICT DO UPDATE SET
       count = iif(lapses_at > 0 AND lapses_at <= ?3, 1, count + 1),
       since = iif(lapses_at > 0 AND lapses_at <= ?3, ?3, min(since, ?3)),
       lapses_at = excluded.lapses_at
     WHERE ?4 = 0 OR count < ?4 OR (lapses_at > 0 AND lapses_at <= ?3)`,
  );
  const returnGlobal = db.run(
    `UPDATE global_usage SET count = count - 1
     WHERE incarnation = ?1 AND count > 0 AND since <= ?2 AND (lapses_at = 0 OR lapses_at > ?3)`,
  );

  return {
    /**
     * Those that have not lapsed.
     *
     * @param holder `u:<user>` or `d:<device>`
     */
    load(holder: string, now: number): Counters {
      const entries = Object.entries(parseCounters(find(holder)?.counters ?? '{}'));
      return new Map(entries.filter(([, [, lapsesAt]]) => lapsesAt === 0 || lapsesAt > now));
    },

    save(holder: string, counters: Counters): void {
      if (counters.size === 0) return void remove(holder);
      const instants = [...counters.values()].map(([, lapsesAt]) => lapsesAt);
      const lapsesAt = instants.includes(0) ? 0 : Math.max(...instants);
      put(holder, JSON.stringify(Object.fromEntries(counters)), lapsesAt);
    },

    /** Removes up to `limit` rows in which all counters have lapsed; yields how many. */
    sweep: (now: number, limit: number): number => removeLapsed(now, limit),

    /** @param limit 0: none */
    isGlobalFull: (incarnation: string, limit: number, now: number): boolean =>
      limit > 0 && (findGlobal(incarnation, now)?.count ?? 0) >= limit,

    /**
     * Counts a use for all users and yields true, unless the limit is reached.
     *
     * @param limit 0: none
     * @param lapsesAt of the counter from now on; 0: never
     */
    countGlobal: (incarnation: string, limit: number, lapsesAt: number, now: number): boolean =>
      countGlobal(incarnation, lapsesAt, now, limit) === 1,

    /**
     * Gives back a use of all users and yields true, unless it has lapsed.
     *
     * @param at when it was counted
     */
    returnGlobal: (incarnation: string, at: number, now: number): boolean =>
      returnGlobal(incarnation, at, now) === 1,
  };
}

/**
 * Counts a use.
 *
 * @param lapsesAt of the counter from now on; 0: never
 */
export function addUse(
  counters: Counters,
  incarnation: string,
  lapsesAt: number,
  now: number,
): void {
  const [count, , since] = counters.get(incarnation) ?? [0, 0, now];
  // Clocks of replicas differ a little: `since` is the earliest of all.
  counters.set(incarnation, [count + 1, lapsesAt, Math.min(since, now)]);
}

/**
 * Gives back a use that was counted at `at`, and yields true. One of before `since` has lapsed.
 */
export function returnUse(counters: Counters, incarnation: string, at: number): boolean {
  const [count, lapsesAt, since] = counters.get(incarnation) ?? [0, 0, 0];
  if (count === 0 || since > at) return false;
  if (count === 1) counters.delete(incarnation);
  else counters.set(incarnation, [count - 1, lapsesAt, since]);
  return true;
}
