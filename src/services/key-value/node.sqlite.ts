/** Nodes in this process: maps in memory, written through to one table. */
import { readFileSync } from 'node:fs';
import { Sqlite, type SqliteOptions, type Transaction } from '#kit/sqlite.ts';
import { refuse } from './errors.ts';
import { StaleRing, type NodeMap } from './node.ts';
import { markOf, type RingRecord } from './ring-store.ts';

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
  readonly #serve;
  #lastRow = 0;
  readonly #maps = new Map<string, Map<string, Entry>>();
  /** What each node serves. */
  readonly #served = new Map<string, { readonly record: RingRecord; readonly mark: string }>();

  constructor(db: Sqlite) {
    this.db = db;
    this.#insert = db.run('INSERT INTO entry VALUES (?, ?, ?, ?)');
    this.#update = db.run('UPDATE entry SET value = ? WHERE id = ?');
    this.#remove = db.run('DELETE FROM entry WHERE id = ?');
    this.#page = db.all<{ id: number; node: string; key: string; value: string | null }>(
      'SELECT id, node, key, value FROM entry WHERE id > ? ORDER BY id LIMIT 1000',
    );
    this.#serve = db.run('INSERT OR REPLACE INTO served VALUES (?, ?)');
    this.#load();
    const served = db.all<{ node: string; record: string }>('SELECT node, record FROM served')();
    for (const { node, record: json } of served) {
      const record = JSON.parse(json) as RingRecord;
      this.#served.set(node, { record, mark: markOf(record) });
    }
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

  served(node: string) {
    return this.#served.get(node);
  }

  /** Part of a unit of work. */
  serve(tx: Transaction, node: string, record: RingRecord): void {
    const before = this.#served.get(node);
    this.#serve(node, JSON.stringify(record));
    this.#served.set(node, { record, mark: markOf(record) });
    tx.onRollback(() => {
      if (before === undefined) this.#served.delete(node);
      else this.#served.set(node, before);
    });
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

/** Keys that `portions` yields together. */
const portion = 256;

export function sqliteNode(table: EntryTable, name: string): NodeMap {
  const { db } = table;
  const entries = table.map(name);
  const check = (mark: string) => {
    if (table.served(name)?.mark !== mark) throw new StaleRing();
  };
  const count = () => {
    let values = 0;
    for (const { value } of entries.values()) if (value !== undefined) values++;
    return values;
  };

  return {
    async get(mark, key) {
      check(mark);
      return entries.get(key)?.value;
    },
    put: (mark, key, value) =>
      db.write((tx) => {
        check(mark);
        table.set(tx, name, key, value);
      }),
    delete: (mark, key, remember) =>
      db.write((tx) => {
        check(mark);
        if (remember) table.set(tx, name, key, undefined);
        else table.remove(tx, name, key);
      }),
    accept: (mark, key, value) =>
      db.write((tx) => {
        check(mark);
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
    count: async () => count(),
    serves: async () => table.served(name)?.record,
    fence: (record) =>
      db.write((tx) => {
        const before = table.served(name)?.record;
        if (before?.ring === record.ring) {
          if (before.version > record.version) throw new StaleRing();
          if (before.version === record.version) return check(markOf(record));
        } else if (before !== undefined && count() > 0) {
          throw refuse.NODE_OF_ANOTHER_RING(`the node ${name} holds keys of another ring`);
        }
        for (const [key, { value }] of entries) {
          if (value === undefined) table.remove(tx, name, key);
        }
        table.serve(tx, name, record);
      }),
    ready: async () => {},
  };
}
