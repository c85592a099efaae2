/** Series over the last ten minutes, drawn by uPlot. */
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatMinute, formatMinutesAgo, formatShort } from '../live/format.ts';
import { isSimulated, recent } from '../live/overview.ts';
import { colourNow, onTheme } from './colour.ts';
import { timeTicks, valueTicks } from './ticks.ts';
import { tonesOf } from './tones.ts';

export interface Line {
  readonly name: string;
  /** One a second; the last one is of the second that ended at `at`. */
  readonly values: readonly number[];
}

interface ChartProps {
  readonly title: string;
  readonly lines: readonly Line[];
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly format?: (value: number) => string;
}

const height = 180;
const shownSeconds = 600;

export function Chart({ title, lines, at, format = formatShort }: ChartProps) {
  const holder = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const names = lines.map(({ name }) => name);
  const tones = tonesOf(names);

  useEffect(() => {
    const element = holder.current!;
    const draw = () => {
      plot.current?.destroy();
      plot.current = new uPlot(
        options(lines, element.clientWidth, format),
        dataOf(lines, at),
        element,
      );
    };
    draw();
    const resized = new ResizeObserver(() =>
      plot.current?.setSize({ width: element.clientWidth, height }),
    );
    resized.observe(element);
    const endTheme = onTheme(draw);
    return () => {
      resized.disconnect();
      endTheme();
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [names.join('\n')]);
  useEffect(() => plot.current?.setData(dataOf(lines, at)), [at]);

  const spoken = lines.map(({ name, values }) => `${name} ${format(recent(values))}`).join(', ');
  return (
    <figure class="chart">
      <figcaption class="spread">
        <h2>{title}</h2>
        <span class="legend" aria-hidden="true">
          {lines.map(({ name, values }, i) => (
            <span key={name}>
              <i class={`tone-${tones[i]}`} />
              {name} <b>{format(recent(values))}</b>
            </span>
          ))}
        </span>
      </figcaption>
      <div class="canvas" ref={holder} role="img" aria-label={`${title}: ${spoken}`} />
    </figure>
  );
}

function dataOf(lines: readonly Line[], at: number): uPlot.AlignedData {
  const times = Array.from(
    { length: shownSeconds },
    (_, i) => Math.round(at / 1_000) - shownSeconds + 1 + i,
  );
  const padded = lines.map(({ values }) => {
    const missing: (number | null)[] = Array.from(
      { length: Math.max(0, shownSeconds - values.length) },
      () => null,
    );
    return [...missing, ...values.slice(-shownSeconds)];
  });
  return [times, ...padded];
}

function options(
  lines: readonly Line[],
  width: number,
  format: (value: number) => string,
): uPlot.Options {
  const tones = tonesOf(lines.map(({ name }) => name));
  const axis = { stroke: colourNow('--muted'), grid: { stroke: colourNow('--line'), width: 1 } };
  return {
    width,
    height,
    legend: { show: false },
    cursor: { y: false },
    scales: { y: { range: (_plot, _least, most) => [0, Math.max(1, most * 1.1)] } },
    axes: [
      {
        ...axis,
        ticks: { show: false },
        size: 28,
        splits: ({ bbox }, _axis, from, to) => {
          // The seconds of the chart are those of this machine: beside a simulated clock they have no time of day.
          const zero = isSimulated() ? to : 0;
          const ticks = timeTicks(from - zero, to - zero, bbox.width / devicePixelRatio);
          return ticks.map((tick) => zero + tick);
        },
        values: ({ scales }, times) =>
          times.map((time) =>
            isSimulated()
              ? formatMinutesAgo(Math.round((scales['x']!.max! - time) / 60))
              : formatMinute(time * 1_000),
          ),
      },
      {
        ...axis,
        ticks: { show: false },
        size: 56,
        splits: ({ bbox }, _axis, _from, to) => valueTicks(to, bbox.height / devicePixelRatio),
        values: (_plot, at) => at.map(format),
      },
    ],
    series: [
      {},
      ...lines.map(({ name }, i) => ({
        label: name,
        stroke: colourNow(`--${tones[i]}`),
        width: 1.5,
      })),
    ],
  };
}
