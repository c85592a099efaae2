/** What is held, with the seconds that remain, and how to end it sooner. */
import { useEffect, useState } from 'preact/hooks';
import { formatCount, formatSpan } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { useLoaded, useNow } from '../../live/hooks.ts';
import { LongList } from '../../parts/long-list.tsx';
import { Problem } from '../../parts/problem.tsx';

interface ReservationsProps {
  /** Grows when something has happened in the service. */
  readonly changes: number;
  readonly changed: () => void;
}

type Held = Awaited<
  ReturnType<typeof hawker.inventory.listHeldReservations>
>['reservations'][number];

const shown = 200;
/** The bar is full with so much time left, milliseconds. */
const fullMs = 30_000;

export function Reservations({ changes, changed }: ReservationsProps) {
  const now = useNow();
  const { data, error, reload } = useLoaded(
    () => hawker.inventory.listHeldReservations({ limit: shown }),
    [],
  );
  const [refusal, setRefusal] = useState<Error>();
  useEffect(reload, [changes]);
  const end = async (how: 'confirm' | 'release', { reservation_id }: Held) => {
    const { error: refused } = await hawker.inventory[how]({ reservation_id }).result();
    setRefusal(refused);
    changed();
  };
  const held = data?.reservations.filter(({ expires_at }) => expires_at >= now) ?? [];
  return (
    <section class="panel" aria-labelledby="reservations">
      <div class="spread">
        <h2 id="reservations">Reservations that are held</h2>
        <span class="note">
          {held.length === shown ? `the ${shown} that end first` : formatCount(held.length)}
        </span>
      </div>
      {error && <Problem error={error} retry={reload} />}
      {refusal && <Problem error={refusal} />}
      {data && held.length === 0 && (
        <p class="empty">
          None. An order that reserves units shows here until it confirms, releases or expires.
        </p>
      )}
      {held.length > 0 && (
        <LongList
          label="Reservations, those that end first"
          items={held}
          keyOf={({ reservation_id }) => reservation_id}
          rowHeight={40}
          phoneRowHeight={88}
          maxHeight={320}
          draw={(one) => <Row held={one} now={now} end={(how) => void end(how, one)} />}
        />
      )}
    </section>
  );
}

interface RowProps {
  readonly held: Held;
  readonly now: number;
  readonly end: (how: 'confirm' | 'release') => void;
}

function Row({ held: { order_id, hub_id, items, expires_at }, now, end }: RowProps) {
  const left = expires_at - now;
  const goods = items.map(({ sku, qty }) => `${formatCount(qty)} × ${sku}`).join(', ');
  return (
    <>
      <span class={left < 10_000 ? 'remaining soon' : 'remaining'}>
        <b>{formatSpan(left)}</b>
        <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          <rect width={Math.min(1, left / fullMs) * 100} height="4" />
        </svg>
      </span>
      <span class="held-goods" title={`${order_id}: ${goods} at ${hub_id}`}>
        {goods} <span class="note">{hub_id}</span>
      </span>
      <button
        class="inventory-end"
        aria-label={`Confirm ${order_id}`}
        onClick={() => end('confirm')}
      >
        Confirm
      </button>
      <button
        class="inventory-end"
        aria-label={`Release ${order_id}`}
        onClick={() => end('release')}
      >
        Release
      </button>
    </>
  );
}
