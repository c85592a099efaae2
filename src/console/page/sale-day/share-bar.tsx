/** Amounts that add up, as one bar in the colours of their names. */
import { formatCount } from '../live/format.ts';
import { tonesOf } from '../parts/tones.ts';

interface ShareBarProps {
  readonly label: string;
  readonly parts: readonly {
    readonly name: string;
    readonly amount: number;
  }[];
}

export function ShareBar({ label, parts }: ShareBarProps) {
  const all = parts.reduce((sum, { amount }) => sum + amount, 0);
  const spoken = parts.map(({ name, amount }) => `${formatCount(amount)} ${name}`).join(', ');
  const tones = tonesOf(parts.map(({ name }) => name));
  let before = 0;
  return (
    <svg
      class="share-bar"
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${spoken}`}
    >
      <title>{spoken}</title>
      {parts.map(({ name, amount }, i) => {
        const width = all === 0 ? 0 : (amount / all) * 100;
        const x = before;
        before += width;
        return <rect key={name} class={`tone-${tones[i]}`} x={x} width={width} height="10" />;
      })}
    </svg>
  );
}
