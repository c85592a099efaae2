import type { Sqlite } from '#kit/stores/sqlite.ts';
import { maxSilenceMs, sources, type RuleSet } from '../../rules/rules.ts';
import type { Assignment } from '../assignments.ts';
import type { Answer, NoAnswer, OfferStore } from '../offers.ts';
import { followed, limits } from '../dispatch-store.ts';
import type { AssignmentRows } from './assignments.ts';
import type { SqliteChanges } from './changes.ts';
import type { DriverRows } from './driver-rows.ts';
import type { OrderRows } from './order-rows.ts';

interface OfferTables {
  readonly changes: SqliteChanges;
  readonly drivers: DriverRows;
  readonly orders: OrderRows;
  readonly assignments: AssignmentRows;
}

export function sqliteOffers(
  db: Sqlite,
  rules: RuleSet,
  { changes, drivers, orders, assignments }: OfferTables,
): OfferStore {
  const rejectable = sources(rules, 'reject', rules.idle);
  const isDue = db.get(
    `SELECT 1 FROM assignment WHERE state = 'offered' AND expires_at <= ?1
     UNION ALL SELECT 1 FROM orders WHERE ends_at <= ?1
       AND state NOT IN ('manual_assignment', 'delivered', 'expired', 'cancelled')
     UNION ALL SELECT 1 FROM orders WHERE state = 'reassigning' AND at <= ?1
     UNION ALL SELECT 1 FROM orders WHERE state = 'claimed' AND at <= ?1 LIMIT 1`,
  );

  return {
    make({ batchId, proposals, tables, expiresAt }, now) {
      const proposed = new Map(proposals.map((proposal) => [proposal.orderId, proposal]));
      return changes.write((note) => {
        let made = 0;
        for (const [orderId, table] of tables) {
          // A claim that lapsed is for the timers and the next batch.
          if (!orders.findClaimed(orderId, batchId, now)) continue;
          orders.saveTable(orderId, JSON.stringify({ batchId, at: now, ...table }));
          const proposal = proposed.get(orderId);
          if (proposal && isMatchable(proposal.driverId, now)) {
            assignments.offer({ ...proposal, isByHand: 0 }, expiresAt, now, note);
            made++;
          } else {
            orders.setUnmatched(orderId, now);
          }
        }
        return made;
      });
    },

    assignByHand: ({ orderId, driverId, assignmentId, expiresAt, endsAt }, now) =>
      changes.write((note) => {
        const [order, driver] = [orders.find(orderId), drivers.find(driverId)];
        if (!order) return 'unknown-order';
        if (!driver) return 'unknown-driver';
        if (order.state !== 'manual_assignment') return 'not-manual';
        if (driver.state !== rules.idle) return 'driver-busy';
        orders.setEnd(endsAt, orderId);
        const made = { orderId, driverId, assignmentId, score: null, isByHand: 1 } as const;
        assignments.offer(made, expiresAt, now, note);
        return 'offered';
      }),

    accept: (answer, now) =>
      changes.write((note) => {
        const found = answered(answer);
        if ('kind' in found) return found;
        const { orderId, state } = found;
        if (state === 'rejected') return { kind: 'already-rejected' };
        const over = whyOver(found, now);
        if (over) return over;
        if (state === 'offered') {
          assignments.setState('accepted', answer.assignmentId);
          drivers.setState(rules.accepted, answer.driverId);
          orders.setState('accepted', now, orderId);
          note(followed.driver(answer.driverId));
          note(followed.order(orderId));
        }
        return { kind: 'accepted', orderId, hubId: orders.find(orderId)!.hubId };
      }),

    reject: (answer, now) =>
      changes.write((note) => {
        const found = answered(answer);
        if ('kind' in found) return found;
        if (found.state === 'rejected') {
          return { kind: 'rejected', delayMs: found.delayMs!, order: found.orderBecame! };
        }
        const over = whyOver(found, now);
        if (over) return over;
        const { state } = drivers.find(answer.driverId)!;
        const isDelivered = found.state === 'delivered';
        if (isDelivered || !rejectable.includes(state)) return { kind: 'too-late', state };
        return { kind: 'rejected', ...assignments.end(found, 'rejected', now, note) };
      }),

    find: async (assignmentId) => assignments.find(assignmentId),

    async runTimers(now) {
      // Read first: a unit of work costs an fsync.
      if (!isDue(now)) return { expired: 0, mayHaveMore: false };
      return changes.write((note) => {
        const over = orders.due(now, limits.portion);
        const atEnd = { state: 'expired', order: rules.atEnd } as const;
        for (const order of over) assignments.endOrder(order, atEnd, now, note);
        const unanswered = assignments.unanswered(now, limits.portion);
        for (const row of unanswered) assignments.end(row, 'expired', now, note);
        const delayed = orders.inState('reassigning', now, limits.portion);
        const lapsed = orders.inState('claimed', now, limits.portion);
        for (const { orderId } of [...delayed, ...lapsed]) {
          orders.returnToPool(orderId, now);
          note(followed.order(orderId));
        }
        const portions = [over, unanswered, delayed, lapsed];
        return {
          expired: unanswered.length,
          mayHaveMore: portions.some(({ length }) => length === limits.portion),
        };
      });
    },
  };

  /** Finds the assignment of an answer, or why there is none. */
  function answered({ driverId, assignmentId }: Answer): Assignment | NoAnswer {
    if (!drivers.find(driverId)) return { kind: 'unknown-driver' };
    const row = assignments.find(assignmentId);
    return row?.driverId === driverId ? row : { kind: 'unknown-assignment' };
  }

  /** Whether a batch may offer the driver an order. */
  function isMatchable(driverId: string, now: number): boolean {
    const row = drivers.find(driverId);
    return row?.state === rules.idle && row.reportedAt >= now - maxSilenceMs;
  }
}

/** Why the offer is over, if it is: even when it has ended and no timer has run yet. */
function whyOver({ state, expiresAt }: Assignment, now: number): NoAnswer | undefined {
  if (state === 'cancelled') return { kind: 'cancelled' };
  const isOver = state === 'expired' || (state === 'offered' && now >= expiresAt);
  return isOver ? { kind: 'expired' } : undefined;
}
