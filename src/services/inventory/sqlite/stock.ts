/** The embedded operational store. Each step of the port is one unit of work: see kit/sqlite.ts. */
import { readFileSync } from 'node:fs';
import { Sqlite, type SqliteOptions } from '#kit/sqlite.ts';
import { bucketCount, split, sum, take } from '../buckets.ts';
import {
  lifetimes,
  nowhere,
  portions,
  type Backlog,
  type Ending,
  type Line,
  type Load,
  type LoadOutcome,
  type OutboxEntry,
  type Place,
  type Reading,
  type Reserve,
  type ReserveOutcome,
  type Stock,
  type StockStore,
} from '../stock-store.ts';
import { SqliteOutbox } from './outbox.ts';

interface StockRow {
  hub_id: string;
  sku: string;
  loaded: number;
  /** JSON array. */
  buckets: string;
  held: number;
  confirmed: number;
  seq: number;
}

interface ReservationRow {
  reservation_id: string;
  hub_id: string;
  order_id: string;
  user_id: string;
  /** JSON of `Line[]`. */
  lines: string;
  /** JSON of `number[]`. */
  buckets: string;
  status: 'held' | Ending;
  expires_at: number;
}

/** Stock of one place while a unit of work changes it. */
interface Counters {
  loaded: number;
  readonly buckets: number[];
  held: number;
  confirmed: number;
  seq: number;
}

export function openStockDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  const schema = readFileSync(new URL('./stock.sql', import.meta.url), 'utf8');
  const db = new Sqlite({ ...options, migrations: [schema] });
  // One process has the file: whoever had claimed something has ended.
  db.run('UPDATE outbox SET claimable_at = 0 WHERE claimable_at > 0')();
  return db;
}

export function sqliteStockStore(db: Sqlite): StockStore {
  return new SqliteStock(db);
}

class SqliteStock implements StockStore {
  readonly #db: Sqlite;
  readonly #outbox: SqliteOutbox;
  readonly #find;
  readonly #save;
  readonly #nextPlaces;
  readonly #reservation;
  readonly #ofOrder;
  readonly #add;
  readonly #setStatus;
  readonly #due;
  readonly #forget;
  readonly #ping;

