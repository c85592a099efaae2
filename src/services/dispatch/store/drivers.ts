/** The store of drivers. */
import { Type, type Static } from 'typebox';
import type { LatLng } from '../matching/lat-lng.ts';
import type { OrderState } from '../rules/rules.ts';
import { Assignment } from './assignments.ts';
import { NumberOrNull, TextOrNull, type Page } from './record.ts';

export interface Report extends LatLng {
  readonly driverId: string;
  readonly cell: string;
  /** Null: as before, or the default. */
  readonly speedKmh: number | null;
  readonly maxOrders: number | null;
}

interface DriverMove {
  readonly driverId: string;
  readonly from: readonly string[];
  readonly to: string;
  /** The new state of the order in the driver's hands. */
  readonly order: OrderState | undefined;
}

export const MoveOutcome = Type.Union([
  Type.Object({ kind: Type.Enum(['moved', 'already', 'unknown']) }),
  Type.Object({
    kind: Type.Literal('not-from'),
    state: Type.String(),
    assignmentId: TextOrNull,
  }),
]);
export type MoveOutcome = Readonly<Static<typeof MoveOutcome>>;

export const Driver = Type.Object({
  driverId: Type.String(),
  lat: Type.Number(),
  lng: Type.Number(),
  cell: Type.String(),
  state: Type.String(),
  speedKmh: Type.Number(),
  maxOrders: Type.Number(),
  reportedAt: Type.Number(),
  lastAssignedAt: NumberOrNull,
  /** While an order is in the driver's hands. */
  assignmentId: TextOrNull,
});
export type Driver = Readonly<Static<typeof Driver>>;

/** A driver with the assignment in hand. */
export const ListedDriver = Type.Object({ driver: Driver, assignment: Type.Optional(Assignment) });
export type ListedDriver = Readonly<Static<typeof ListedDriver>>;

export interface DriverStore {
  /** Saves where a driver is; registers the driver, and ends the state `offline`. */
  report(report: Report, now: number): Promise<void>;
  /** Moves a driver who is in one of the states of `from`. */
  move(move: DriverMove, now: number): Promise<MoveOutcome>;
  find(driverId: string): Promise<Driver | undefined>;
  /** Drivers in the order of their ids. */
  page(page: Page): Promise<ListedDriver[]>;
  /** Idle drivers in the cell who reported within the last minute. */
  findIdle(cell: string, now: number): Promise<Driver[]>;
}
