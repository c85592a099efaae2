/** Forgets notifications that nobody can ask for any more. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { keyLifetimeMs } from '#kit/web/idempotency-key.ts';
import { isOver } from '../row.ts';
import { forgetLimit } from '../notification-store.ts';

/**
 * Yields the first number that a key may lead to. A key lives for 24 hours from its request on, and
 * its notification has no smaller number than the instant of that request. So numbers of 24 hours
 * before the next expiry have no key left.
 */
export function keptFrom(db: Sqlite): (now: number) => number {
  const nextExpiry = db.get<{ at: number | null }>(
    'SELECT min(expires_at) AS at FROM idempotency_key',
  );
  return (now) => Math.min(now, (nextExpiry()!.at ?? Infinity) - 1) - keyLifetimeMs + 1;
}

/** As `NotificationStore.forget`, within a transaction. */
export function forgetStep(db: Sqlite): (now: number) => boolean {
  const forgetKeys = db.run(`DELETE FROM idempotency_key WHERE key IN
    (SELECT key FROM idempotency_key WHERE expires_at <= ? ORDER BY expires_at LIMIT ${forgetLimit})`);
  const forgetOver = db.run(`DELETE FROM notification WHERE n IN
    (SELECT n FROM notification WHERE ${isOver} AND due_at < ?1 AND n < ?1
      ORDER BY due_at LIMIT ${forgetLimit})`);
  const forgetBatches = db.run(`DELETE FROM batch WHERE n IN
    (SELECT n FROM batch WHERE is_over AND n < ? ORDER BY n LIMIT ${forgetLimit})`);
  const kept = keptFrom(db);
  return (now) => {
    const keys = forgetKeys(now);
    const before = kept(now);
    return [keys, forgetOver(before), forgetBatches(before)].includes(forgetLimit);
  };
}
