/** The keys of all nodes of this process: maps in memory, written through to one table. */
import { StartupError } from '#kit/host/env.ts';
import type { Sqlite, Transaction } from '#kit/stores/sqlite.ts';

interface Entry {
  readonly row: number;
  /** Undefined in a tombstone. */
  readonly value: string | undefined;
  /** Of key and value in UTF-8; 0 in a tombstone. */
  readonly bytes: number;
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
  readonly #maxBytes: number;
  #bytes = 0;
  #lastRow = 0;

  /**
   * @param maxBytes most bytes of keys and values, in UTF-8, of all nodes together
   * @throws StartupError when the database holds more
   */
  constructor(db: Sqlite, maxBytes: number) {
    this.db = db;
    this.#maxBytes = maxBytes;
    this.#insert = db.run('INSERT INTO entry VALUES (?, ?, ?, ?)');
    this.#update = db.run('UPDATE entry SET value = ? WHERE id = ?');
    this.#remove = db.run('DELETE FROM entry WHERE id = ?');
    this.#serve = db.run('INSERT OR REPLACE INTO served_version VALUES (?, ?)');
    this.#load();
  }

  #load(): void {
    const page = this.db.all<{ id: number; node: string; key: string; value: string | null }>(
      // Few: each may be a mebibyte.
      'SELECT id, node, key, value FROM entry WHERE id > ? ORDER BY id LIMIT 16',
    );
    for (let rows = page(0); rows.length > 0; rows = page(this.#lastRow)) {
      for (const { id, node, key, value } of rows) {
        this.#replace(this.#node(node), key, entryOf(id, key, value ?? undefined));
        this.#lastRow = id;
      }
      if (this.#bytes <= this.#maxBytes) continue;
      throw new StartupError(
        `the key-value store holds more than KV_MAX_BYTES (${this.#maxBytes}): raise it`,
      );
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

  /** Sets a value, or a tombstone. False, and nothing is done, when there is no room for a value. */
  set(tx: Transaction, node: string, key: string, value: string | undefined): boolean {
    const state = this.#node(node);
    const before = state.entries.get(key);
    const entry = entryOf(before?.row ?? this.#lastRow + 1, key, value);
    const growth = entry.bytes - this.#bytesOf(key);
    if (growth > 0 && this.#bytes + growth > this.#maxBytes) return false;
    if (before === undefined) this.#insert(++this.#lastRow, node, key, value ?? null);
    else this.#update(value ?? null, before.row);
    this.#replace(state, before === undefined ? ownCopy(key) : key, entry);
    tx.onRollback(() => this.#replace(state, key, before));
    return true;
  }

  /** Removes a value or a tombstone, if there is one. */
  remove(tx: Transaction, node: string, key: string): void {
    const state = this.#node(node);
    const before = state.entries.get(key);
    if (before === undefined) return;
    this.#remove(before.row);
    this.#replace(state, key, undefined);
    tx.onRollback(() => this.#replace(state, key, before));
  }

  /** Removes up to `limit` tombstones; yields whether all are gone. */
  removeTombstones(tx: Transaction, node: string, limit: number): boolean {
    const { tombstones } = this.#node(node);
    for (const key of tombstones.values().take(limit)) this.remove(tx, node, key);
    return tombstones.size === 0;
  }

  #replace(state: NodeState, key: string, entry: Entry | undefined): void {
    const before = this.#bytesOf(key);
    setEntry(state, key, entry);
    this.#bytes += this.#bytesOf(key) - before;
  }

  /** What a key counts: once, with the larger value, when it is at two nodes while it moves. */
  #bytesOf(key: string): number {
    let most = 0;
    for (const { entries } of this.#nodes.values()) {
      most = Math.max(most, entries.get(key)?.bytes ?? 0);
    }
    return most;
  }

  #node(name: string): NodeState {
    const known = this.#nodes.get(name);
    if (known !== undefined) return known;
    const state = { entries: new Map(), tombstones: new Set<string>(), servedVersion: undefined };
    this.#nodes.set(name, state);
    return state;
  }
}

function entryOf(row: number, key: string, value: string | undefined): Entry {
  const bytes = value === undefined ? 0 : Buffer.byteLength(key) + Buffer.byteLength(value);
  return { row, value, bytes };
}

function setEntry({ entries, tombstones }: NodeState, key: string, entry: Entry | undefined): void {
  if (entry === undefined) entries.delete(key);
  else entries.set(key, entry);
  if (entry !== undefined && entry.value === undefined) tombstones.add(key);
  else tombstones.delete(key);
}

/** A key cut out of a URL would keep the whole URL in memory. */
const ownCopy = (key: string) => Buffer.from(key).toString();
