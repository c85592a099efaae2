/** When a service without a stream of its own has changed: its business counters have moved. */
import { useEffect, useRef } from 'preact/hooks';
import { useLive } from './overview.ts';

/** What happened while the page was loaded counts as well. */
const firstSeconds = 5;

/**
 * Calls `act` after each second in which something happened in a service. Reading it is no event, so
 * a page may read again.
 *
 * @param everyMs where reading is dear: it is called that often at most
 */
export function useChanges(service: string, act: () => void, everyMs = 0): void {
  const { seconds } = useLive(service);
  const at = seconds?.at;
  const counters = seconds?.services[service]?.counters;
  const seen = useRef<number | undefined>(undefined);
  const [isDue, actedAt] = [useRef(false), useRef(0)];
  useEffect(() => {
    if (at === undefined || counters === undefined) return;
    // Seconds come a little early or late: reading once too often does no harm, too seldom does.
    const passed = seen.current === undefined ? firstSeconds : (at - seen.current) / 1_000 + 1;
    seen.current = at;
    const last = Math.max(1, Math.ceil(passed));
    const moved = Object.values(counters).some((values) =>
      values.slice(-last).some((value) => value > 0),
    );
    isDue.current ||= moved;
    if (!isDue.current || at - actedAt.current < everyMs) return;
    isDue.current = false;
    actedAt.current = at;
    act();
  }, [at, counters]);
}
