/** Those who wait, as a line of people: the head is at the left, and served next. */
import { formatCount } from '../../live/format.ts';

/** Figures that fit; the rest is a number. */
const shown = 60;
const perRow = 20;

export function WaitingRoom({ waiting }: { readonly waiting: number }) {
  const count = Math.min(shown, waiting);
  return (
    <>
      <div class="spread">
        <h2>Waiting room</h2>
        <span class="note">{formatCount(waiting)} waiting</span>
      </div>
      {waiting === 0 ? (
        <p class="empty">
          Nobody waits. Who comes when everything is held gets a place here, in order.
        </p>
      ) : (
        <svg
          class="line-of-people"
          viewBox={`0 0 ${perRow * 10} ${Math.ceil(count / perRow) * 16}`}
          role="img"
          aria-label={`${formatCount(waiting)} people wait`}
        >
          {Array.from({ length: count }, (_, i) => (
            <g key={i} transform={`translate(${placeOf(i).x} ${placeOf(i).y})`}>
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

/** The line turns at the end of each row, as one before a counter does. */
function placeOf(i: number) {
  const row = Math.floor(i / perRow);
  const inRow = i % perRow;
  return { x: (row % 2 === 0 ? inRow : perRow - 1 - inRow) * 10, y: row * 16 };
}
