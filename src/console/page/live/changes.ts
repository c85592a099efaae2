/** When a service without a stream of its own has changed: its business counters have moved. */
import { useEffect, useRef } from 'preact/hooks';
import { useLive } from './overview.ts';

/**
 * Calls `act` after each second in which something happened in a service. Reading it is no event, so
 * a page may read again.
 */
export function useChanges(service: string, act: () => void): void {
  const { seconds } = useLive(service);
  const at = seconds?.at;
  const counters = seconds?.services[service]?.counters;
  const seen = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (at === undefined || counters === undefined) return;
    const passed = seen.current === undefined ? 1 : Math.round((at - seen.current) / 1_000);
    seen.current = at;
    if (passed < 1) return;
    const moved = Object.values(counters).some((values) =>
      values.slice(-passed).some((value) => value > 0),
    );
    if (moved) act();
  }, [at, counters]);
}
