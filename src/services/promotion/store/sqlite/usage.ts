/** The embedded store of uses. */
import { Type } from 'typebox';
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { storedJson } from '#kit/web/schema.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import {
  deviceLimit,
  deviceWindowMs,
  orderLifetimeMs,
  type Candidate,
  type KnownOrder,
  type UsageStore,
  type UseOutcome,
  type UseRequest,
  Verdict,
} from '../usage.ts';
import { counterRows, type Counters } from './counters.ts';

interface OrderRow {
  readonly fingerprint: string;
  readonly terms: string;
  readonly verdicts: string;
}

const parseVerdicts = storedJson('stored verdicts', Type.Array(Verdict));

/** Rows that one step of `sweep` removes at most. */
const sweepSize = 500;

export function sqliteUsageStore(db: Sqlite): UsageStore {
  const rows = counterRows(db);
  const selectOrder = db.get<OrderRow>('SELECT * FROM applied_order WHERE order_id = ? AND at > ?');
  const putOrder = db.run('REPLACE INTO applied_order VALUES (?, ?, ?, ?, ?)');
  const removeOrders = db.run(
    `DELETE FROM applied_order WHERE order_id IN
       (SELECT order_id FROM applied_order WHERE at <= ? LIMIT ?)`,
  );

  const findOrder = (orderId: string, fingerprint: string, now: number): KnownOrder | undefined => {
    const row = selectOrder(orderId, now - orderLifetimeMs);
    if (!row) return undefined;
    if (row.fingerprint !== fingerprint) return { kind: 'mismatch' };
    return { kind: 'repeated', verdicts: parseVerdicts(row.verdicts), terms: row.terms };
  };

  /** The same steps as in redis/lua/count-uses.lua. */
  const countUses = ({ candidates, userId, device, order, now }: UseRequest): UseOutcome => {
    const known = order && findOrder(order.orderId, order.fingerprint, now);
    if (known) return known;
    const [userKey, deviceKey] = [`u:${userId}`, `d:${device}`];
    const [ofUser, ofDevice] = [rows.load(userKey, now), rows.load(deviceKey, now)];
    let applied = false;
    const verdicts = candidates.map((candidate): Verdict => {
      if (applied && !candidate.stackable) return 'not stackable';
      const verdict = countUse(candidate, ofUser, ofDevice, now);
      applied ||= verdict === 'applied';
      return verdict;
    });
    if (applied) {
      rows.save(userKey, ofUser);
      rows.save(deviceKey, ofDevice);
    }
    if (order) {
      putOrder(order.orderId, order.fingerprint, order.terms, JSON.stringify(verdicts), now);
    }
    return { kind: 'counted', verdicts };
  };

  const countUse = (
    { incarnation, perUser, global, lifetimeMs }: Candidate,
    ofUser: Counters,
    ofDevice: Counters,
    now: number,
  ): Verdict => {
    const [userCount] = ofUser.get(incarnation) ?? [0];
    const [deviceCount, windowEnd] = ofDevice.get(incarnation) ?? [0, now + deviceWindowMs];
    if (perUser > 0 && userCount >= perUser) return 'user limit reached';
    if (deviceCount >= deviceLimit) {
      const isFull = rows.isGlobalFull(incarnation, global, now);
      return isFull ? 'global limit reached' : 'device limit reached';
    }
    const lapsesAt = lifetimeMs > 0 ? now + lifetimeMs : 0;
    if (!rows.countGlobal(incarnation, global, lapsesAt, now)) return 'global limit reached';
    ofUser.set(incarnation, [userCount + 1, lapsesAt]);
    ofDevice.set(incarnation, [deviceCount + 1, windowEnd]);
    return 'applied';
  };

  return {
    ...lifecycleOf(db),
    countUses: (request) => db.write(() => countUses(request)),
    findOrder: async (orderId, fingerprint, now) => findOrder(orderId, fingerprint, now),
    sweep: (now) =>
      db.write(() => {
        const orders = removeOrders(now - orderLifetimeMs, sweepSize);
        return Math.max(orders, rows.sweep(now, sweepSize)) === sweepSize;
      }),
  };
}
