/** The embedded store. Each method of the port is one unit of work: see kit/sqlite.ts. */
import { readFileSync } from 'node:fs';
import { Sqlite, type SqliteOptions } from '#kit/sqlite.ts';
import { firstGroup } from '../buckets.ts';
import type {
  AdmitOutcome,
  Award,
  Checkout,
  CheckoutOutcome,
  CloseOutcome,
  ConfirmOutcome,
  EnterOutcome,
  FlashSaleStore,
  LoadOutcome,
  LotteryEntry,
  Place,
  PrizeOutcome,
  Refused,
  ReleaseOutcome,
  Repeated,
  Round,
  SaleOutcome,
  StockLoad,
  StockView,
  Ticket,
  Tier,
  VoucherOutcome,
} from '../store.ts';
import { Ledger, view, waiting } from './ledger.ts';
import { Lottery } from './lottery.ts';
import type { EmbeddedMemory } from './memory.ts';
import type { Product, Products } from './products.ts';
import type { Results } from './results.ts';
import { WaitingRoom } from './waiting-room.ts';

/** Records removed by one unit of housekeeping: a few milliseconds' worth. */
const purgeLimit = 1_000;

export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  const schema = readFileSync(new URL('./schema.sql', import.meta.url), 'utf8');
  return new Sqlite({ ...options, migrations: [schema] });
}

/** @param memory shared by all stores on this database */
export function sqliteStore(db: Sqlite, memory: EmbeddedMemory): FlashSaleStore {
  return new SqliteFlashSale(db, memory);
}

class SqliteFlashSale implements FlashSaleStore {
  readonly #db: Sqlite;
  readonly #memory: EmbeddedMemory;
  readonly #products: Products;
  readonly #ledger: Ledger;
  readonly #room: WaitingRoom;
  readonly #results: Results;
  readonly #lottery: Lottery;
  readonly #hasVoucher;
  readonly #addVoucher;
  readonly #clearVouchers;
  readonly #addMember;
  readonly #removeMember;
  readonly #ping;

  constructor(db: Sqlite, memory: EmbeddedMemory) {
    this.#db = db;
    this.#memory = memory;
    this.#products = memory.products;
    this.#results = memory.results;
    this.#ledger = new Ledger(db, memory.products);
    this.#room = new WaitingRoom(db, memory.products, this.#ledger);
    this.#lottery = new Lottery(db, memory.products, this.#ledger);
    this.#hasVoucher = db.get('SELECT 1 FROM voucher WHERE product_id = ? AND user_id = ?');
    this.#addVoucher = db.run('INSERT INTO voucher VALUES (?, ?)');
    this.#clearVouchers = db.run('DELETE FROM voucher WHERE product_id = ?');
    this.#addMember = db.run('INSERT INTO member VALUES (?) ON CONFLICT DO NOTHING');
    this.#removeMember = db.run('DELETE FROM member WHERE user_id = ?');
    this.#ping = db.get('SELECT 1');
  }

