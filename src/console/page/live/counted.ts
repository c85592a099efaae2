/** For what has no stream: a page reads again when a business counter of its service has moved. */
import { useEffect, useRef } from 'preact/hooks';
import { useLive } from './overview.ts';

/**
 * Calls `act` after each second in which one of the counters moved. Reading must not move them, or the
 * page would read for ever.
 *
 * @param counters names without labels, such as `uploads`
 */
export function useCounted(service: string, counters: readonly string[], act: () => void): void {
  const { seconds } = useLive(service);
  const at = seconds?.at;
  const seenAt = useRef(Date.now());
  const moved = useRef(act);
  moved.current = act;
  useEffect(() => {
    if (seconds === undefined || at === undefined) return;
    // One more than passed: what happened between the page's first reading and its first second.
    const news = Math.max(1, Math.round((at - seenAt.current) / 1_000) + 1);
    seenAt.current = at;
    const series = Object.entries(seconds.services[service]?.counters ?? {});
    const hasMoved = series.some(
      ([name, values]) =>
        counters.includes(name.split(':', 1)[0]!) && values.slice(-news).some((value) => value > 0),
    );
    if (hasMoved) moved.current();
  }, [at]);
}
