/** Vouchers, a row each. */
import type { Sqlite } from '#kit/sqlite.ts';

export class Vouchers {
  readonly #find;
  readonly #add;
  readonly #clear;

  constructor(db: Sqlite) {
    this.#find = db.get('SELECT 1 FROM voucher WHERE product_id = ? AND user_id = ?');
    this.#add = db.run('INSERT INTO voucher VALUES (?, ?)');
    this.#clear = db.run('DELETE FROM voucher WHERE product_id = ?');
  }

  has(productId: string, userId: string): boolean {
    return this.#find(productId, userId) !== undefined;
  }

  add(productId: string, userId: string): void {
    this.#add(productId, userId);
  }

  clear(productId: string): void {
    this.#clear(productId);
  }
}
