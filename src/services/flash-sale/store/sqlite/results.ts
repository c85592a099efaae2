/** Idempotency keys, one row each: a lock while a request runs (slot pool only), then its result. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { storedJson } from '#kit/web/schema.ts';
import { lifetimesMs } from '../../limits.ts';
import { Original, type Checkout } from '../checkouts.ts';

interface Row {
  readonly original: string;
  readonly holder: string | null;
  readonly at: number;
}

const readOriginal = storedJson('result.original', Original);

export function results(db: Sqlite) {
  const row = db.get<Row>('SELECT * FROM result WHERE idempotency_key = ?');
  const put = db.run(
    'REPLACE INTO result (idempotency_key, original, holder, at) VALUES (?, ?, ?, ?)',
  );
  const remove = db.run('DELETE FROM result WHERE idempotency_key = ?');
  const forgetOldest = db.run(
    'DELETE FROM result WHERE id IN (SELECT id FROM result ORDER BY id LIMIT ?) AND at <= ?',
  );
  return {
    /**
     * Finds the result of the key; undefined when the key may be used (again). The instant decides.
     */
    find(idempotencyKey: string, now: number): Original | undefined {
      const found = row(idempotencyKey);
      if (found === undefined) return undefined;
      const lifetime = found.holder === null ? lifetimesMs.result : lifetimesMs.lock;
      return now - found.at < lifetime ? readOriginal(found.original) : undefined;
    },

    save({ idempotencyKey, now }: Checkout, original: Original): void {
      put(idempotencyKey, JSON.stringify(original), null, now);
    },

    lock({ idempotencyKey, reservationId, now }: Checkout): void {
      put(idempotencyKey, '{"kind":"running"}', reservationId, now);
    },

    /** Ends a lock; false when it is no longer this attempt's: after 30 s another may take the key. */
    unlock({ idempotencyKey, reservationId }: Checkout): boolean {
      if (row(idempotencyKey)?.holder !== reservationId) return false;
      remove(idempotencyKey);
      return true;
    },

    /** Forgets the oldest keys if their time is over, at most `limit`; true if it was all of these. */
    forgetOldest: (now: number, limit: number): boolean =>
      forgetOldest(limit, now - lifetimesMs.result) === limit,
  };
}
