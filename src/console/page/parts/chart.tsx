/** Series over the last ten minutes, drawn by uPlot. */
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatMinute, formatShort } from '../live/format.ts';
import { recent } from '../live/overview.ts';
import { colourNow, onTheme } from './colour.ts';

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
const colours = ['--series-1', '--series-2', '--series-3', '--series-4', '--series-5'];
const colourOf = (i: number) => colours[i % colours.length]!;

export function Chart({ title, lines, at, format = formatShort }: ChartProps) {
  const holder = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const names = lines.map(({ name }) => name).join('\n');

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
  }, [names]);
  useEffect(() => plot.current?.setData(dataOf(lines, at)), [at]);

  const spoken = lines.map(({ name, values }) => `${name} ${format(recent(values))}`).join(', ');
  return (
    <figure class="chart">
      <figcaption class="spread">
        <h2>{title}</h2>
        <span class="legend" aria-hidden="true">
          {lines.map(({ name, values }, i) => (
            <span key={name}>
              <i class={`tone-${i % colours.length}`} />
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
  const colour = (name: string) => colourNow(name);
  const axis = { stroke: colour('--muted'), grid: { stroke: colour('--line'), width: 1 } };
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
        values: (_plot, times) => times.map((time) => formatMinute(time * 1_000)),
      },
      { ...axis, ticks: { show: false }, size: 56, values: (_plot, at) => at.map(format) },
    ],
    series: [
      {},
      ...lines.map(({ name }, i) => ({ label: name, stroke: colour(colourOf(i)), width: 1.5 })),
    ],
  };
}
