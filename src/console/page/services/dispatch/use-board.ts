/** All drivers and open orders of a variant, as its board tells them. */
import { useCallback, useReducer, useRef } from 'preact/hooks';
import { useStream } from '../../live/hooks.ts';
import { useHold } from '../../live/together.tsx';
import { clientOf, type Variant } from './variant.ts';

export interface Assignment {
  readonly assignment_id?: string;
  readonly driver_id: string;
  readonly status: string;
}

export interface Driver {
  readonly driver_id: string;
  readonly status: string;
  readonly lat: number;
  readonly lng: number;
  readonly speed_kmh: number;
  readonly order_id: string | null;
  readonly assignment: (Assignment & { readonly order_id: string }) | null;
}

export interface Order {
  readonly order_id: string;
  readonly dispatch_id?: string;
  /** The hub, in variant B alone. */
  readonly hub_id?: string;
  readonly status: string;
  readonly pickup_lat: number;
  readonly pickup_lng: number;
  readonly dropoff_lat?: number;
  readonly dropoff_lng?: number;
  readonly priority: number | string;
  readonly submitted_at: number;
  readonly attempts: number;
  readonly assignment: Assignment | null;
}

export interface Board {
  /** By id. They change in place: `version` tells when. */
  readonly drivers: ReadonlyMap<string, Driver>;
  readonly orders: ReadonlyMap<string, Order>;
  /** Grows with every event; 0: nothing was told yet. */
  readonly version: number;
  /** Grows when orders have changed. */
  readonly ordersVersion: number;
}

/** The component that uses it has the variant as its key. */
export function useBoard(variant: Variant): { readonly board: Board; readonly error?: Error } {
  const board = useRef({
    drivers: new Map<string, Driver>(),
    orders: new Map<string, Order>(),
    version: 0,
    ordersVersion: 0,
  }).current;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const follow = useCallback(
    (signal: AbortSignal) => clientOf(variant).followBoard({ signal }),
    [variant],
  );
  const error = useStream(
    follow,
    ({ data, isFirst }) => {
      if (!('drivers' in data)) return;
      const { drivers, orders, gone } = data;
      // After a reconnection everything is told again.
      if (isFirst) {
        board.drivers.clear();
        board.orders.clear();
      }
      for (const driver of drivers) board.drivers.set(driver.driver_id, driver);
      for (const order of orders) board.orders.set(order.order_id, order);
      for (const id of gone.drivers) board.drivers.delete(id);
      for (const id of gone.orders) board.orders.delete(id);
      board.version++;
      if (isFirst || orders.length + gone.orders.length > 0) board.ordersVersion++;
      redraw(undefined);
    },
    [variant],
  );
  useHold(board.version === 0 && error === undefined);
  return error ? { board, error } : { board };
}
