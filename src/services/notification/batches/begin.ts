/** POST /send/bulk, POST /send to a topic, GET /batches/:batch_id. */
import { idempotencyKey } from '#kit/web/idempotency-key.ts';
import { refuse } from '../errors.ts';
import { countedAs } from '../notification.ts';
import type { Checked } from '../rules/check.ts';
import { batchIds } from '../schemas.ts';
import type { NotificationStore } from '../store/notification-store.ts';

/**
 * Stores a batch. From then on all its notifications will come to be.
 *
 * @throws Refusal KEY_REUSED, STORE_UNAVAILABLE
 */
export async function beginBatch(
  store: NotificationStore,
  { message, recipients }: Extract<Checked, { kind: 'batch' }>,
  keyText: string | undefined,
  now: number,
): Promise<{ batchId: string; isNew: boolean }> {
  const key = idempotencyKey(keyText, ['batch', message, recipients]);
  const begun = await store.begin(message, recipients, key, now);
  if (begun.kind === 'mismatched') throw refuse.KEY_REUSED();
  return { batchId: batchIds.format(begun.batch), isNew: begun.kind === 'new' };
}

/** @throws Refusal UNKNOWN_BATCH, STORE_UNAVAILABLE */
export async function showBatch(store: NotificationStore, batchId: string, now: number) {
  const n = batchIds.parse(batchId);
  const found = n === undefined ? undefined : await store.batch(n, now);
  if (found === undefined) throw refuse.UNKNOWN_BATCH();
  const counts: Record<string, number> = {};
  const add = (status: string, count: number) => {
    if (count > 0) counts[status] = (counts[status] ?? 0) + count;
  };
  for (const { count, ...group } of found.states) add(countedAs(group), count);
  // Those that are not made yet. Nobody unsubscribes from a batch that has them.
  const made = found.states.reduce((sum, { count }) => sum + count, 0);
  add('queued', found.total - made);
  return { batch_id: batchId, total: Math.max(found.total, made), counts };
}
