/** Hubs by SKUs: each cell shows what can be reserved. Only rows in sight are drawn. */
import { formatCount, formatShort } from '../../live/format.ts';
import { LongList } from '../../parts/long-list.tsx';
import { useHeatKeys } from './heat-keys.ts';
import type { HubStock, StockView } from './stock.ts';

interface HeatTableProps {
  readonly hubs: readonly HubStock[];
  readonly chosen: StockView | undefined;
  readonly choose: (stock: StockView) => void;
}

interface Row {
  readonly sku: string;
  /** The stock at each hub, in the order of the hubs. */
  readonly cells: readonly (StockView | undefined)[];
}

export function HeatTable({ hubs, chosen, choose }: HeatTableProps) {
  const rows = rowsOf(hubs);
  const start = rows[0]?.cells.find((cell) => cell !== undefined);
  const keys = useHeatKeys(start && { sku: start.sku, hub: start.hub_id });
  const width = { minWidth: `${8 + hubs.length * 4.5}rem` };
  return (
    <div
      class="heat"
      tabIndex={0}
      role="region"
      aria-label="Hubs beside each other"
      onFocusIn={keys.focused}
      onKeyDown={keys.pressed}
    >
      <div style={width}>
        <div class="heat-row heat-head" aria-hidden="true">
          <span class="heat-sku">SKU</span>
          {hubs.map(({ hub }) => (
            <span key={hub} title={hub}>
              {hub}
            </span>
          ))}
        </div>
        <LongList
          label="Stock by SKU"
          items={rows}
          keyOf={({ sku }) => sku}
          draw={({ sku, cells }) => (
            <div class="heat-row">
              <span class="heat-sku" title={sku}>
                {sku}
              </span>
              {cells.map((stock, i) =>
                stock === undefined ? (
                  <span key={i} class="heat-none" />
                ) : (
                  <Cell
                    key={i}
                    stock={stock}
                    most={mostOf(cells)}
                    isChosen={stock === chosen}
                    isByTab={sku === keys.at?.sku && stock.hub_id === keys.at.hub}
                    choose={choose}
                  />
                ),
              )}
            </div>
          )}
        />
      </div>
    </div>
  );
}

interface CellProps {
  readonly stock: StockView;
  /** Units of the SKU that the hub with the most of it has. */
  readonly most: number;
  readonly isChosen: boolean;
  /** It is the one that Tab leads to. */
  readonly isByTab: boolean;
  readonly choose: (stock: StockView) => void;
}

function Cell({ stock, most, isChosen, isByTab, choose }: CellProps) {
  const { hub_id, sku, available, held, loaded } = stock;
  const share = most === 0 ? 0 : available / most;
  const spoken = `${sku} at ${hub_id}: ${formatCount(available)} of ${formatCount(loaded)} available, ${formatCount(held)} held`;
  return (
    <button
      class={available === 0 ? 'heat-cell gone' : 'heat-cell'}
      style={{ '--share': share.toFixed(3) }}
      aria-label={spoken}
      aria-pressed={isChosen}
      tabIndex={isByTab ? 0 : -1}
      data-sku={sku}
      data-hub={hub_id}
      title={spoken}
      data-held={held > 0 ? `+${formatShort(held)}` : undefined}
      onClick={() => choose(stock)}
    >
      {formatShort(available)}
    </button>
  );
}

const mostOf = (cells: Row['cells']) => Math.max(...cells.map((one) => one?.available ?? 0));

function rowsOf(hubs: readonly HubStock[]): Row[] {
  const rows = new Map<string, (StockView | undefined)[]>();
  for (const [i, { stock }] of hubs.entries()) {
    for (const one of stock) {
      const cells = rows.get(one.sku) ?? hubs.map(() => undefined);
      cells[i] = one;
      rows.set(one.sku, cells);
    }
  }
  return [...rows]
    .map(([sku, cells]) => ({ sku, cells }))
    .toSorted((a, b) => (a.sku < b.sku ? -1 : 1));
}
