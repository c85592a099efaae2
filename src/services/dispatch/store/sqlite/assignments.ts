/** Assignments: how they are made, and how each of them ends. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { reassign } from '../../rules/reassignment.ts';
import type { OrderState, RuleSet } from '../../rules/rules.ts';
import type { Assignment } from '../assignments.ts';
import type { Proposal } from '../offers.ts';
import { followed } from '../dispatch-store.ts';
import type { Note } from './changes.ts';
import type { DriverRows } from './driver-rows.ts';
import type { OrderRow, OrderRows } from './order-rows.ts';

const columns = `assignment_id AS assignmentId, order_id AS orderId, driver_id AS driverId, state,
  score, offered_at AS offeredAt, expires_at AS expiresAt, delay_ms AS delayMs,
  order_became AS orderBecame`;

export type AssignmentRows = ReturnType<typeof assignmentRows>;

/** Statements and steps for units of work. */
export function assignmentRows(db: Sqlite, rules: RuleSet, drivers: DriverRows, orders: OrderRows) {
  const find = db.get<Assignment>(`SELECT ${columns} FROM assignment WHERE assignment_id = ?`);
  const insert = db.run(`INSERT INTO assignment VALUES (?, ?, ?, 'offered', ?, ?, ?, NULL, NULL)`);
  const setEnded = db.run(
    'UPDATE assignment SET state = ?, delay_ms = ?, order_became = ? WHERE assignment_id = ?',
  );

  /** Ends an assignment: its driver is idle again, the order became something else. */
  const finish = (
    { assignmentId, driverId }: Assignment,
    ended: { state: Assignment['state']; delayMs: number; order: OrderState },
    note: Note,
  ) => {
    setEnded(ended.state, ended.delayMs, ended.order, assignmentId);
    drivers.release(rules.idle, driverId);
    note(followed.driver(driverId));
  };

  return {
    find,
    setState: db.run('UPDATE assignment SET state = ? WHERE assignment_id = ?'),
    unanswered: db.all<Assignment>(
      `SELECT ${columns} FROM assignment WHERE state = 'offered' AND expires_at <= ?
       ORDER BY expires_at LIMIT ?`,
    ),

    /** Makes an offer, which ends with its order at the latest. */
    offer(
      made: Omit<Proposal, 'score'> & { score: number | null; isByHand: 0 | 1 },
      expiresAt: number,
      now: number,
      note: Note,
    ): void {
      const { assignmentId, orderId, driverId, score, isByHand } = made;
      const until = Math.min(expiresAt, orders.find(orderId)!.endsAt);
      insert(assignmentId, orderId, driverId, score, now, until);
      drivers.assign(rules.assigned, assignmentId, now, driverId);
      orders.setOffered(now, assignmentId, isByHand, orderId);
      note(followed.driver(driverId));
      note(followed.order(orderId));
    },

    /** Ends an assignment that the driver rejected or did not answer. */
    end(assignment: Assignment, state: 'rejected' | 'expired', now: number, note: Note) {
      const { orderId, driverId } = assignment;
      const { attempts, round, isByHand } = orders.find(orderId)!;
      const decided = reassign(rules, { attempts, round, isByHand: isByHand === 1 });
      const { order, delayMs } = decided;
      orders.setReassigned(orderId, driverId, decided, now);
      finish(assignment, { state, delayMs, order }, note);
      note(followed.order(orderId));
      return { order, delayMs };
    },

    /** Ends an order that nobody will deliver, whatever its state, and its driver's part in it. */
    endOrder(
      { orderId, assignmentId }: OrderRow,
      { state, order }: { state: 'expired' | 'cancelled'; order: OrderState },
      now: number,
      note: Note,
    ): void {
      orders.setState(order, now, orderId);
      note(followed.order(orderId));
      const assignment = assignmentId === null ? undefined : find(assignmentId);
      if (!assignment) return;
      if (drivers.find(assignment.driverId)?.assignmentId !== assignmentId) return;
      finish(assignment, { state, delayMs: 0, order }, note);
    },
  };
}
