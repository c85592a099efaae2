/** The keys of all nodes of this process: maps in memory, written through to one table. */
import { StartupError } from '#kit/base/startup-error.ts';
import type { Sqlite, Transaction } from '#kit/stores/sqlite.ts';
import { expiredPortion, type Entry, type ExpiredKey } from '../node.ts';
import { OrderedKeys } from './ordered-keys.ts';
import { bytesIn, isKept, keysWithValue, toEntry, toRow, type Row, type StoredRow } from './row.ts';

interface NodeState {
  readonly rows: Map<string, Row>;
  /** Keys of the rows that have a value. */
  readonly ordered: OrderedKeys;
  /** Keys of the rows that are tombstones. */
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
  readonly #expired;
  readonly #nodes = new Map<string, NodeState>();
  readonly #maxBytes: number;
  #bytes = 0;
  #lastId = 0;

  /**
   * @param maxBytes most bytes of keys and values, in UTF-8, of all nodes together
   * @throws StartupError when the database holds more
   */
  constructor(db: Sqlite, maxBytes: number) {
    this.db = db;
    this.#maxBytes = maxBytes;
    this.#insert = db.run(
      'INSERT INTO entry (value, tag, expires_at, id, node, key) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#update = db.run('UPDATE entry SET value = ?, tag = ?, expires_at = ? WHERE id = ?');
    this.#remove = db.run('DELETE FROM entry WHERE id = ?');
    this.#serve = db.run('INSERT OR REPLACE INTO served_version VALUES (?, ?)');
    this.#expired = db.all<{ key: string; expires_at: number }>(
      `SELECT key, expires_at FROM entry WHERE node = ? AND expires_at <= ?
      AND (expires_at, key) > (?, ?) ORDER BY expires_at, key LIMIT ${expiredPortion}`,
    );
    this.#load();
  }

  #load(): void {
    const page = this.db.all<StoredRow>(
      // Few: each may be a mebibyte.
      'SELECT * FROM entry WHERE id > ? ORDER BY id LIMIT 16',
    );
    for (let rows = page(0); rows.length > 0; rows = page(this.#lastId)) {
      for (const row of rows) {
        const { id, node, key } = row;
        this.#replace(this.#node(node), key, toRow(id, key, toEntry(row)));
        this.#lastId = id;
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
  rows(node: string): ReadonlyMap<string, Row> {
    return this.#node(node).rows;
  }

  /** The node's keys that have a value, in the order of their bytes, once they are in order. */
  async ordered(node: string): Promise<OrderedKeys> {
    const { ordered, rows } = this.#node(node);
    await ordered.order(keysWithValue(rows));
    return ordered;
  }

  /** As `NodeMap.expired`. */
  expired(node: string, after: ExpiredKey | undefined, now: number): ExpiredKey[] {
    const { key = '', expiresAt = 0 } = after ?? {};
    const found = this.#expired(node, now, expiresAt, key);
    return found.map((row) => ({ key: row.key, expiresAt: row.expires_at }));
  }

  /** Number of keys that have a value. */
  count(node: string): number {
    const { rows, tombstones } = this.#node(node);
    return rows.size - tombstones.size;
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

  /** Sets an entry, or a tombstone. False, and nothing is done, when there is no room for an entry. */
  set(tx: Transaction, node: string, key: string, entry: Entry | undefined): boolean {
    const state = this.#node(node);
    const before = state.rows.get(key);
    const row = toRow(before?.id ?? this.#lastId + 1, key, entry);
    const growth = bytesIn(row) - this.#bytesOf(key);
    if (growth > 0 && this.#bytes + growth > this.#maxBytes) return false;
    const columns = [entry?.value ?? null, entry?.tag ?? null, entry?.expiresAt ?? null] as const;
    if (before === undefined) this.#insert(...columns, ++this.#lastId, node, key);
    else this.#update(...columns, before.id);
    this.#replace(state, before === undefined ? ownCopy(key) : key, row);
    tx.onRollback(() => this.#replace(state, key, before));
    return true;
  }

  /** Removes an entry or a tombstone, if there is one. */
  remove(tx: Transaction, node: string, key: string): void {
    const state = this.#node(node);
    const before = state.rows.get(key);
    if (before === undefined) return;
    this.#remove(before.id);
    this.#replace(state, key, undefined);
    tx.onRollback(() => this.#replace(state, key, before));
  }

  /** Removes up to `limit` tombstones; yields whether all are gone. */
  removeTombstones(tx: Transaction, node: string, limit: number): boolean {
    const { tombstones } = this.#node(node);
    for (const key of tombstones.values().take(limit)) this.remove(tx, node, key);
    return tombstones.size === 0;
  }

  #replace(state: NodeState, key: string, row: Row | undefined): void {
    const before = this.#bytesOf(key);
    setRow(state, key, row);
    this.#bytes += this.#bytesOf(key) - before;
  }

  /**
   * The bytes that a key counts: once, with the larger value, when it is at two nodes while it
   * moves.
   */
  #bytesOf(key: string): number {
    let most = 0;
    for (const { rows } of this.#nodes.values()) most = Math.max(most, bytesIn(rows.get(key)));
    return most;
  }

  #node(name: string): NodeState {
    const known = this.#nodes.get(name);
    if (known !== undefined) return known;
    const state: NodeState = {
      rows: new Map(),
      ordered: new OrderedKeys(),
      tombstones: new Set(),
      servedVersion: undefined,
    };
    this.#nodes.set(name, state);
    return state;
  }
}

function setRow(state: NodeState, key: string, row: Row | undefined): void {
  const { rows, ordered, tombstones } = state;
  const before = rows.get(key);
  if (row === undefined) rows.delete(key);
  else rows.set(key, row);
  const [had, has] = [before, row].map((one) => one !== undefined && isKept(one));
  if (has && !had) ordered.add(key);
  if (had && !has) ordered.delete(key);
  if (row !== undefined && !has) tombstones.add(key);
  else tombstones.delete(key);
}

/** A key cut out of a URL would keep the whole URL in memory. */
const ownCopy = (key: string) => Buffer.from(key).toString();
