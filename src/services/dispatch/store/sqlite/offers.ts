import type { Changes } from '#kit/web/event-streams.ts';
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { reassign } from '../../rules/reassignment.ts';
import { maxSilenceMs, sources, type RuleSet } from '../../rules/rules.ts';
import type { Answer, Assignment, NoAnswer, OfferStore, Proposal } from '../offers.ts';
import type { OrderRecord } from '../orders.ts';
import { limits } from '../store.ts';
import type { DriverRows } from './drivers.ts';
import type { OrderRows } from './orders.ts';

const columns = `assignment_id AS assignmentId, order_id AS orderId, driver_id AS driverId, state,
  score, offered_at AS offeredAt, expires_at AS expiresAt, delay_ms AS delayMs,
  order_became AS orderBecame`;

export function sqliteOffers(
  db: Sqlite,
  rules: RuleSet,
  drivers: DriverRows,
  orders: OrderRows,
): OfferStore & { watch(changes: Changes<string>): void } {
  const rejectable = sources(rules, 'reject', rules.idle);
  const watchers = new Set<Changes<string>>();
  const find = db.get<Assignment>(`SELECT ${columns} FROM assignment WHERE assignment_id = ?`);
  const insert = db.run(`INSERT INTO assignment VALUES (?, ?, ?, 'offered', ?, ?, ?, NULL, NULL)`);
  const setState = db.run('UPDATE assignment SET state = ? WHERE assignment_id = ?');
  const setEnded = db.run(
    'UPDATE assignment SET state = ?, delay_ms = ?, order_became = ? WHERE assignment_id = ?',
  );
  const findUnanswered = db.all<Assignment>(
    `SELECT ${columns} FROM assignment WHERE state = 'offered' AND expires_at <= ?
     ORDER BY expires_at LIMIT ?`,
  );
  const isDue = db.get(
    `SELECT 1 FROM assignment WHERE state = 'offered' AND expires_at <= ?1
     UNION ALL SELECT 1 FROM orders WHERE ends_at <= ?1
       AND state NOT IN ('manual_assignment', 'delivered', 'expired')
     UNION ALL SELECT 1 FROM orders WHERE state = 'reassigning' AND at <= ?1
     UNION ALL SELECT 1 FROM orders WHERE state = 'claimed' AND at <= ?1 LIMIT 1`,
  );

  return {
    watch: (changes) => void watchers.add(changes),

    async make({ batchId, proposals, tables, expiresAt }, now) {
      const proposed = new Map(proposals.map((proposal) => [proposal.orderId, proposal]));
      const offeredTo = await db.write(() => {
        const driverIds: string[] = [];
        for (const [orderId, table] of tables) {
          // A claim that lapsed is for the timers and the next batch.
          if (!orders.findClaimed(orderId, batchId, now)) continue;
          orders.saveTable(orderId, JSON.stringify({ batchId, at: now, ...table }));
          const proposal = proposed.get(orderId);
          if (proposal && isMatchable(proposal.driverId, now)) {
            offer({ ...proposal, isByHand: 0 }, expiresAt, now);
            driverIds.push(proposal.driverId);
          } else {
            orders.setUnmatched(orderId, now);
          }
        }
        return driverIds;
      });
      publish(offeredTo);
      return offeredTo.length;
    },

    assignByHand: ({ orderId, driverId, assignmentId, expiresAt, endsAt }, now) =>
      changing(driverId, () => {
        const [order, driver] = [orders.find(orderId), drivers.find(driverId)];
        if (!order) return 'unknown-order';
        if (!driver) return 'unknown-driver';
        if (order.state !== 'manual_assignment') return 'not-manual';
        if (driver.state !== rules.idle) return 'driver-busy';
        orders.setEnd(endsAt, orderId);
        offer({ orderId, driverId, assignmentId, score: null, isByHand: 1 }, expiresAt, now);
        return 'offered';
      }),

    accept: (answer, now) =>
      changing(answer.driverId, () => {
        const found = answered(answer);
        if ('kind' in found) return found;
        const { orderId, state } = found;
        if (state === 'rejected') return { kind: 'already-rejected' };
        if (isOver(found, now)) return { kind: 'expired' };
        if (state === 'offered') {
          setState('accepted', answer.assignmentId);
          drivers.setState(rules.accepted, answer.driverId);
          orders.setState('accepted', now, orderId);
        }
        return { kind: 'accepted', orderId, hubId: orders.find(orderId)!.hubId };
      }),

    reject: (answer, now) =>
      changing(answer.driverId, () => {
        const found = answered(answer);
        if ('kind' in found) return found;
        if (found.state === 'rejected') {
          return { kind: 'rejected', delayMs: found.delayMs!, order: found.orderBecame! };
        }
        if (isOver(found, now)) return { kind: 'expired' };
        const { state } = drivers.find(answer.driverId)!;
        const isDelivered = found.state === 'delivered';
        if (isDelivered || !rejectable.includes(state)) return { kind: 'too-late', state };
        return { kind: 'rejected', ...end(found, 'rejected', now) };
      }),

    find: async (assignmentId) => find(assignmentId),

    async runTimers(now) {
      // Read first: a unit of work costs an fsync.
      if (!isDue(now)) return { expired: 0, mayHaveMore: false };
      const { released, ...run } = await db.write(() => {
        const over = orders.due(now, limits.portion);
        const freed = over.flatMap((order) => endOrder(order, now));
        const unanswered = findUnanswered(now, limits.portion);
        for (const row of unanswered) end(row, 'expired', now);
        const delayed = orders.inState('reassigning', now, limits.portion);
        const lapsed = orders.inState('claimed', now, limits.portion);
        for (const { orderId } of [...delayed, ...lapsed]) orders.returnToPool(orderId, now);
        const portions = [over, unanswered, delayed, lapsed];
        return {
          released: [...freed, ...unanswered.map(({ driverId }) => driverId)],
          expired: unanswered.length,
          mayHaveMore: portions.some(({ length }) => length === limits.portion),
        };
      });
      publish(released);
      return run;
    },
  };

  /** The assignment that an answer is about, or why there is none. */
  function answered({ driverId, assignmentId }: Answer): Assignment | NoAnswer {
    if (!drivers.find(driverId)) return { kind: 'unknown-driver' };
    const row = find(assignmentId);
    return row?.driverId === driverId ? row : { kind: 'unknown-assignment' };
  }

  /** Whether a batch may offer the driver an order. */
  function isMatchable(driverId: string, now: number): boolean {
    const row = drivers.find(driverId);
    return row?.state === rules.idle && row.reportedAt >= now - maxSilenceMs;
  }

  /** Makes an offer, which ends with its order at the latest. */
  function offer(
    made: Omit<Proposal, 'score'> & { score: number | null; isByHand: 0 | 1 },
    expiresAt: number,
    now: number,
  ): void {
    const { assignmentId, orderId, driverId, score, isByHand } = made;
    const until = Math.min(expiresAt, orders.find(orderId)!.endsAt);
    insert(assignmentId, orderId, driverId, score, now, until);
    drivers.assign(rules.assigned, assignmentId, now, driverId);
    orders.setOffered(now, assignmentId, isByHand, orderId);
  }

  /** Ends an order that is not delivered in time; gives the driver, if it has one, who is idle again. */
  function endOrder({ orderId, assignmentId }: OrderRecord, now: number): string[] {
    orders.setState(rules.atEnd, now, orderId);
    const assignment = assignmentId === null ? undefined : find(assignmentId);
    if (!assignment) return [];
    const { driverId } = assignment;
    if (drivers.find(driverId)?.assignmentId !== assignmentId) return [];
    setEnded('expired', 0, rules.atEnd, assignmentId);
    drivers.release(rules.idle, driverId);
    return [driverId];
  }

  /** Ends an assignment that the driver rejected or did not answer. */
  function end(assignment: Assignment, state: 'rejected' | 'expired', now: number) {
    const { assignmentId, orderId, driverId } = assignment;
    const { attempts, round, isByHand } = orders.find(orderId)!;
    const decided = reassign(rules, { attempts, round, isByHand: isByHand === 1 });
    const { order, delayMs } = decided;
    orders.setReassigned(orderId, driverId, decided, now);
    setEnded(state, delayMs, order, assignmentId);
    drivers.release(rules.idle, driverId);
    return { order, delayMs };
  }

  /** Runs a unit that may change the open offers of a driver. */
  async function changing<T>(driverId: string, unit: () => T): Promise<T> {
    const result = await db.write(unit);
    publish([driverId]);
    return result;
  }

  function publish(driverIds: readonly string[]): void {
    for (const driverId of driverIds) {
      for (const watcher of watchers) watcher.changed(driverId);
    }
  }
}

/** Whether the offer has ended, also when nobody has looked yet. */
const isOver = ({ state, expiresAt }: Assignment, now: number) =>
  state === 'expired' || (state === 'offered' && now >= expiresAt);
