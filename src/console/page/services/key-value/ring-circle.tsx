/** The ring: every arc in the colour of its node, what a plan would move around it, and one key. */
import { formatPercent } from './percent.ts';
import type { Arc, MovingArc } from './ring.ts';

interface RingCircleProps {
  readonly arcs: readonly Arc[];
  /** In the order of the table. */
  readonly nodes: readonly { readonly name: string; readonly share: number }[];
  readonly moving: readonly MovingArc[];
  readonly located:
    | { readonly key: string; readonly turn: number; readonly node: string }
    | undefined;
  readonly toneOf: (node: string) => string;
}

const inner = { from: 66, to: 86 };
const outer = { from: 89, to: 97 };

export function RingCircle({ arcs, nodes, moving, located, toneOf }: RingCircleProps) {
  const spoken = nodes.map(({ name, share }) => `${name} ${formatPercent(share)}`).join(', ');
  const moved = moving.reduce((sum, { from, to }) => sum + to - from, 0);
  const label = [
    `Ring of ${nodes.length} ${nodes.length === 1 ? 'node' : 'nodes'}: ${spoken}`,
    ...(moving.length > 0 ? [`the plan moves ${formatPercent(moved)}`] : []),
    ...(located
      ? [
          `${located.key} lies at ${formatPercent(located.turn)} of the way round, on ${located.node}`,
        ]
      : []),
  ].join('; ');
  return (
    <svg class="ring" viewBox="-100 -100 200 200" role="img" aria-label={label}>
      {byNode(arcs).map(([node, own]) => (
        <path key={node} class={toneOf(node)} d={own.map((arc) => band(arc, inner)).join('')} />
      ))}
      <circle r={outer.from - 1} class="edge" />
      {byNode(moving).map(([node, own]) => (
        <path
          key={`moving ${node}`}
          class={`moving ${toneOf(node)}`}
          d={own.map((arc) => band(arc, outer)).join('')}
        />
      ))}
      {located && <KeyMark turn={located.turn} />}
      <text y="-4" class="count">
        {nodes.length}
      </text>
      <text y="12" class="unit">
        {nodes.length === 1 ? 'node' : 'nodes'}
      </text>
    </svg>
  );
}

function KeyMark({ turn }: { readonly turn: number }) {
  const [x, y] = point(turn, inner.to);
  const [startX, startY] = point(turn, 34);
  return (
    <g class="mark">
      <line x1={startX} y1={startY} x2={x} y2={y} />
      <circle cx={x} cy={y} r="3.5" />
    </g>
  );
}

function byNode<T extends Arc>(arcs: readonly T[]): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const arc of arcs) {
    const own = groups.get(arc.node);
    if (own === undefined) groups.set(arc.node, [arc]);
    else own.push(arc);
  }
  return [...groups];
}

/** Clockwise from the top. */
function point(turn: number, radius: number): [number, number] {
  const angle = turn * 2 * Math.PI;
  return [radius * Math.sin(angle), -radius * Math.cos(angle)];
}

/** An arc as wide as from one radius to another. */
function band({ from, to }: Arc, { from: near, to: far }: { from: number; to: number }): string {
  // Beginning and end of a whole circle would be the same point.
  const end = Math.min(to, from + 0.99999);
  const isLong = end - from > 0.5 ? 1 : 0;
  const at = (turn: number, radius: number) =>
    point(turn, radius)
      .map((coordinate) => coordinate.toFixed(3))
      .join(' ');
  return `M${at(from, near)}L${at(from, far)}A${far} ${far} 0 ${isLong} 1 ${at(end, far)}L${at(end, near)}A${near} ${near} 0 ${isLong} 0 ${at(from, near)}Z`;
}
