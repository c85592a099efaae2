/** The cells of the heat table by keyboard: one of them is reached by Tab, the others by arrows, Home and End. */
import { useState } from 'preact/hooks';

/** The cell that has the focus, or would get it by Tab. */
export interface HeatCell {
  readonly sku: string;
  readonly hub: string;
}

const cellsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('.heat-cell')];

export function useHeatKeys(first: HeatCell | undefined) {
  const [at, setAt] = useState<HeatCell>();
  return {
    /** Its row is always drawn: the list draws the one that had the focus last, and at first its own first. */
    at: at ?? first,
    focused: ({ target }: FocusEvent) => {
      const { sku, hub } = (target as HTMLElement).dataset;
      if (sku !== undefined && hub !== undefined) setAt({ sku, hub });
    },
    pressed: (event: KeyboardEvent) => {
      const next = nextOf(event.key, event.target as HTMLElement);
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    },
  };
}

/** Undefined for a key that does not move. */
function nextOf(key: string, cell: HTMLElement): HTMLElement | undefined {
  const row = cell.closest<HTMLElement>('[data-index]');
  if (row === null || !cell.matches('.heat-cell')) return undefined;
  const cells = cellsOf(row);
  const i = cells.indexOf(cell);
  switch (key) {
    case 'ArrowRight':
      return cells[i + 1];
    case 'ArrowLeft':
      return cells[i - 1];
    case 'Home':
      return cells[0];
    case 'End':
      return cells.at(-1);
    case 'ArrowDown':
      return below(row, 1, cell);
    case 'ArrowUp':
      return below(row, -1, cell);
    default:
      return undefined;
  }
}

/** Rows beside the one that has the focus are drawn. A row that has no cell of the hub is passed over. */
function below(row: HTMLElement, step: 1 | -1, cell: HTMLElement): HTMLElement | undefined {
  const { hub } = cell.dataset;
  const next = row.parentElement!.querySelector<HTMLElement>(
    `[data-index="${Number(row.dataset['index']) + step}"]`,
  );
  if (next === null) return undefined;
  return cellsOf(next).find((one) => one.dataset['hub'] === hub) ?? below(next, step, cell);
}
