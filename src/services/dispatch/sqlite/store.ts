/** The embedded store. Each method of the port is one unit of work: see kit/sqlite.ts. */
import { readFileSync } from 'node:fs';
import { Sqlite, type SqliteOptions } from '#kit/sqlite.ts';
import type { IdleDriver } from '../matching.ts';
import { sources, type OrderState, type RuleSet } from '../rules.ts';
import {
  limits,
  type AcceptOutcome,
  type Answer,
  type AnswerRefused,
  type Assignment,
  type Batch,
  type DispatchStore,
  type Driver,
  type DriverMove,
  type HandOutcome,
  type Hub,
  type MoveOutcome,
  type NewOrder,
  type Offers,
  type Order,
  type Proposal,
  type RefuseOutcome,
  type Report,
  type Submitted,
  type Watcher,
} from '../store.ts';
import { Drivers, type AssignmentRow, type DriverRow } from './drivers.ts';
import type { DispatchMemory } from './memory.ts';
import { Orders, type OrderRow } from './orders.ts';

export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  const schema = readFileSync(new URL('./schema.sql', import.meta.url), 'utf8');
  return new Sqlite({ ...options, migrations: [schema] });
}

/** @param memory shared by all stores on this database */
export function sqliteStore(db: Sqlite, rules: RuleSet, memory: DispatchMemory): DispatchStore {
  return new SqliteDispatch(db, rules, memory);
}

class SqliteDispatch implements DispatchStore {
  readonly #db: Sqlite;
  readonly #rules: RuleSet;
  readonly #memory: DispatchMemory;
  readonly #orders: Orders;
  readonly #drivers: Drivers;
  readonly #refusable: readonly string[];
  #watcher: Watcher | undefined;
  readonly #unanswered;
  readonly #isDue;
  readonly #saveTable;
  readonly #putHub;
  readonly #hub;
  readonly #oldOrders;
  readonly #forgetOrder;
  readonly #forgetTable;
  readonly #forgetAssignments;
  readonly #forgetDrivers;

