/** Follows services that have no stream: a page reads again when a business counter of its service has moved. */
import { useEffect, useRef } from 'preact/hooks';
import { useLive } from './overview.ts';

/** What happened while the page was loaded counts as well. */
const firstSeconds = 5;

interface ChangesOptions {
  /**
   * Counters that tell of a change, without labels, such as `uploads`; without it, all of them. Reading
   * must not move them, or the page would read for ever.
   */
  readonly counters?: readonly string[];
  /** Where reading is dear: `act` is called that often at most, milliseconds. */
  readonly everyMs?: number;
}

/** Calls `act` after each second in which something happened in a service. */
export function useChanges(
  service: string,
  act: () => void,
  { counters: wanted, everyMs = 0 }: ChangesOptions = {},
): void {
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
    isDue.current ||= Object.entries(counters).some(
      ([name, values]) =>
        (wanted === undefined || wanted.includes(name.split(':', 1)[0]!)) &&
        values.slice(-last).some((value) => value > 0),
    );
    if (!isDue.current || at - actedAt.current < everyMs) return;
    isDue.current = false;
    actedAt.current = at;
    act();
  }, [at, counters]);
}
