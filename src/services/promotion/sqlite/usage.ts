/** The embedded store of uses. */
import type { Sqlite } from '#kit/sqlite.ts';
import {
  deviceLimit,
  lifetimes,
  type Candidate,
  type UsageStore,
  type Use,
  type UseOutcome,
  type Verdict,
} from '../usage-store.ts';
import { Counters } from './counters.ts';

interface OrderRow {
  fingerprint: string;
  terms: string;
  verdicts: string;
}

/** Rows that one step of `sweep` removes. */
const portion = 500;

export function sqliteUsageStore(db: Sqlite, counters: Counters): UsageStore {
  const findOrder = db.get<OrderRow>('SELECT * FROM applied_order WHERE order_id = ? AND at > ?');
  const putOrder = db.run('REPLACE INTO applied_order VALUES (?, ?, ?, ?, ?)');
  const forgetOrders = db.run(
    `DELETE FROM applied_order WHERE order_id IN
       (SELECT order_id FROM applied_order WHERE at <= ? LIMIT ?)`,
  );
  const ping = db.get('SELECT 1');

  const earlier = (orderId: string, fingerprint: string, now: number): UseOutcome | undefined => {
    const row = findOrder(orderId, now - lifetimes.order);
    if (!row) return undefined;
    if (row.fingerprint !== fingerprint) return { kind: 'mismatch' };
    return { kind: 'repeated', verdicts: JSON.parse(row.verdicts), terms: row.terms };
  };

  const use = ({ candidates, userId, device, order, now }: Use): UseOutcome => {
    const known = order && earlier(order.orderId, order.fingerprint, now);
    if (known) return known;
    let applied = false;
    const verdicts = candidates.map((candidate): Verdict => {
      if (applied && !candidate.stackable) return 'not stackable';
      const verdict = count(candidate, userId, device, now);
      applied ||= verdict === 'applied';
      return verdict;
    });
    if (order) {
      putOrder(order.orderId, order.fingerprint, order.terms, JSON.stringify(verdicts), now);
    }
    return { kind: 'used', verdicts };
  };

  /** Counts one use, or says which limit forbids it. */
  const count = (candidate: Candidate, userId: string, device: string, now: number): Verdict => {
    const { incarnation, perUser, global, lifetime } = candidate;
    const user = counters.holder(`u:${userId}`);
    const all = counters.holder(`g:${incarnation}`);
    const own = counters.holder(`d:${device}`);
    const isFull = (holder: typeof user, limit: number) =>
      limit > 0 && counters.count(holder, incarnation, now) >= limit;
    if (isFull(user, perUser)) return 'user limit reached';
    if (isFull(all, global)) return 'global limit reached';
    if (isFull(own, deviceLimit)) return 'device limit reached';
    const lapsesAt = lifetime > 0 ? now + lifetime : 0;
    counters.increment(user, incarnation, lapsesAt, now);
    counters.increment(all, incarnation, lapsesAt, now);
    const windowEnd = counters.lapsesAt(own, incarnation, now) ?? now + lifetimes.device;
    counters.increment(own, incarnation, windowEnd, now);
    return 'applied';
  };

  return {
    use: (request) => db.write(() => use(request)),
    earlier: async (orderId, fingerprint, now) => earlier(orderId, fingerprint, now),
    sweep: (now) =>
      db.write(() => {
        const orders = forgetOrders(now - lifetimes.order, portion);
        return Math.max(orders, counters.sweep(now, portion)) === portion;
      }),
    ready: async () => void ping(),
    close: () => db.close(),
  };
}
