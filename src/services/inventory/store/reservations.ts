/** Reservations: units that an order holds until they are confirmed, released, or overdue. */
import { Type, type Static, type TSchema } from 'typebox';

export const Line = Type.Object({ sku: Type.String(), qty: Type.Integer() });
export type Line = Static<typeof Line>;

export interface ReserveRequest {
  /** A fresh id, used unless the order holds a reservation already. */
  readonly reservationId: string;
  readonly hubId: string;
  readonly orderId: string;
  readonly userId: string;
  /** Each SKU once, sorted: two requests for the same goods have equal lines. */
  readonly lines: readonly Line[];
  /** The bucket of a hot SKU to try first, 0–9, for each line. */
  readonly primaryBuckets: readonly number[];
  /** How long it is held. */
  readonly holdMs: number;
  /** The most reservations that the user may hold at once; undefined: any number. */
  readonly maxHeld?: number | undefined;
  readonly now: number;
}

export const ReserveOutcome = Type.Union([
  Type.Object({
    kind: Type.Literal('reserved'),
    reservationId: Type.String(),
    expiresAt: Type.Integer(),
    holdMs: Type.Integer({ description: 'for how long it was made' }),
  }),
  Type.Object({
    kind: Type.Literal('short', { description: 'nothing was taken' }),
    available: Type.Array(Type.Integer({ description: "units of each line's SKU" })),
  }),
  Type.Object({
    kind: Type.Literal('quota', { description: 'the user holds `maxHeld` reservations' }),
  }),
  Type.Object({
    kind: Type.Literal('order-mismatch', {
      description: 'the order holds a reservation of other lines, or of another user',
    }),
  }),
]);
export type ReserveOutcome = Static<typeof ReserveOutcome>;

/** How a reservation ended. */
export const Ending = Type.Enum(['confirmed', 'released', 'expired']);
export type Ending = Static<typeof Ending>;

export interface Reaped {
  /** Reservations whose units are available again. */
  readonly expired: number;
  readonly mayHaveMore: boolean;
}

const just = <const KindT extends string>(kind: KindT) => Type.Object({ kind: Type.Literal(kind) });
const outcome = <const KindT extends string, MembersT extends Record<string, TSchema>>(
  kind: KindT,
  members: MembersT,
) => Type.Object({ kind: Type.Literal(kind), ...members });

export const ExtendOutcome = Type.Union([
  outcome('extended', { expiresAt: Type.Integer() }),
  outcome('limit', { latest: Type.Integer({ description: 'it cannot be held beyond that' }) }),
  just('confirmed'),
  just('released'),
  just('expired'),
  just('unknown'),
]);
export type ExtendOutcome = Static<typeof ExtendOutcome>;

export const RetakeOutcome = Type.Union([
  outcome('confirmed', { retaken: Type.Boolean({ description: 'it had expired before' }) }),
  outcome('short', {
    lines: Type.Array(Line),
    available: Type.Array(Type.Integer({ description: "units of each line's SKU" })),
  }),
  just('order-mismatch'),
  just('released'),
  just('unknown'),
]);
export type RetakeOutcome = Static<typeof RetakeOutcome>;

export interface Reservation {
  readonly id: string;
  readonly hubId: string;
  readonly orderId: string;
  readonly userId: string;
  readonly lines: readonly Line[];
  /** 'held' also while it is overdue and nothing has settled it yet. */
  readonly status: 'held' | Ending;
  readonly reservedAt: number;
  /** It can be confirmed while `now <= expiresAt`. */
  readonly expiresAt: number;
}

export interface Reservations {
  /**
   * Takes all lines or none. An order that holds a reservation of the same lines gets that one. On
   * several shards, which one step cannot count together, a user who reserves in hubs of several of
   * them at once may get `maxHeld` in each.
   */
  reserve(request: ReserveRequest): Promise<ReserveOutcome>;
  /** Returns how the reservation ended: 'confirmed' if it could be. Then it is in the outbox. */
  confirm(reservationId: string, now: number): Promise<Ending | 'unknown'>;
  /**
   * Confirms as `confirm` does. One that has expired takes its units again, all or none, unless its
   * order now holds another reservation ('order-mismatch').
   */
  retake(reservationId: string, now: number): Promise<RetakeOutcome>;
  /**
   * Lets a reservation that is held end `holdMs` after `now`, which may be sooner than before, but
   * not later than `lifetimes.maxHeldMs` after it was made ('limit').
   */
  extend(reservationId: string, holdMs: number, now: number): Promise<ExtendOutcome>;
  /**
   * Returns how the reservation ended: 'released' if it could be. Then its units are available
   * again.
   */
  release(reservationId: string, now: number): Promise<Ending | 'unknown'>;
  /** Finds the user of a reservation; undefined when it is unknown. */
  userOf(reservationId: string): Promise<string | undefined>;
  /** Undefined when it is unknown. */
  reservation(reservationId: string): Promise<Reservation | undefined>;
  /**
   * Finds, in each hub or in this one, the reservation that the order holds or has confirmed; else
   * the last one that it made and that is known. Not one step, but a step for each shard.
   */
  reservationsOfOrder(orderId: string, hubId: string | undefined): Promise<Reservation[]>;
  /**
   * Reservations that can be confirmed, those that end first, at most `count`. Each step looks at the
   * `limits.heldSearch` reservations that are due next, ended ones that are to be forgotten among
   * them. Not one step, but a step for each shard.
   */
  heldReservations(now: number, count: number): Promise<Reservation[]>;
  /**
   * Returns the units of overdue reservations and forgets those that ended long ago, a bounded
   * number of them. Not one step, but a step for each shard.
   */
  reap(now: number): Promise<Reaped>;
}
