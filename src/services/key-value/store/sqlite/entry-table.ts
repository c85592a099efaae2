/** The keys of all nodes of this process: maps in memory, written through to one table. */
import type { Sqlite, Transaction } from '#kit/stores/sqlite.ts';

interface Entry {
  readonly row: number;
  /** Undefined in a tombstone. */
  readonly value: string | undefined;
}

interface NodeState {
  readonly entries: Map<string, Entry>;
  /** Keys of the entries that are tombstones. */
  readonly tombstones: Set<string>;
  servedVersion: string | undefined;
}

/** Changes are made within a unit of work, and reverted when it is rolled back. */
export class EntryTable {
  readonly db: Sqlite;
  readonly #insert;
  readonly #update;
  readonly #remove;
  readonly #serve;
  readonly #nodes = new Map<string, NodeState>();
  #lastRow = 0;

  constructor(db: Sqlite) {
    this.db = db;
    this.#insert = db.run('INSERT INTO entry VALUES (?, ?, ?, ?)');
    this.#update = db.run('UPDATE entry SET value = ? WHERE id = ?');
    this.#remove = db.run('DELETE FROM entry WHERE id = ?');
    this.#serve = db.run('INSERT OR REPLACE INTO served_version VALUES (?, ?)');
    this.#load();
  }

  #load(): void {
    const page = this.db.all<{ id: number; node: string; key: string; value: string | null }>(
      'SELECT id, node, key, value FROM entry WHERE id > ? ORDER BY id LIMIT 1000',
    );
    for (let rows = page(0); rows.length > 0; rows = page(this.#lastRow)) {
      for (const { id, node, key, value } of rows) {
        setEntry(this.#node(node), key, { row: id, value: value ?? undefined });
        this.#lastRow = id;
      }
    }
    const served = this.db.all<{ node: string; version_id: string }>(
      'SELECT * FROM served_version',
    );
    for (const { node, version_id } of served()) this.#node(node).servedVersion = version_id;
  }

  /** The node's keys: to be read, not to be changed. */
  entries(node: string): ReadonlyMap<string, Entry> {
    return this.#node(node).entries;
  }

  /** Number of keys that have a value. */
  count(node: string): number {
    const { entries, tombstones } = this.#node(node);
    return entries.size - tombstones.size;
  }

  servedVersion(node: string): string | undefined {
    return this.#node(node).servedVersion;
  }

  serve(tx: Transaction, node: string, versionId: string): void {
    const state = this.#node(node);
    const before = state.servedVersion;
    this.#serve(node, versionId);
    state.servedVersion = versionId;
    tx.onRollback(() => (state.servedVersion = before));
  }

  /** Sets a value, or a tombstone. */
  set(tx: Transaction, node: string, key: string, value: string | undefined): void {
    const state = this.#node(node);
    const before = state.entries.get(key);
    const row = before?.row ?? ++this.#lastRow;
    if (before === undefined) this.#insert(row, node, key, value ?? null);
    else this.#update(value ?? null, row);
    setEntry(state, before === undefined ? ownCopy(key) : key, { row, value });
    tx.onRollback(() => setEntry(state, key, before));
  }

  /** Removes a value or a tombstone, if there is one. */
  remove(tx: Transaction, node: string, key: string): void {
    const state = this.#node(node);
    const before = state.entries.get(key);
    if (before === undefined) return;
    this.#remove(before.row);
    setEntry(state, key, undefined);
    tx.onRollback(() => setEntry(state, key, before));
  }

  /** Removes up to `limit` tombstones; yields whether all are gone. */
  removeTombstones(tx: Transaction, node: string, limit: number): boolean {
    const { tombstones } = this.#node(node);
    for (const key of tombstones.values().take(limit)) this.remove(tx, node, key);
    return tombstones.size === 0;
  }

  #node(name: string): NodeState {
    const known = this.#nodes.get(name);
    if (known !== undefined) return known;
    const state = { entries: new Map(), tombstones: new Set<string>(), servedVersion: undefined };
    this.#nodes.set(name, state);
    return state;
  }
}

function setEntry({ entries, tombstones }: NodeState, key: string, entry: Entry | undefined): void {
  if (entry === undefined) entries.delete(key);
  else entries.set(key, entry);
  if (entry !== undefined && entry.value === undefined) tombstones.add(key);
  else tombstones.delete(key);
}

/** A key cut out of a URL would keep the whole URL in memory. */
const ownCopy = (key: string) => Buffer.from(key).toString();
