/** Units on hand over movements: a line of steps. */
import { formatClock, formatCount, plural } from '../../live/format.ts';

export interface Point {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Units, after the movement. */
  readonly onHand: number;
}

const width = 400;
const height = 100;

export function MovementLine({ points }: { readonly points: readonly Point[] }) {
  const [first, last] = [points[0]!, points.at(-1)!];
  const amounts = points.map(({ onHand }) => onHand);
  const [least, most] = [Math.min(0, ...amounts), Math.max(1, ...amounts)];
  const y = (units: number) => height - ((units - least) / (most - least)) * height;
  const x = (i: number) => (i / points.length) * width;
  const steps = points.map(({ onHand }, i) => `V${y(onHand).toFixed(1)}H${x(i + 1).toFixed(1)}`);
  const path = `M0 ${y(first.onHand).toFixed(1)}${steps.join('')}`;
  return (
    <figure class="movement-line">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${plural(points.length, 'movement')}: from ${formatCount(first.onHand)} to ${plural(last.onHand, 'unit')} on hand, at most ${formatCount(most)}`}
      >
        <path class="under" d={`${path}V${height}H0Z`} />
        <path class="line" d={path} vector-effect="non-scaling-stroke" />
      </svg>
      <figcaption class="spread note">
        <span>{formatClock(first.at)}</span>
        <span>
          <b>{formatCount(last.onHand)}</b> on hand, {formatCount(most)} at most
        </span>
        <span>{formatClock(last.at)}</span>
      </figcaption>
    </figure>
  );
}