  constructor(db: Sqlite, rules: RuleSet, memory: DispatchMemory) {
    this.#db = db;
    this.#rules = rules;
    this.#memory = memory;
    this.#orders = new Orders(db, rules);
    this.#drivers = new Drivers(db, rules);
    this.#refusable = sources(rules, 'refuse', rules.idle);
    this.#unanswered = db.all<AssignmentRow>(
      `SELECT * FROM assignment WHERE state = 'offered' AND expires_at <= ?
       ORDER BY expires_at LIMIT ?`,
    );
    this.#isDue = db.get(
      `SELECT 1 FROM assignment WHERE state = 'offered' AND expires_at <= ?1
       UNION ALL SELECT 1 FROM orders WHERE state = 'reassigning' AND at <= ?1
       UNION ALL SELECT 1 FROM orders WHERE state = 'claimed' AND at <= ?1 LIMIT 1`,
    );
    this.#saveTable = db.run('INSERT OR REPLACE INTO score_table VALUES (?, ?)');
    this.#putHub = db.run('INSERT OR REPLACE INTO hub VALUES (?, ?, ?)');
    this.#hub = db.get<{ lat: number; lng: number }>('SELECT lat, lng FROM hub WHERE hub_id = ?');
    this.#oldOrders = db.all<{ order_id: string }>(
      `SELECT order_id FROM orders WHERE state = 'delivered' AND at <= ? LIMIT ?`,
    );
    this.#forgetOrder = db.run('DELETE FROM orders WHERE order_id = ?');
    this.#forgetTable = db.run('DELETE FROM score_table WHERE order_id = ?');
    this.#forgetAssignments = db.run('DELETE FROM assignment WHERE order_id = ?');
    this.#forgetDrivers = db.run(
      `DELETE FROM driver WHERE driver_id IN
         (SELECT driver_id FROM driver WHERE heard_at <= ? AND assignment_id IS NULL LIMIT ?)`,
    );
  }

  submit(order: NewOrder, now: number): Promise<Submitted> {
    return this.#db.write(() => this.#orders.submit(order, now));
  }

  report(report: Report, now: number): Promise<void> {
    return this.#db.write(() => this.#drivers.report(report, now));
  }

  move({ driverId, from, to, order }: DriverMove, now: number): Promise<MoveOutcome> {
    return this.#db.write(() => {
      const driver = this.#drivers.find(driverId);
      if (!driver) return { kind: 'unknown' };
      const { state, assignment_id: assignmentId } = driver;
      if (state === to) return { kind: 'already' };
      if (!from.includes(state)) return { kind: 'not-from', state, assignmentId };
      const { order_id } = (assignmentId && this.#drivers.assignment(assignmentId)) || {};
      if (order && order_id) this.#orders.setState(order_id, order, now);
      if (order === 'delivered') {
        this.#drivers.setAssignment('delivered', assignmentId);
        this.#drivers.release(to, driverId);
      } else {
        this.#drivers.setState(to, driverId);
      }
      return { kind: 'moved' };
    });
  }

  accept(answer: Answer, now: number): Promise<AcceptOutcome> {
    return this.#telling(answer.driverId, () => {
      const found = this.#answered(answer);
      if ('kind' in found) return found;
      const { order_id: orderId, state, expires_at } = found;
      if (state === 'expired' || state === 'rejected') return { kind: state };
      if (state === 'offered') {
        if (now >= expires_at) return { kind: 'expired' };
        this.#drivers.setAssignment('accepted', answer.assignmentId);
        this.#drivers.setState(this.#rules.accepted, answer.driverId);
        this.#orders.setState(orderId, 'accepted', now);
      }
      return { kind: 'accepted', orderId, hubId: this.#orders.find(orderId)!.hub_id };
    });
  }

  refuse(answer: Answer, now: number): Promise<RefuseOutcome> {
    return this.#telling(answer.driverId, () => {
      const found = this.#answered(answer);
      if ('kind' in found) return found;
      if (found.state === 'rejected') {
        return { kind: 'refused', delay: found.delay!, order: found.became as OrderState };
      }
      const late = found.state === 'offered' && now >= found.expires_at;
      if (found.state === 'expired' || late) return { kind: 'expired' };
      const { state } = this.#drivers.find(answer.driverId)!;
      const isOver = found.state === 'delivered';
      if (isOver || !this.#refusable.includes(state)) return { kind: 'too-late', state };
      return { kind: 'refused', ...this.#reassign(found, 'rejected', now) };
    });
  }

  /** The assignment that an answer is about, or why there is none. */
  #answered({ driverId, assignmentId }: Answer): AssignmentRow | AnswerRefused {
    if (!this.#drivers.find(driverId)) return { kind: 'unknown-driver' };
    const row = this.#drivers.assignment(assignmentId);
    return row?.driver_id === driverId ? row : { kind: 'unknown-assignment' };
  }

  #reassign(row: AssignmentRow, state: 'rejected' | 'expired', now: number) {
    const { assignment_id, order_id, driver_id } = row;
    const { delay, order } = this.#orders.reassign(order_id, driver_id, now);
    this.#drivers.setRefused(state, delay, order, assignment_id);
    this.#drivers.release(this.#rules.idle, driver_id);
    return { delay, order };
  }

  async takeBatch(batchId: string, now: number): Promise<Batch | undefined> {
    if ((this.#orders.flushAt() ?? Infinity) > now) return undefined;
    return this.#db.write(() => this.#orders.take(batchId, now));
  }

  async idleDrivers(cells: readonly string[], now: number): Promise<IdleDriver[]> {
    return this.#drivers.idleIn(cells, now).map((row) => ({
      driverId: row.driver_id,
      lat: row.lat,
      lng: row.lng,
      cell: row.cell,
      speedKmh: row.speed_kmh,
      active: row.assignment_id === null ? 0 : 1,
      maxOrders: row.max_orders,
      lastAssignedAt: row.last_assigned_at ?? undefined,
    }));
  }

  async offer({ batchId, proposals, tables, expiresAt }: Offers, now: number): Promise<number> {
    const offered = await this.#db.write(() => {
      const made = [];
      const claimed = new Set(this.#orders.claimed(batchId, now).map(({ order_id }) => order_id));
      for (const orderId of claimed) {
        const table = { batchId, at: now, ...tables.get(orderId) };
        this.#saveTable(orderId, JSON.stringify(table));
      }
      for (const proposal of proposals) {
        const { orderId, driverId, assignmentId } = proposal;
        const isIdle = this.#drivers.isMatchable(this.#drivers.find(driverId), now);
        if (!isIdle || !claimed.delete(orderId)) continue;
        this.#drivers.offer(proposal, expiresAt, now);
        this.#orders.offered(orderId, assignmentId, false, now);
        made.push(driverId);
      }
      if (claimed.size > 0) this.#orders.leaveOver(claimed, now);
      return made;
    });
    this.#memory.changed(offered);
    return offered.length;
  }

  async due(now: number): Promise<boolean> {
    // A look first: a unit of work costs an fsync.
    if (!this.#isDue(now)) return false;
    const { released, full } = await this.#db.write(() => {
      const unanswered = this.#unanswered(now, limits.portion);
      for (const row of unanswered) this.#reassign(row, 'expired', now);
      const delayed = this.#orders.inState('reassigning', now, limits.portion);
      const lapsed = this.#orders.inState('claimed', now, limits.portion);
      for (const { order_id } of [...delayed, ...lapsed]) this.#orders.pool(order_id, now);
      const full = [unanswered, delayed, lapsed].some(({ length }) => length === limits.portion);
      return { released: unanswered.map(({ driver_id }) => driver_id), full };
    });
    this.#memory.changed(released);
    return full;
  }

  async order(orderId: string): Promise<Order | undefined> {
    const row = this.#orders.find(orderId);
    return row && orderOf(row);
  }

  async driver(driverId: string): Promise<Driver | undefined> {
    const row = this.#drivers.find(driverId);
    return row && driverOf(row);
  }

  async assignment(assignmentId: string): Promise<Assignment | undefined> {
    const row = this.#drivers.assignment(assignmentId);
    return row && assignmentOf(row);
  }

  async manualQueue(): Promise<Order[]> {
    return this.#orders.manual().map(orderOf);
  }

  assignByHand(
    { orderId, driverId, assignmentId }: Omit<Proposal, 'score'>,
    expiresAt: number,
    now: number,
  ): Promise<HandOutcome> {
    return this.#telling(driverId, () => {
      const [order, driver] = [this.#orders.find(orderId), this.#drivers.find(driverId)];
      if (!order) return 'unknown-order';
      if (!driver) return 'unknown-driver';
      if (order.state !== 'manual_assignment') return 'not-manual';
      if (driver.state !== this.#rules.idle) return 'driver-busy';
      this.#drivers.offer({ assignmentId, orderId, driverId, score: null }, expiresAt, now);
      this.#orders.offered(orderId, assignmentId, true, now);
      return 'offered';
    });
  }

  async putHub({ hubId, lat, lng }: Hub): Promise<void> {
    await this.#db.write(() => this.#putHub(hubId, lat, lng));
  }

  async hub(hubId: string): Promise<Hub | undefined> {
    const row = this.#hub(hubId);
    return row && { hubId, ...row };
  }

  forget(now: number): Promise<boolean> {
    const before = now - limits.kept;
    return this.#db.write(() => {
      const orders = this.#oldOrders(before, limits.portion);
      for (const { order_id } of orders) {
        this.#forgetOrder(order_id);
        this.#forgetTable(order_id);
        this.#forgetAssignments(order_id);
      }
      const drivers = this.#forgetDrivers(before, limits.portion);
      return orders.length === limits.portion || drivers === limits.portion;
    });
  }

  /** Runs a unit that may change the open offers of a driver. */
  async #telling<T>(driverId: string, unit: () => T): Promise<T> {
    const result = await this.#db.write(unit);
    this.#memory.changed([driverId]);
    return result;
  }

  async watch(watcher: Watcher): Promise<void> {
    this.#watcher = watcher;
    this.#memory.watchers.add(watcher);
  }

  async ready(): Promise<void> {
    this.#hub('');
  }

  /** Takes leave; the database stays open for whoever opened it. */
  async close(): Promise<void> {
    if (this.#watcher) this.#memory.watchers.delete(this.#watcher);
  }
}

