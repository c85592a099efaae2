/** Says that what is shown is not of now. It covers the page, which stays as it is. */
import { formatClock } from '../live/format.ts';
import { useLive } from '../live/overview.ts';

export function Lost() {
  const { isConnected, seconds } = useLive();
  if (isConnected) return null;
  return (
    <p class="no-answer" role="status">
      The process does not answer.{' '}
      {seconds && `This is what was known at ${formatClock(seconds.clock)}. `}
      It is asked again each second.
    </p>
  );
}
