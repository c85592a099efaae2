/** The signals by which people and supervisors stop a process. */

/** How long a copy of the same signal may still arrive through another process, milliseconds. */
const echoMs = 500;

/**
 * Calls `stop` on the first SIGINT or SIGTERM, and `stopAtOnce` on the next one; without it, the next
 * one ends the process. Signals right after the first are ignored: a terminal or a supervisor signals
 * all processes of a group, and those that started this one pass theirs on.
 */
export function onStopSignals(
  stop: () => void,
  stopAtOnce?: (signal: NodeJS.Signals) => void,
): void {
  const ignore = () => {};
  const first = () => {
    process.off('SIGTERM', first).off('SIGINT', first);
    process.on('SIGTERM', ignore).on('SIGINT', ignore);
    setTimeout(() => {
      process.off('SIGTERM', ignore).off('SIGINT', ignore);
      if (stopAtOnce !== undefined) process.on('SIGTERM', stopAtOnce).on('SIGINT', stopAtOnce);
    }, echoMs).unref();
    stop();
  };
  process.on('SIGTERM', first).on('SIGINT', first);
}
