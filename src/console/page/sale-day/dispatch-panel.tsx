/** How orders get to drivers, in both variants. */
import { formatCount, formatSpan, plural } from '../live/format.ts';
import { useNow } from '../live/hooks.ts';
import { Problem } from '../parts/problem.tsx';
import { toneOf } from '../parts/tones.ts';
import { useBoard, type Board } from '../services/dispatch/use-board.ts';
import { driverKindOf, orderKindOf, type Variant } from '../services/dispatch/variant.ts';
import { ShareBar } from './share-bar.tsx';

export function DispatchPanel({ variants }: { readonly variants: readonly Variant[] }) {
  return (
    <section class="panel" aria-labelledby="dispatch">
      <div class="spread">
        <h2 id="dispatch">Dispatch</h2>
        <a href="/services/dispatch">Map and batches</a>
      </div>
      {variants.map((variant) => (
        <VariantBoard key={variant} variant={variant} />
      ))}
    </section>
  );
}

function VariantBoard({ variant }: { readonly variant: Variant }) {
  const { board, error } = useBoard(variant);
  const isTold = board.version > 0;
  const isEmpty = board.drivers.size + board.orders.size === 0;
  return (
    <div class="sale-day-board">
      <h3>{variant}</h3>
      {error && <Problem error={error} />}
      {!isTold && !error && <p class="empty">The board is being read…</p>}
      {isTold && isEmpty && (
        <p class="empty">
          No driver and no order. <a href="/services/dispatch">Send some</a>, and they show here.
        </p>
      )}
      {!isEmpty && <Counts name={variant} board={board} />}
    </div>
  );
}

function Counts({ name, board }: { readonly name: string; readonly board: Board }) {
  const now = useNow();
  const waiting = [...board.orders.values()].filter(
    ({ status }) => orderKindOf(status) !== 'in hand',
  );
  const oldest = Math.min(...waiting.map(({ submitted_at }) => submitted_at));
  return (
    <ul class="sale-day-rows">
      <Row label={`Orders of ${name}`} name="order" members={board.orders} kindOf={orderKindOf} />
      <Row
        label={`Drivers of ${name}`}
        name="driver"
        members={board.drivers}
        kindOf={driverKindOf}
      />
      {waiting.length > 0 && (
        <li class={now - oldest > 60_000 ? 'sale-day-out' : undefined}>
          the oldest order without a driver waits for <b>{formatSpan(now - oldest)}</b>
        </li>
      )}
    </ul>
  );
}

interface RowProps {
  readonly label: string;
  readonly name: string;
  readonly members: ReadonlyMap<string, { readonly status: string }>;
  /** What a status comes to, whatever the variant calls it. */
  readonly kindOf: (status: string) => string;
}

function Row({ label, name, members, kindOf }: RowProps) {
  const byKind = Map.groupBy(members.values(), ({ status }) => kindOf(status));
  const parts = [...byKind]
    .map(([kind, those]) => ({ name: kind, amount: those.length }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return (
    <li>
      <b>{plural(members.size, name)}</b>
      <ShareBar label={label} parts={parts} />
      <span class="sale-day-legend">
        {parts.map((part) => (
          <span key={part.name}>
            <i class={`tone-${toneOf(part.name)}`} /> {formatCount(part.amount)} {part.name}
          </span>
        ))}
      </span>
    </li>
  );
}
