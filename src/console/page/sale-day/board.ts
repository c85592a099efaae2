/** The board of a dispatch variant, kept up to date by its stream. */
import { useCallback, useRef, useState } from 'preact/hooks';
import { hawker } from '../live/hawker.ts';
import { useStream } from '../live/hooks.ts';

export type Variant = 'a' | 'b';

export interface BoardOrder {
  readonly order_id: string;
  readonly status: string;
  /** Milliseconds since the epoch. */
  readonly submitted_at: number;
}

export interface BoardDriver {
  readonly driver_id: string;
  readonly status: string;
}

interface Changes {
  readonly drivers: readonly BoardDriver[];
  readonly orders: readonly BoardOrder[];
  readonly gone: { readonly drivers: readonly string[]; readonly orders: readonly string[] };
}

export interface Board {
  readonly drivers: ReadonlyMap<string, BoardDriver>;
  readonly orders: ReadonlyMap<string, BoardOrder>;
}

/** @param variant does not change */
export function useBoard(variant: Variant): { board: Board | undefined; error: Error | undefined } {
  const [board, setBoard] = useState<Board>();
  const known = useRef<Board>(undefined);
  const follow = useCallback(
    (signal: AbortSignal) =>
      variant === 'a'
        ? hawker.dispatchA.followBoard({ signal })
        : hawker.dispatchB.followBoard({ signal }),
    [],
  );
  const error = useStream<object>(
    follow,
    ({ data, isFirst }) => {
      if (!('gone' in data)) return;
      // A new connection begins with all that there is.
      known.current = changed(isFirst ? undefined : known.current, data as Changes);
      setBoard(known.current);
    },
    [],
  );
  return { board, error };
}

function changed(board: Board | undefined, { drivers, orders, gone }: Changes): Board {
  const next = { drivers: new Map(board?.drivers), orders: new Map(board?.orders) };
  for (const driver of drivers) next.drivers.set(driver.driver_id, driver);
  for (const order of orders) next.orders.set(order.order_id, order);
  for (const id of gone.drivers) next.drivers.delete(id);
  for (const id of gone.orders) next.orders.delete(id);
  return next;
}