  checkout(checkout: Checkout): Promise<CheckoutOutcome> {
    return this.#db.write((tx) => {
      const product = this.#product(checkout);
      const refusal = this.#refuse(checkout, product);
      if (refusal) return refusal;
      const sale = this.#sell(checkout, product);
      if (sale.kind === 'sold-out') return sale;
      this.#memory.windows.record(checkout.devices, checkout.now, tx);
      this.#results.save(checkout, sale);
      return sale;
    });
  }

  admit(checkout: Checkout, slots: number): Promise<AdmitOutcome> {
    return this.#db.write((tx) => {
      const refusal = this.#refuse(checkout, this.#product(checkout));
      if (refusal) return refusal;
      const { reservationId, devices, now } = checkout;
      if (!this.#memory.slots.take(reservationId, slots, now, tx)) return { kind: 'no-slot' };
      this.#memory.windows.record(devices, now, tx);
      this.#results.lock(checkout);
      return { kind: 'admitted' };
    });
  }

  sell(checkout: Checkout): Promise<SaleOutcome | Repeated> {
    const { reservationId, devices, now, idempotencyKey } = checkout;
    const sold = this.#db.write(() => {
      if (!this.#results.unlock(checkout)) {
        const original = this.#results.find(idempotencyKey, now) ?? 'running';
        return { kind: 'repeated', original } as const;
      }
      const sale = this.#sell(checkout, this.#product(checkout));
      if (sale.kind !== 'sold-out') this.#results.save(checkout, sale);
      return sale;
    });
    return sold
      .then((sale) => {
        if (sale.kind === 'sold-out') this.#memory.windows.forget(devices, now, now);
        return sale;
      })
      .finally(() => this.#memory.slots.giveBack(reservationId));
  }

  async earlier(key: string, now: number): Promise<Repeated['original'] | undefined> {
    return this.#results.find(key, now);
  }

  #product({ productId, now }: Checkout): Product | undefined {
    const product = this.#products.get(productId);
    return this.#room.dropIfStale(product, now) ? undefined : product;
  }

  /** Why the checkout cannot go on; changes nothing. */
  #refuse(checkout: Checkout, product: Product | undefined): Repeated | Refused | undefined {
    const { idempotencyKey, devices, productId, userId, slot, now } = checkout;
    const original = this.#results.find(idempotencyKey, now);
    if (original) return { kind: 'repeated', original };
    if (!this.#memory.windows.haveRoom(devices, now)) return { kind: 'rate-limited' };
    if (product === undefined || product.flow === 'standard') return undefined;
    if (product.flow === 'lottery') return { kind: 'lottery-only' };
    if (product.flow === 'voucher' && !this.#hasVoucher(productId, userId)) {
      return { kind: 'voucher-required' };
    }
    const { slots } = product;
    if (firstGroup(slots, slot, now) === undefined) return { kind: 'unknown-slot', slots };
    return undefined;
  }

  #sell(checkout: Checkout, known: Product | undefined): SaleOutcome {
    const { productId, userId, qty, bucket, slot, orderId, reservationId, now } = checkout;
    const product = known ?? this.#products.getOrAdd(productId, now);
    // An unknown slot was refused on admission; a load since then may have renamed them all.
    const group = firstGroup(product.slots, slot, now) ?? 0;
    const wish = { userId, qty, bucket, firstGroup: group, now };
    const sale = { ...wish, orderId, reservationId, promoted: false };
    if (this.#ledger.sell(product, sale)) return { kind: 'completed', orderId, reservationId };
    if (product.flow === 'race') return { kind: 'sold-out' };
    return { kind: 'queued', position: this.#room.join(product, wish) };
  }

  load(load: StockLoad): Promise<LoadOutcome> {
    const { productId, flow, reset, now } = load;
    return this.#db.write(() => {
      const known = this.#products.get(productId);
      if (known && known.generation > 0 && !reset) return { kind: 'already-loaded' };
      this.#room.dropIfStale(known, now);
      const product = this.#ledger.load(load);
      this.#clearVouchers(productId);
      this.#lottery.clear(productId);
      if (flow === 'lottery') this.#lottery.open(load);
      return { kind: 'loaded', promoted: this.#room.promote(product, now) };
    });
  }

  async stock(productId: string): Promise<StockView | undefined> {
    const product = this.#products.get(productId);
    return product && product.generation > 0 ? view(product) : undefined;
  }

  release(reservationId: string, now: number): Promise<ReleaseOutcome> {
    return this.#db.write(() => {
      const reservation = this.#ledger.reservation(reservationId);
      if (!reservation) return { kind: 'unknown' };
      if (reservation.status === 'confirmed') return { kind: 'confirmed' };
      if (reservation.status === 'released') return { kind: 'already-released' };
      if (!this.#ledger.giveBack(reservation, now)) return { kind: 'ledger-closed' };
      const product = this.#products.get(reservation.product_id)!;
      const promoted = this.#room.promote(product, now);
      return { kind: 'released', promoted, waiting: waiting(product) };
    });
  }

  confirm(reservationId: string): Promise<ConfirmOutcome> {
    return this.#db.write(() => this.#ledger.confirm(reservationId));
  }

  async place(userId: string, productId: string | undefined, now: number): Promise<Place> {
    return this.#room.place(userId, productId, now);
  }

  setTier(userIds: readonly string[], tier: Tier): Promise<void> {
    const set = tier === 'premium' ? this.#addMember : this.#removeMember;
    return this.#db.write(() => userIds.forEach((userId) => void set(userId)));
  }

  claimVoucher(
    productId: string,
    userId: string,
    device: string,
    now: number,
  ): Promise<VoucherOutcome> {
    return this.#db.write((tx) => {
      const { windows } = this.#memory;
      if (!windows.haveRoom([device], now)) return 'rate-limited';
      const product = this.#products.get(productId);
      if (!product || product.generation === 0) return 'unknown';
      if (product.flow !== 'voucher') return 'wrong-flow';
      if (this.#hasVoucher(productId, userId)) return 'already-claimed';
      if (product.vouchersLeft === 0) return 'none-left';
      this.#addVoucher(productId, userId);
      product.vouchersLeft -= 1;
      this.#products.changed(product);
      windows.record([device], now, tx);
      return 'claimed';
    });
  }

  enterLottery(entry: LotteryEntry): Promise<EnterOutcome> {
    return this.#db.write((tx) => {
      const { windows } = this.#memory;
      if (!windows.haveRoom(entry.devices, entry.now)) return { kind: 'rate-limited' };
      windows.record(entry.devices, entry.now, tx);
      return this.#lottery.enter(entry);
    });
  }

  closeRound(productId: string, round: number, winners: number): Promise<CloseOutcome> {
    return this.#db.write(() => this.#lottery.closeRound(productId, round, winners));
  }

  award(award: Award): Promise<void> {
    return this.#db.write(() => this.#lottery.award(award));
  }

  async rounds(productId: string): Promise<readonly Round[] | undefined> {
    return this.#lottery.rounds(productId);
  }

  async ticket(productId: string, userId: string, now: number): Promise<Ticket | undefined> {
    return this.#lottery.ticket(productId, userId, now);
  }

  claimPrize(token: string, now: number): Promise<PrizeOutcome> {
    return this.#db.write(() => this.#lottery.claimPrize(token, now));
  }

  sweep(now: number): Promise<boolean> {
    return this.#db.write(() => {
      const prizes = this.#lottery.sweep(now);
      const rooms = this.#room.sweep(now);
      return this.#results.purge(now, purgeLimit) || prizes || rooms;
    });
  }

  async ready(): Promise<void> {
    this.#ping();
  }

  close(): Promise<void> {
    return this.#db.close();
  }
}
