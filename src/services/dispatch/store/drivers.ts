/** What dispatch asks of its store about drivers. */
import type { IdleDriver } from '../matching/ranking.ts';
import type { LatLng } from '../matching/lat-lng.ts';
import type { OrderState } from '../rules/rules.ts';

export interface Report extends LatLng {
  readonly driverId: string;
  readonly cell: string;
  /** Null: as before, or the default. */
  readonly speedKmh: number | null;
  readonly maxOrders: number | null;
}

export interface DriverMove {
  readonly driverId: string;
  readonly from: readonly string[];
  readonly to: string;
  /** What the order in the driver's hands becomes. */
  readonly order: OrderState | undefined;
}

export type MoveOutcome =
  | { readonly kind: 'moved' | 'already' | 'unknown' }
  | { readonly kind: 'not-from'; readonly state: string; readonly assignmentId: string | null };

export interface Driver extends LatLng {
  readonly driverId: string;
  readonly state: string;
  readonly speedKmh: number;
  readonly maxOrders: number;
  readonly reportedAt: number;
  readonly lastAssignedAt: number | null;
  /** While an order is in the driver's hands. */
  readonly assignmentId: string | null;
}

export interface DriverStore {
  /** Saves where a driver is; registers the driver, and ends the state `offline`. */
  report(report: Report, now: number): Promise<void>;
  /** Moves a driver who is in one of the states of `from`. */
  move(move: DriverMove, now: number): Promise<MoveOutcome>;
  find(driverId: string): Promise<Driver | undefined>;
  /** Idle drivers in the cell who reported within the last minute. */
  findIdle(cell: string, now: number): Promise<IdleDriver[]>;
}
