/**
 * Promotions that take more than one unit of work. Until one is over, every other step that takes
 * from the product's stock waits for it: see `promoteStep` in ledger.ts.
 */
import type { Sqlite, Transaction } from '#kit/stores/sqlite.ts';
import type { Promotion } from '../waiting-room.ts';
import { promoteStep, promotionSlice, type Promoting } from './ledger.ts';
import type { Sale } from './sale.ts';

export class Promotions {
  readonly #db: Sqlite;
  readonly #sale: Sale;
  /** Those under way, by product. */
  readonly #running = new Map<string, Promise<Promotion[]>>();

  constructor(db: Sqlite, sale: Sale) {
    this.#db = db;
    this.#sale = sale;
  }

  /** Runs a step; if a promotion of the product is under way, runs it after the promotion. */
  async first<T extends { readonly kind: string }>(
    now: number,
    step: (tx: Transaction) => T | Promoting,
  ): Promise<T> {
    for (;;) {
      const outcome = await this.#db.write(step);
      if (!isPromoting(outcome)) return outcome;
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

  /** Confirms the rest of those who wait, as far as the stock goes. */
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
      const slice = await this.#db.write(() => {
        const product = this.#sale.products.find(productId);
        return product?.promoting === 1 ? promoteStep(this.#sale, product, now) : [];
      });
      all.push(...slice);
      if (slice.length < promotionSlice) return all;
    }
  }
}

const isPromoting = (outcome: { readonly kind: string }): outcome is Promoting =>
  outcome.kind === 'promoting';
