/** How orders get to drivers, in both variants. */
import { formatCount, formatSpan } from '../live/format.ts';
import { useNow } from '../live/hooks.ts';
import { Problem } from '../parts/problem.tsx';
import { useBoard, type Board } from '../services/dispatch/use-board.ts';
import { orderKindOf, type Variant } from '../services/dispatch/variant.ts';
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
      <Row label={`Orders of ${name}`} name="order" members={board.orders} />
      <Row label={`Drivers of ${name}`} name="driver" members={board.drivers} />
      {waiting.length > 0 && (
        <li class={now - oldest > 60_000 ? 'sale-day-out' : undefined}>
          the oldest order without a driver waits for <b>{formatSpan(now - oldest)}</b>
        </li>
      )}
    </ul>
  );
}

/** A colour for each state, of both variants: see base.css. */
const tones: readonly (readonly string[])[] = [
  ['accepted', 'to hub', 'delivering'],
  ['offered', 'assigned', 'picking'],
  ['idle', 'arrived', 'completed'],
  ['manual assignment'],
  ['queued', 'pending', 'offline'],
];
const toneOf = (state: string) =>
  Math.max(
    0,
    tones.findIndex((names) => names.includes(state)),
  );

interface RowProps {
  readonly label: string;
  readonly name: string;
  readonly members: ReadonlyMap<string, { readonly status: string }>;
}

function Row({ label, name, members }: RowProps) {
  const byStatus = Map.groupBy(members.values(), ({ status }) => status);
  const parts = [...byStatus]
    .map(([status, those]) => ({
      name: status.toLowerCase().replaceAll('_', ' '),
      amount: those.length,
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((part) => ({ ...part, tone: toneOf(part.name) }));
  return (
    <li>
      <b>
        {formatCount(members.size)} {members.size === 1 ? name : `${name}s`}
      </b>
      <ShareBar label={label} parts={parts} />
      <span class="sale-day-legend">
        {parts.map((part) => (
          <span key={part.name}>
            <i class={`tone-${part.tone}`} /> {formatCount(part.amount)} {part.name}
          </span>
        ))}
      </span>
    </li>
  );
}
