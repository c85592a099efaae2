/** One number with its last ten minutes. */
import { formatShort } from '../live/format.ts';
import { recent } from '../live/overview.ts';
import { Sparkline } from './sparkline.tsx';
import type { Tone } from './tones.ts';

interface FigureProps {
  readonly name: string;
  readonly values: readonly number[];
  readonly unit?: string;
  readonly format?: (value: number) => string;
  /** Makes the number of the values; without it, the mean of the last five seconds. */
  readonly read?: (values: readonly number[]) => number;
  /** The colour of what it stands for. A failure stands out when there is one. */
  readonly tone?: Tone;
}

export function Figure(props: FigureProps) {
  const { name, values, unit = '', format = formatShort, read = recent, tone } = props;
  const value = read(values);
  return (
    <div class={`figure ${value > 0 ? (tone ?? '') : ''}`}>
      <span class="name">{name}</span>
      <span class="value">
        {format(value)}
        <small>{unit}</small>
      </span>
      <Sparkline values={values} label={`${name}, last ten minutes`} tone={tone} />
    </div>
  );
}
