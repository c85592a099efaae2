/**
 * Rows of one height, of which only those in sight are drawn: ten thousand scroll as ten do. Screen
 * readers are told how many there are.
 */
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { ComponentChildren } from 'preact';
import { useEffect, useReducer, useRef } from 'preact/hooks';

interface LongListProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly draw: (item: T) => ComponentChildren;
  /** Of one row, pixels. */
  readonly rowHeight?: number;
  /** Of the list, pixels, when there are more rows than fit. */
  readonly maxHeight?: number;
}

/** Rows beyond the edges that are drawn already. */
const overscan = 8;

export function LongList<T>(props: LongListProps<T>) {
  const { label, items, keyOf, draw, rowHeight = 34, maxHeight = 420 } = props;
  const scrolled = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const options = {
    count: items.length,
    getScrollElement: () => scrolled.current,
    estimateSize: () => rowHeight,
    getItemKey: (index: number) => keyOf(items[index]!),
    overscan,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => redraw(undefined),
  };
  const list = useRef<Virtualizer<HTMLDivElement, Element> | undefined>(undefined);
  list.current ??= new Virtualizer<HTMLDivElement, Element>(options);
  list.current.setOptions(options);
  useEffect(() => {
    const end = list.current!._didMount();
    list.current!._willUpdate();
    redraw(undefined);
    return end;
  }, []);
  useEffect(() => list.current!._willUpdate());
  const height = Math.min(maxHeight, items.length * rowHeight);
  return (
    <div
      class="long-list"
      ref={scrolled}
      style={{ height: `${height}px` }}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <ul style={{ height: `${list.current.getTotalSize()}px` }}>
        {list.current.getVirtualItems().map(({ index, start, key }) => (
          <li
            key={key}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start}px)`, height: `${rowHeight}px` }}
          >
            {draw(items[index]!)}
          </li>
        ))}
      </ul>
    </div>
  );
}