function orderOf(row: OrderRow): Order {
  return {
    orderId: row.order_id,
    dispatchId: row.dispatch_id,
    hubId: row.hub_id,
    lat: row.lat,
    lng: row.lng,
    priority: JSON.parse(row.priority),
    submittedAt: row.submitted_at,
    state: row.state,
    batchId: row.batch_id ?? row.first_batch,
    attempts: row.attempts,
    attemptsTotal: row.attempts_total,
    round: row.round,
    assignmentId: row.assignment_id,
    dueAt: row.state === 'reassigning' ? row.at : null,
    table: row.body ? JSON.parse(row.body) : null,
  };
}

function driverOf(row: DriverRow): Driver {
  return {
    driverId: row.driver_id,
    lat: row.lat,
    lng: row.lng,
    state: row.state,
    speedKmh: row.speed_kmh,
    maxOrders: row.max_orders,
    heardAt: row.heard_at,
    lastAssignedAt: row.last_assigned_at,
    assignmentId: row.assignment_id,
  };
}

function assignmentOf(row: AssignmentRow): Assignment {
  return {
    assignmentId: row.assignment_id,
    orderId: row.order_id,
    driverId: row.driver_id,
    state: row.state,
    score: row.score,
    offeredAt: row.offered_at,
    expiresAt: row.expires_at,
  };
}
