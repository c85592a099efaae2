/** What a person opens may come above or below the window, on a phone mostly: it is brought into sight. */
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useIsShown } from '../live/together.tsx';

/**
 * Returns the ref of a section that was opened. When it is out of sight, it is scrolled to, and its heading has the
 * focus: that has a `tabIndex` of -1. Closed from inside, it gives the focus back to what opened it.
 *
 * @param isThere all that is in it has come
 */
export function useOpened(isThere = true): RefObject<HTMLElement | null> {
  const opened = useRef<HTMLElement>(null);
  const isShown = useIsShown();
  useEffect(() => {
    // What the address names comes with the page: nobody has opened it now.
    if (!isThere || !isShown()) return;
    const element = opened.current!;
    const opener = document.activeElement as HTMLElement;
    const heading = element.querySelector<HTMLElement>('h2')!;
    const { top, bottom } = heading.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) {
      element.scrollIntoView({ block: 'nearest' });
      heading.focus({ preventScroll: true });
    }
    return () => {
      // The focus was in it, and is gone with it.
      if (document.activeElement === document.body) opener.focus();
    };
  }, [isThere]);
  return opened;
}