  constructor(db: Sqlite) {
    this.#db = db;
    this.#outbox = new SqliteOutbox(db);
    this.#find = db.get<StockRow>('SELECT * FROM stock WHERE hub_id = ? AND sku = ?');
    this.#save = db.run('REPLACE INTO stock VALUES (?, ?, ?, ?, ?, ?, ?)');
    this.#nextPlaces = db.all<StockRow>(
      'SELECT hub_id, sku FROM stock WHERE (hub_id, sku) > (?, ?) ORDER BY hub_id, sku LIMIT ?',
    );
    this.#reservation = db.get<ReservationRow>(
      'SELECT * FROM reservation WHERE reservation_id = ?',
    );
    this.#ofOrder = db.get<ReservationRow>(
      "SELECT * FROM reservation WHERE hub_id = ? AND order_id = ? AND status IN ('held', 'confirmed')",
    );
    this.#add = db.run("INSERT INTO reservation VALUES (?, ?, ?, ?, ?, ?, 'held', ?, ?)");
    this.#setStatus = db.run('UPDATE reservation SET status = ?, due = ? WHERE reservation_id = ?');
    this.#due = db.all<ReservationRow>(
      'SELECT * FROM reservation WHERE due < ? ORDER BY due LIMIT ?',
    );
    this.#forget = db.run('DELETE FROM reservation WHERE reservation_id = ?');
    this.#ping = db.get('SELECT 1');
  }

  async stock(place: Place): Promise<Stock | undefined> {
    const counters = this.#counters(place);
    return counters && view(counters);
  }

  load(load: Load): Promise<LoadOutcome> {
    const { quantity, partitioned, now, hubId, sku } = load;
    return this.#db.write(() => {
      const before = this.#counters(load);
      const held = before?.held ?? 0;
      const confirmed = before?.confirmed ?? 0;
      if (quantity < held) return { kind: 'below-held', held };
      const isHot = partitioned ?? (before?.buckets.length ?? 1) > 1;
      const seq = (before?.seq ?? 0) + 1;
      const loaded = quantity + held + confirmed;
      const buckets = split(quantity, isHot ? bucketCount : 1);
      const after: Counters = { loaded, buckets, held, confirmed, seq };
      this.#store(load, after);
      const delta = quantity - sum(before?.buckets ?? []);
      const movements = [{ sku, qty: quantity, delta, seq }];
      const nobody = { orderId: null, userId: null };
      this.#outbox.add({ id: load.entryId, kind: 'load', hubId, ...nobody, at: now, movements });
      return { kind: 'loaded', stock: view(after) };
    });
  }

  reserve(reserve: Reserve): Promise<ReserveOutcome> {
    const { hubId, orderId, userId, lines, primaries, now, reservationId } = reserve;
    const wish = JSON.stringify(lines);
    return this.#db.write(() => {
      const earlier = this.#ofOrder(hubId, orderId);
      if (earlier && !this.#expireIfOverdue(earlier, now)) {
        const isSame = earlier.lines === wish && earlier.user_id === userId;
        if (!isSame) return { kind: 'order-mismatch' };
        const { reservation_id, expires_at } = earlier;
        return { kind: 'reserved', reservationId: reservation_id, expiresAt: expires_at };
      }
      const stocks = lines.map(({ sku }) => this.#counters({ hubId, sku }));
      const available = stocks.map((counters) => sum(counters?.buckets ?? []));
      if (lines.some(({ qty }, i) => available[i]! < qty)) return { kind: 'short', available };
      const buckets = lines.map(({ sku, qty }, i) => {
        const counters = stocks[i]!;
        const bucket = take(counters.buckets, primaries[i]!, qty);
        counters.held += qty;
        this.#store({ hubId, sku }, counters);
        return bucket;
      });
      const expiresAt = now + lifetimes.hold;
      const taken = JSON.stringify(buckets);
      this.#add(reservationId, hubId, orderId, userId, wish, taken, expiresAt, expiresAt);
      return { kind: 'reserved', reservationId, expiresAt };
    });
  }

  confirm(reservationId: string, now: number): Promise<Ending | 'unknown'> {
    return this.#end(reservationId, now, (reservation) => this.#confirm(reservation, now));
  }

  release(reservationId: string, now: number): Promise<Ending | 'unknown'> {
    return this.#end(reservationId, now, (reservation) => {
      this.#giveStockBack(reservation, 'released', now);
      return 'released';
    });
  }

  #end(
    reservationId: string,
    now: number,
    endHeld: (reservation: ReservationRow) => Ending,
  ): Promise<Ending | 'unknown'> {
    return this.#db.write(() => {
      const reservation = this.#reservation(reservationId);
      if (!reservation) return 'unknown';
      if (reservation.status !== 'held') return reservation.status;
      return this.#expireIfOverdue(reservation, now) ? 'expired' : endHeld(reservation);
    });
  }

  #confirm(reservation: ReservationRow, now: number): Ending {
    const { reservation_id: id, hub_id: hubId, order_id: orderId, user_id: userId } = reservation;
    const movements = linesOf(reservation).map(({ sku, qty }) => {
      const counters = this.#counters({ hubId, sku })!;
      counters.held -= qty;
      counters.confirmed += qty;
      counters.seq += 1;
      this.#store({ hubId, sku }, counters);
      return { sku, qty, delta: -qty, seq: counters.seq };
    });
    this.#setStatus('confirmed', now + lifetimes.ended, id);
    this.#outbox.add({ id, kind: 'confirm', hubId, orderId, userId, at: now, movements });
    return 'confirmed';
  }

  /** Whether the reservation was held for too long; then its units are back. */
  #expireIfOverdue(reservation: ReservationRow, now: number): boolean {
    if (reservation.status !== 'held' || now <= reservation.expires_at) return false;
    this.#giveStockBack(reservation, 'expired', now);
    return true;
  }

  #giveStockBack(reservation: ReservationRow, ending: 'released' | 'expired', now: number): void {
    const taken: number[] = JSON.parse(reservation.buckets);
    const { hub_id: hubId } = reservation;
    for (const [i, { sku, qty }] of linesOf(reservation).entries()) {
      const counters = this.#counters({ hubId, sku })!;
      // The SKU may have been partitioned, or put together, since.
      counters.buckets[taken[i]! % counters.buckets.length]! += qty;
      counters.held -= qty;
      this.#store({ hubId, sku }, counters);
    }
    this.#setStatus(ending, now + lifetimes.ended, reservation.reservation_id);
  }

  reap(now: number): Promise<boolean> {
    return this.#db.write(() => {
      const due = this.#due(now, portions.reap);
      for (const reservation of due) {
        if (reservation.status === 'held') this.#giveStockBack(reservation, 'expired', now);
        else this.#forget(reservation.reservation_id);
      }
      return due.length === portions.reap;
    });
  }

  claim(now: number): Promise<OutboxEntry[]> {
    return this.#db.write(() => this.#outbox.claim(now));
  }

  acknowledge(entries: readonly OutboxEntry[]): Promise<void> {
    return this.#db.write(() => entries.forEach((entry) => this.#outbox.remove(entry)));
  }

  giveBack(entries: readonly OutboxEntry[]): Promise<void> {
    return this.#db.write(() => entries.forEach((entry) => this.#outbox.giveBack(entry)));
  }

  async backlog(): Promise<Backlog> {
    return this.#outbox.backlog();
  }

  async *places(): AsyncIterable<readonly Place[]> {
    let last: Place = { hubId: '', sku: '' };
    for (;;) {
      const rows = this.#nextPlaces(last.hubId, last.sku, portions.places);
      if (rows.length === 0) return;
      const places = rows.map(({ hub_id: hubId, sku }) => ({ hubId, sku }));
      yield places;
      last = places.at(-1)!;
    }
  }

  async read(places: readonly Place[]): Promise<Reading[]> {
    return places.map(({ hubId, sku }) => {
      const counters = this.#counters({ hubId, sku });
      const stock = counters ? view(counters) : nowhere;
      const pending = this.#outbox.pending({ hubId, sku });
      return { hubId, sku, stock, seq: counters?.seq ?? 0, pending };
    });
  }

  async ready(): Promise<void> {
    this.#ping();
  }

  close(): Promise<void> {
    return this.#db.close();
  }

  #counters({ hubId, sku }: Place): Counters | undefined {
    const row = this.#find(hubId, sku);
    return row && { ...row, buckets: JSON.parse(row.buckets) as number[] };
  }

  #store({ hubId, sku }: Place, { loaded, buckets, held, confirmed, seq }: Counters): void {
    this.#save(hubId, sku, loaded, JSON.stringify(buckets), held, confirmed, seq);
  }
}

function view({ loaded, buckets, held, confirmed }: Counters): Stock {
  return { loaded, available: sum(buckets), held, confirmed, buckets: buckets.length };
}

function linesOf(reservation: ReservationRow): Line[] {
  return JSON.parse(reservation.lines);
}
