/** The embedded store of policies. */
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import {
  changesPortion,
  parseLimits,
  parsePolicy,
  standardBounds,
  type Changes,
  type Entry,
  type PolicyBounds,
  type PolicyStore,
} from '../policies.ts';

interface PolicyRow {
  readonly id: number;
  readonly name: string;
  readonly body: string;
}

interface OverrideRow {
  readonly key: string;
  readonly limits: string;
}

interface ChangeRow {
  readonly number: number;
  readonly kind: Entry['kind'];
  readonly name: string;
  readonly key: string;
}

/** Overrides of removed policies that are deleted at a time. */
const sweepPortion = 500;

/** @throws StartupError when another process holds the file or a newer version wrote it */
export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  return Sqlite.open({ ...options, migrations: new URL('./sql/', import.meta.url) });
}

export function sqlitePolicyStore(db: Sqlite, bounds: PolicyBounds = {}): PolicyStore {
  const { maxPolicies, maxOverrides, journalLength } = { ...standardBounds, ...bounds };
  const find = db.get<PolicyRow>('SELECT id, name, body FROM policy WHERE name = ?');
  const countPolicies = db.get<{ n: number }>('SELECT count(*) AS n FROM policy');
  const countOverrides = db.get<{ n: number }>('SELECT total(overrides) AS n FROM policy');
  const insert = db.run('INSERT INTO policy (name, body) VALUES (?, ?)');
  const update = db.run('UPDATE policy SET body = ? WHERE id = ?');
  const remove = db.run('DELETE FROM policy WHERE id = ?');
  const orphan = db.run('INSERT INTO removed_policy VALUES (?)');
  const findOverride = db.get<OverrideRow>(
    'SELECT key, limits FROM override WHERE policy = ? AND key = ?',
  );
  const putOverride = db.run('REPLACE INTO override VALUES (?, ?, ?)');
  const removeOverride = db.run('DELETE FROM override WHERE policy = ? AND key = ?');
  const addToCount = db.run('UPDATE policy SET overrides = overrides + ? WHERE id = ?');
  const addChange = db.run('INSERT INTO change (kind, name, key) VALUES (?, ?, ?)');
  const lastChange = db.get<{ n: number }>('SELECT coalesce(max(number), 0) AS n FROM change');
  const forget = db.run('DELETE FROM change WHERE number <= ?');

  const record = (kind: Entry['kind'], name: string, key = ''): void => {
    addChange(kind, name, key);
    forget(lastChange()!.n - journalLength);
  };

  return {
    ...lifecycleOf(db),
    put: (name, policy) =>
      db.write(() => {
        const body = JSON.stringify(policy);
        const row = find(name);
        if (row === undefined && countPolicies()!.n >= maxPolicies) return 'too many';
        if (row === undefined) insert(name, body);
        else update(body, row.id);
        record('policy', name);
        return 'put';
      }),
    remove: (name) =>
      db.write(() => {
        const row = find(name);
        if (row === undefined) return false;
        remove(row.id);
        orphan(row.id);
        record('removed', name);
        return true;
      }),
    putOverride: (name, key, limits) =>
      db.write(() => {
        const row = find(name);
        if (row === undefined) return 'unknown policy';
        if (findOverride(row.id, key) === undefined) {
          if (countOverrides()!.n >= maxOverrides) return 'too many';
          addToCount(1, row.id);
        }
        putOverride(row.id, key, JSON.stringify(limits));
        record('override', name, key);
        return 'put';
      }),
    removeOverride: (name, key) =>
      db.write(() => {
        const row = find(name);
        if (row === undefined) return 'unknown policy';
        if (removeOverride(row.id, key) === 0) return 'unknown override';
        addToCount(-1, row.id);
        record('override', name, key);
        return 'removed';
      }),
    ...reading(db),
    ...sweeping(db),
  };
}

function reading(db: Sqlite): Pick<PolicyStore, 'changesSince'> {
  const bounds = db.get<{ first: number; last: number }>(
    'SELECT coalesce(min(number), 1) AS first, coalesce(max(number), 0) AS last FROM change',
  );
  const changes = db.all<ChangeRow>(
    'SELECT * FROM change WHERE number > ? ORDER BY number LIMIT ?',
  );
  const find = db.get<PolicyRow>('SELECT id, name, body FROM policy WHERE name = ?');
  const nextPolicy = db.get<PolicyRow>('SELECT * FROM policy WHERE id > ? ORDER BY id LIMIT 1');
  const findOverride = db.get<OverrideRow>(
    'SELECT key, limits FROM override WHERE policy = ? AND key = ?',
  );
  const overridesAfter = db.all<OverrideRow>(
    'SELECT key, limits FROM override WHERE policy = ? AND key > ? ORDER BY key LIMIT 100',
  );

  const present = ({ kind, name, key }: ChangeRow): Entry => {
    if (kind === 'removed') return { kind, name };
    const row = find(name);
    if (kind === 'policy') return { kind, name, policy: row && parsePolicy(row.body) };
    const found = row && findOverride(row.id, key);
    return { kind, name, key, limits: found && parseLimits(found.limits) };
  };

  const all = async (): Promise<Changes> => {
    // Changes from here on are read again next time.
    const cursor = String(bounds()!.last);
    const entries: Entry[] = [];
    const slice = new TimeSlice();
    for (let row = nextPolicy(0); row !== undefined; row = nextPolicy(row.id)) {
      entries.push({ kind: 'policy', name: row.name, policy: parsePolicy(row.body) });
      let last = '';
      for (;;) {
        const portion = overridesAfter(row.id, last);
        for (const { key, limits } of portion) {
          entries.push({ kind: 'override', name: row.name, key, limits: parseLimits(limits) });
        }
        if (slice.isOver) await slice.next();
        if (portion.length === 0) break;
        last = portion.at(-1)!.key;
      }
    }
    return { cursor, isAll: true, entries, hasMore: false };
  };

  return {
    async changesSince(cursor) {
      const { first, last } = bounds()!;
      const seen = Number(cursor ?? -1);
      if (seen < first - 1 || seen > last) return all();
      const rows = changes(seen, changesPortion);
      return {
        cursor: String(rows.at(-1)?.number ?? seen),
        isAll: false,
        entries: rows.map(present),
        hasMore: rows.length === changesPortion,
      };
    },
  };
}

function sweeping(db: Sqlite): Pick<PolicyStore, 'sweep'> {
  const next = db.get<{ id: number }>('SELECT id FROM removed_policy LIMIT 1');
  const clear = db.run(
    `DELETE FROM override WHERE policy = ?1 AND key IN
       (SELECT key FROM override WHERE policy = ?1 LIMIT ${sweepPortion})`,
  );
  const done = db.run('DELETE FROM removed_policy WHERE id = ?');
  return {
    async sweep() {
      if (next() === undefined) return false;
      return db.write(() => {
        const row = next();
        if (row === undefined) return false;
        if (clear(row.id) < sweepPortion) done(row.id);
        return next() !== undefined;
      });
    },
  };
}
