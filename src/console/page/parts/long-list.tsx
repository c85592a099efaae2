/**
 * Rows of one height, of which only those in sight are drawn: ten thousand scroll as ten do. Screen
 * readers are told how many there are. The row that has the focus is drawn wherever it is, with those
 * beside it: focus that scrolls out of sight would be lost.
 *
 * With `choose`, each row is a button: one of them is reached by Tab, the others by the arrows, Home,
 * End and the pages.
 */
import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type Range,
} from '@tanstack/virtual-core';
import type { ComponentChildren } from 'preact';
import { useNarrow } from '../live/hooks.ts';
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';

interface LongListProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly draw: (item: T) => ComponentChildren;
  /** Makes each row a button. `draw` then yields no links or fields. */
  readonly choose?: (item: T) => void;
  /** Key of the row that was chosen. */
  readonly chosen?: string | undefined;
  /** The height of a row, pixels. */
  readonly rowHeight?: number;
  /** On a phone, pixels: its rows have two lines. Without it they have one, with room for a finger. */
  readonly phoneRowHeight?: number;
  /** The height of the list, pixels, when there are more rows than fit. */
  readonly maxHeight?: number;
}

/** Pixels of a row with a button for a finger. */
const fingerHeight = 48;
/** Rows beyond the edges that are drawn already. */
const overscan = 8;

export function LongList<T>(props: LongListProps<T>) {
  const { label, items, keyOf, draw, choose, chosen, phoneRowHeight, maxHeight = 420 } = props;
  const isNarrow = useNarrow();
  const { rowHeight: usual = 34 } = props;
  const rowHeight = isNarrow ? (phoneRowHeight ?? Math.max(fingerHeight, usual)) : usual;
  const hasLines = isNarrow && phoneRowHeight !== undefined;
  const scrolled = useRef<HTMLDivElement>(null);
  const focus = useFocusedRow(items, keyOf);
  const height = Math.min(maxHeight, items.length * rowHeight);
  const list = useRows(scrolled, items.length, rowHeight, height, focus.index);
  useLayoutEffect(() => {
    if (focus.takeWish()) rowOf(scrolled.current!, focus.index)?.focus({ preventScroll: true });
  });
  const press = (event: KeyboardEvent) => {
    const pageRows = Math.max(1, Math.floor(height / rowHeight) - 1);
    const next = indexAfter(event.key, focus.index, items.length, pageRows);
    if (next === undefined) return;
    event.preventDefault();
    focus.wish(next);
    list.scrollToIndex(next);
  };
  return (
    <div
      class={hasLines ? 'long-list lines-of-two' : 'long-list'}
      ref={scrolled}
      style={{ height: `${height}px` }}
      role="region"
      aria-label={label}
      {...(choose === undefined && { tabIndex: 0 })}
    >
      <ul
        role="list"
        style={{ height: `${items.length * rowHeight}px` }}
        onFocusIn={({ target }) => focus.set(indexOf(target as Element))}
        {...(choose !== undefined && { onKeyDown: press })}
      >
        {list.getVirtualItems().map(({ index, start }) => {
          const item = items[index]!;
          const key = keyOf(item);
          return (
            <li
              key={key}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)`, height: `${rowHeight}px` }}
            >
              {choose === undefined ? (
                draw(item)
              ) : (
                <button
                  type="button"
                  class="choice"
                  tabIndex={index === focus.index ? 0 : -1}
                  aria-current={key === chosen ? 'true' : undefined}
                  onClick={() => choose(item)}
                >
                  {draw(item)}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Which row has the focus, or would get it by Tab. It is known by its key, since rows come and go. */
function useFocusedRow<T>(items: readonly T[], keyOf: (item: T) => string) {
  const [key, setKey] = useState<string>();
  const isWished = useRef(false);
  const found = useMemo(() => items.findIndex((item) => keyOf(item) === key), [items, key]);
  const set = (index: number) => {
    const item = items[index];
    if (item !== undefined) setKey(keyOf(item));
  };
  return {
    index: Math.max(0, found),
    set,
    /** The row is to have the focus once it is drawn. */
    wish(index: number) {
      isWished.current = true;
      set(index);
    },
    takeWish() {
      const was = isWished.current;
      isWished.current = false;
      return was;
    },
  };
}

/** Which rows are drawn. All functions that the library remembers results by stay the same. */
function useRows(
  scrolled: { readonly current: HTMLDivElement | null },
  count: number,
  rowHeight: number,
  height: number,
  focused: number,
) {
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const fixed = useMemo(
    () => ({
      getScrollElement: () => scrolled.current,
      estimateSize: () => rowHeight,
      overscan,
      initialRect: { width: 0, height },
      observeElementRect,
      observeElementOffset,
      scrollToFn: elementScroll,
      onChange: () => redraw(undefined),
    }),
    [rowHeight],
  );
  const rangeExtractor = useMemo(
    () => (range: Range) => {
      // With those beside it: a key may be pressed before the list has caught up with its scrolling.
      const besides = [focused - 1, focused, focused + 1];
      const drawn = new Set([...defaultRangeExtractor(range), ...besides]);
      return [...drawn].filter((i) => i >= 0 && i < range.count).toSorted((a, b) => a - b);
    },
    [focused],
  );
  const options = { ...fixed, count, rangeExtractor };
  const list = useRef<Virtualizer<HTMLDivElement, Element> | undefined>(undefined);
  list.current ??= new Virtualizer<HTMLDivElement, Element>(options);
  list.current.setOptions(options);
  useLayoutEffect(() => list.current!._didMount(), []);
  useLayoutEffect(() => list.current!.measure(), [rowHeight]);
  useLayoutEffect(() => list.current!._willUpdate());
  // The height is known to the library after the first drawing.
  useEffect(() => redraw(undefined), []);
  return list.current;
}

const rowOf = (list: Element, index: number) =>
  list.querySelector<HTMLElement>(`[data-index="${index}"] > button`);

const indexOf = (element: Element) =>
  Number(element.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1);

/** Undefined for a key that does not move. */
function indexAfter(key: string, index: number, count: number, pageRows: number) {
  const wanted: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + pageRows,
    PageUp: index - pageRows,
    Home: 0,
    End: count - 1,
  };
  const next = wanted[key];
  return next === undefined ? undefined : Math.min(count - 1, Math.max(0, next));
}
