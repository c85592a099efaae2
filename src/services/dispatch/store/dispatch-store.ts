/**
 * The store of dispatch. Each method is one indivisible, durable step; `now` is the
 * caller's clock, milliseconds since the epoch. An order is offered to one driver at a time, a
 * driver holds one order at a time, and every timer is an instant that is compared with `now`.
 */
import type { Changes } from '#kit/web/event-streams.ts';
import type { Store } from '#kit/stores/store.ts';
import type { LatLng } from '../matching/lat-lng.ts';
import type { BatchStore } from './batches.ts';
import type { DriverStore } from './drivers.ts';
import type { OfferStore } from './offers.ts';
import type { OrderStore } from './orders.ts';

export interface HubStore {
  put(hubId: string, at: LatLng): Promise<void>;
  find(hubId: string): Promise<LatLng | undefined>;
  /** @returns whether there was one */
  remove(hubId: string): Promise<boolean>;
}

/** The subjects of streams, by name. */
export const followed = {
  /** The open offers of a driver. */
  driver: (driverId: string) => `driver:${driverId}`,
  /** The status of an order. */
  order: (orderId: string) => `order:${orderId}`,
} as const;

export interface DispatchStore extends Store {
  readonly drivers: DriverStore;
  readonly orders: OrderStore;
  readonly offers: OfferStore;
  readonly hubs: HubStore;
  readonly batches: BatchStore;
  /**
   * Deletes orders that are over, and drivers silent without an order, for longer than
   * `limits.keepMs`, a portion at a time.
   *
   * @returns whether there may be more
   */
  deleteOld(now: number): Promise<boolean>;
  /** From now on reports what may have changed of what is `followed`, on any replica. */
  watch(changes: Changes<string>): Promise<void>;
}

export const limits = {
  /** Records changed by one step of housekeeping. */
  portion: 200,
  /** How long a replica may take to match a batch, milliseconds. */
  claimMs: 10_000,
  /** How long orders that are over and silent drivers are still shown, milliseconds. */
  keepMs: 24 * 3_600_000,
} as const;
