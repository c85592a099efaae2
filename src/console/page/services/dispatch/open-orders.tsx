/** Orders that are not over: the one that is followed, then the one that waits longest. */
import { formatCount, formatSpan, plural } from '../../live/format.ts';
import { useNow } from '../../live/hooks.ts';
import { LongList } from '../../parts/long-list.tsx';
import { toneOf } from '../../parts/tones.ts';
import { driverIdOf } from './places.ts';
import type { Board, Order } from './use-board.ts';
import { orderKindOf } from './variant.ts';

interface OpenOrdersProps {
  readonly board: Board;
  /** Id of the order that is followed; empty: none. */
  readonly followed: string;
  readonly follow: (orderId: string) => void;
}

export function OpenOrders({ board, followed, follow }: OpenOrdersProps) {
  const now = useNow();
  const isFollowed = ({ order_id }: Order) => Number(order_id === followed);
  const orders = [...board.orders.values()].toSorted(
    (a, b) => isFollowed(b) - isFollowed(a) || a.submitted_at - b.submitted_at,
  );
  return (
    <section class="panel" aria-labelledby="orders">
      <div class="spread">
        <h2 id="orders">Open orders</h2>
        <span class="note">{formatCount(orders.length)}, the oldest first</span>
      </div>
      {orders.length === 0 ? (
        <p class="empty">None. What is ordered shows here until it is delivered.</p>
      ) : (
        <LongList
          label="Open orders, the oldest first"
          items={orders}
          keyOf={({ order_id }) => order_id}
          draw={(order) => <Row order={order} ageMs={now - order.submitted_at} />}
          choose={({ order_id }) => follow(order_id)}
          chosen={followed}
          maxHeight={238}
          phoneRowHeight={64}
        />
      )}
    </section>
  );
}

function Row({ order, ageMs }: { readonly order: Order; readonly ageMs: number }) {
  const { order_id, status, priority, attempts } = order;
  const driver = driverIdOf(order);
  return (
    <>
      <i class={`kind tone-${toneOf(orderKindOf(status))}`} aria-hidden="true" />
      <span class="grow">{order_id}</span>
      <span class="note">
        {driver ?? (attempts > 0 ? `tried ${plural(attempts, 'time')}` : '')}
      </span>
      <span class="note priority">
        {typeof priority === 'number' ? `priority ${priority}` : priority}
      </span>
      <span>{status}</span>
      <span>{formatSpan(ageMs)}</span>
    </>
  );
}
