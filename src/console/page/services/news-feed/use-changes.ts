/** Tells when somebody did something that no timeline's stream tells: a like, a follow. */
import { useEffect } from 'preact/hooks';
import { useLive } from '../../live/overview.ts';

/** Reading counts as well: reloading because of it would go on for ever. */
const ofReading = 'timelines';

/** Calls `changed` after each second in which a business counter of the service has grown, but for reading. */
export function useChanges(changed: () => void): void {
  const { seconds } = useLive('news-feed');
  const counters = seconds?.services['news-feed']?.counters ?? {};
  const hasMoved = Object.entries(counters).some(
    ([name, values]) => !name.startsWith(ofReading) && (values.at(-1) ?? 0) > 0,
  );
  useEffect(() => {
    if (hasMoved) changed();
  }, [seconds?.at, hasMoved]);
}
