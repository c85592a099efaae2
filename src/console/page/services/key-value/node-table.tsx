/** The nodes with their shares and keys, and their shares after the plan. */
import { formatCount } from '../../live/format.ts';
import { formatPercent } from './percent.ts';
import type { RingView } from './views.ts';

interface NodeTableProps {
  readonly ring: RingView;
  /** By name; undefined without a plan. */
  readonly plannedShares: ReadonlyMap<string, number> | undefined;
  readonly toneOf: (node: string) => string;
}

export function NodeTable({ ring, plannedShares, toneOf }: NodeTableProps) {
  const joining = [...(plannedShares?.keys() ?? [])].filter(
    (name) => !ring.nodes.some((node) => node.name === name),
  );
  const planned = (name: string) =>
    plannedShares && <td class="number">{formatPercent(plannedShares.get(name) ?? 0)}</td>;
  return (
    <div class="wide-table">
      <table aria-label="Nodes">
        <thead>
          <tr>
            <th scope="col">Node</th>
            <th scope="col" class="number">
              Share
            </th>
            {plannedShares && (
              <th scope="col" class="number">
                Planned
              </th>
            )}
            <th scope="col" class="number">
              Keys
            </th>
          </tr>
        </thead>
        <tbody>
          {ring.nodes.map(({ name, address, share, keys }) => (
            <tr key={name}>
              <th scope="row">
                <i class={`swatch ${toneOf(name)}`} />
                {name} {address !== null && <code>{address}</code>}
              </th>
              <td class="number">{formatPercent(share)}</td>
              {planned(name)}
              <td class="number">{keys === null ? 'away' : formatCount(keys)}</td>
            </tr>
          ))}
          {joining.map((name) => (
            <tr key={name} class="joining">
              <th scope="row">
                <i class={`swatch ${toneOf(name)}`} />
                {name} <span class="state">to join</span>
              </th>
              <td class="number">–</td>
              {planned(name)}
              <td class="number">–</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
