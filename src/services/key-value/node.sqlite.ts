/** Nodes in this process: maps in memory, written through to one table. */
import { readFileSync } from 'node:fs';
import { Sqlite, type SqliteOptions, type Transaction } from '#kit/sqlite.ts';
import { StaleRing, type NodeMap } from './node.ts';

const migrations = [readFileSync(new URL('./schema.sql', import.meta.url), 'utf8')];

export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  return new Sqlite({ ...options, migrations });
}

interface Entry {
  readonly row: number;
  /** Undefined in a tombstone. */
  readonly value: string | undefined;
}

/** The table of all nodes of this process. */
export class EntryTable {
  readonly db: Sqlite;
  readonly #insert;
  readonly #update;
  readonly #remove;
  readonly #page;
  readonly #served;
  readonly #serve;
  #lastRow = 0;
  readonly #maps = new Map<string, Map<string, Entry>>();

  constructor(db: Sqlite) {
    this.db = db;
    this.#insert = db.run('INSERT INTO entry VALUES (?, ?, ?, ?)');
    this.#update = db.run('UPDATE entry SET value = ? WHERE id = ?');
    this.#remove = db.run('DELETE FROM entry WHERE id = ?');
    this.#page = db.all<{ id: number; node: string; key: string; value: string | null }>(
      'SELECT id, node, key, value FROM entry WHERE id > ? ORDER BY id LIMIT 1000',
    );
    this.#served = db.get<{ version: number }>('SELECT version FROM served WHERE node = ?');
    this.#serve = db.run('INSERT OR REPLACE INTO served VALUES (?, ?)');
    this.#load();
  }

  #load(): void {
    for (;;) {
      const rows = this.#page(this.#lastRow);
      if (rows.length === 0) return;
      for (const { id, node, key, value } of rows) {
        this.map(node).set(key, { row: id, value: value ?? undefined });
        this.#lastRow = id;
      }
    }
  }

  map(node: string): Map<string, Entry> {
    const map = this.#maps.get(node) ?? new Map<string, Entry>();
    this.#maps.set(node, map);
    return map;
  }

  /** The version of the ring that a node serves. */
  served(node: string): number {
    return this.#served(node)?.version ?? 0;
  }

  /** Part of a unit of work. */
  serve(node: string, version: number): void {
    this.#serve(node, version);
  }

  /** Sets a value, or a tombstone. Part of a unit of work. */
  set(tx: Transaction, node: string, key: string, value: string | undefined): void {
    const map = this.map(node);
    const before = map.get(key);
    if (before === undefined) {
      const row = ++this.#lastRow;
      this.#insert(row, node, key, value ?? null);
      map.set(ownCopy(key), { row, value });
      tx.onRollback(() => map.delete(key));
    } else {
      this.#update(value ?? null, before.row);
      map.set(key, { row: before.row, value });
      tx.onRollback(() => map.set(key, before));
    }
  }

  /** Removes a value or a tombstone, if there is one. Part of a unit of work. */
  remove(tx: Transaction, node: string, key: string): void {
    const map = this.map(node);
    const before = map.get(key);
    if (before === undefined) return;
    this.#remove(before.row);
    map.delete(key);
    tx.onRollback(() => map.set(key, before));
  }
}

/** A key cut out of a URL would keep the whole URL in memory. */
const ownCopy = (key: string) => Buffer.from(key).toString();

/** Keys that the change of a ring moves at once. */
const portion = 256;

export function sqliteNode(table: EntryTable, name: string): NodeMap {
  const { db } = table;
  const entries = table.map(name);
  let served = table.served(name);
  const check = (version: number) => {
    if (version !== served) throw new StaleRing(served);
  };

  return {
    async get(version, key) {
      check(version);
      return entries.get(key)?.value;
    },
    put: (version, key, value) =>
      db.write((tx) => {
        check(version);
        table.set(tx, name, key, value);
      }),
    delete: (version, key, remember) =>
      db.write((tx) => {
        check(version);
        if (remember) table.set(tx, name, key, undefined);
        else table.remove(tx, name, key);
      }),
    accept: (version, key, value) =>
      db.write((tx) => {
        check(version);
        if (!entries.has(key)) table.set(tx, name, key, value);
        return entries.get(key)?.value;
      }),
    async *portions() {
      let keys: string[] = [];
      for (const [key, { value }] of entries) {
        if (value === undefined) continue;
        keys.push(key);
        if (keys.length < portion) continue;
        yield keys;
        keys = [];
      }
      yield keys;
    },
    async count() {
      let count = 0;
      for (const { value } of entries.values()) if (value !== undefined) count++;
      return count;
    },
    version: async () => served,
    async fence(version) {
      if (version === served) return;
      await db.write((tx) => {
        const before = served;
        if (version < before) throw new StaleRing(before);
        for (const [key, { value }] of entries) {
          if (value === undefined) table.remove(tx, name, key);
        }
        table.serve(name, version);
        served = version;
        tx.onRollback(() => (served = before));
      });
    },
    ready: async () => {},
  };
}
