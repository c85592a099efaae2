/** Those who wait, as a line of people: the head is at the left, and served next. */
import { useRef } from 'preact/hooks';
import { formatCount, plural } from '../../live/format.ts';

/** Figures that fit; the rest is a number. */
const shown = 60;
const perRow = 20;

export function WaitingRoom({ waiting }: { readonly waiting: number }) {
  const head = useHead(waiting);
  const count = Math.min(shown, waiting);
  return (
    <>
      <div class="spread">
        <h2>Waiting room</h2>
        <span class="note">{formatCount(waiting)} waiting</span>
      </div>
      {waiting === 0 ? (
        <p class="empty">
          Nobody waits. Buyers who come when everything is held get a place here, in order.
        </p>
      ) : (
        <svg
          class="line-of-people"
          viewBox={`0 0 ${perRow * 10} ${Math.ceil(count / perRow) * 16}`}
          role="img"
          aria-label={plural(waiting, 'person waits', 'people wait')}
        >
          {Array.from({ length: count }, (_, i) => (
            <g key={head + i} style={{ transform: placeOf(i) }}>
              <circle cx="5" cy="4" r="2.4" />
              <path d="M1.4 13a3.6 3.6 0 0 1 7.2 0z" />
            </g>
          ))}
        </svg>
      )}
      {waiting > shown && <p class="note">and {formatCount(waiting - shown)} more behind them</p>}
    </>
  );
}

/**
 * Serial number of the head: a figure keeps its own, so that all move up when the head is served. How
 * many wait is all that is known: who gave up in the middle counts as served.
 */
function useHead(waiting: number): number {
  const line = useRef({ head: 0, waiting }).current;
  line.head += Math.max(0, line.waiting - waiting);
  line.waiting = waiting;
  return line.head;
}

/** The line turns at the end of each row, as one before a counter does. */
function placeOf(i: number): string {
  const row = Math.floor(i / perRow);
  const inRow = i % perRow;
  return `translate(${(row % 2 === 0 ? inRow : perRow - 1 - inRow) * 10}px, ${row * 16}px)`;
}
