/** The order that is followed, also when it is over. */
import type { Loaded } from '../../live/hooks.ts';
import { useOpened } from '../../parts/opened.ts';
import { Problem } from '../../parts/problem.tsx';
import { driverIdOf } from './places.ts';
import type { Board } from './use-board.ts';
import type { Followed } from './use-followed.ts';

interface FollowedOrderProps {
  readonly orderId: string;
  readonly board: Board;
  readonly found: Loaded<Followed | null>;
  readonly end: () => void;
}

export function FollowedOrder({ orderId, board, found, end }: FollowedOrderProps) {
  const section = useOpened(found.data !== undefined);
  const order = board.orders.get(orderId);
  const driver = order && driverIdOf(order);
  // What left the board is told by the order itself.
  const status = order?.status ?? found.data?.status;
  return (
    <section class="panel" aria-label="The order that is followed" ref={section}>
      <div class="spread">
        <h2 tabIndex={-1}>{orderId}</h2>
        <button onClick={end}>Follow no longer</button>
      </div>
      {found.error && <Problem error={found.error} retry={found.reload} />}
      {found.data === null && status === undefined ? (
        <p class="empty">No variant knows it. What was delivered is forgotten after a day.</p>
      ) : (
        <p>
          <span class="state">{status ?? '…'}</span> {driver !== undefined && `with ${driver}`}
        </p>
      )}
    </section>
  );
}
