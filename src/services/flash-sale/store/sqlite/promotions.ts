/**
 * What takes more than one unit of work: promotions, and the end of stale waiting rooms. Until it is
 * over, every other step that takes from the product's stock waits for it: see `promoteStep` in
 * ledger.ts.
 */
import type { Sqlite, Transaction } from '#kit/stores/sqlite.ts';
import type { Promotion } from '../waiting-room.ts';
import { promoteStep, promotionSlice, type Unfinished } from './ledger.ts';
import type { Sale } from './sale.ts';
import { isStale, waitingSlice } from './waiting-room.ts';

export class Promotions {
  readonly #db: Sqlite;
  readonly #sale: Sale;
  /** Those under way, by product. */
  readonly #running = new Map<string, Promise<Promotion[]>>();

  constructor(db: Sqlite, sale: Sale) {
    this.#db = db;
    this.#sale = sale;
  }

  /** Runs a step; if something of the product is unfinished, runs it after that. */
  async first<T extends { readonly kind: string }>(
    now: number,
    step: (tx: Transaction) => T | Unfinished,
  ): Promise<T> {
    for (;;) {
      const outcome = await this.#db.write(step);
      if (!isUnfinished(outcome)) return outcome;
      await this.finish(outcome.productId, now);
    }
  }

  /**
   * All users whom a step promotes: its own, and those whom it left for further steps.
   *
   * @param promoted by the step
   */
  async complete(
    productId: string,
    promoted: readonly Promotion[],
    now: number,
  ): Promise<readonly Promotion[]> {
    if (promoted.length < promotionSlice) return promoted;
    return [...promoted, ...(await this.finish(productId, now))];
  }

  /** Confirms the rest of those who wait, as far as the stock goes; or drops a stale room. */
  finish(productId: string, now: number): Promise<Promotion[]> {
    const running = this.#running.get(productId);
    if (running !== undefined) return running;
    const finishing = this.#finish(productId, now).finally(() => this.#running.delete(productId));
    this.#running.set(productId, finishing);
    return finishing;
  }

  async #finish(productId: string, now: number): Promise<Promotion[]> {
    const all: Promotion[] = [];
    for (;;) {
      const { promoted, isOver } = await this.#db.write(() => this.#slice(productId, now));
      all.push(...promoted);
      if (isOver) return all;
    }
  }

  #slice(productId: string, now: number): { promoted: readonly Promotion[]; isOver: boolean } {
    const product = this.#sale.products.find(productId);
    if (product?.promoting === 1) {
      const promoted = promoteStep(this.#sale, product, now);
      return { promoted, isOver: promoted.length < promotionSlice };
    }
    const isRoomStale = product !== undefined && isStale(product, now);
    const dropped = isRoomStale ? this.#sale.rooms.drop(product, waitingSlice) : 0;
    return { promoted: [], isOver: dropped < waitingSlice };
  }
}

const isUnfinished = (outcome: { readonly kind: string }): outcome is Unfinished =>
  outcome.kind === 'unfinished';
