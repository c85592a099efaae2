/** Vouchers, a row each. */
import type { Sqlite } from '#kit/stores/sqlite.ts';

export class Vouchers {
  readonly find: (productId: string, userId: string) => object | undefined;
  readonly add: (productId: string, userId: string) => void;
  readonly clear: (productId: string) => void;

  constructor(db: Sqlite) {
    this.find = db.get('SELECT 1 FROM voucher WHERE product_id = ? AND user_id = ?');
    this.add = db.run('INSERT INTO voucher VALUES (?, ?)');
    this.clear = db.run('DELETE FROM voucher WHERE product_id = ?');
  }
}
