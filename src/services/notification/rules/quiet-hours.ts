/** Hours in which a user wants to be left alone, by the clock on the wall. */
import { invalid } from '#kit/web/problem.ts';
import type { QuietHours } from './preference-schemas.ts';

/**
 * Checks what the schema cannot say.
 *
 * @throws Refusal VALIDATION_FAILED
 */
export function checkQuietHours({ timezone, from, to }: QuietHours): void {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timezone);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw invalid('quiet_hours.timezone', 'must be an IANA time zone such as Europe/Berlin');
  }
  if (from === to) throw invalid('quiet_hours.to', 'must not be the same as from');
}

/**
 * The first instant from `at` on that is not within the quiet hours, or undefined when `at` is not
 * in them. They end when the clock on the wall shows `to`, or is put forward past it. A time that
 * it shows twice, as it is put back, is quiet twice.
 *
 * Nothing is quiet at the end of all dates, nor in a zone that another replica has accepted and this
 * one does not know.
 *
 * @param at milliseconds
 */
export function endOfQuietHours(hours: QuietHours, at: number): number | undefined {
  try {
    return endOf(hours, at);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** @throws RangeError as above */
function endOf(hours: QuietHours, at: number): number | undefined {
  const start = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(hours.timezone);
  if (!isQuiet(hours, start)) return undefined;
  const ends = candidates(hours, start).filter(
    (end) => Temporal.ZonedDateTime.compare(end, start) > 0 && !isQuiet(hours, end),
  );
  return Math.min(...ends.map(({ epochMilliseconds }) => epochMilliseconds));
}

/**
 * Every instant at which quiet hours may end: the times `to` of these days, and changes of the
 * clock.
 */
function candidates({ timezone, to }: QuietHours, start: Temporal.ZonedDateTime) {
  const named = [0, 1, 2].flatMap((days) => {
    const local = start.toPlainDate().add({ days }).toPlainDateTime(to);
    const both = ['earlier', 'later'] as const;
    return both.map((disambiguation) => local.toZonedDateTime(timezone, { disambiguation }));
  });
  const first = start.getTimeZoneTransition('next');
  const second = first?.getTimeZoneTransition('next');
  return [...named, ...[first, second].filter((change) => change != null)];
}

function isQuiet({ from, to }: QuietHours, at: Temporal.ZonedDateTime): boolean {
  const time = at.toPlainTime().toString({ smallestUnit: 'minute' });
  return from < to ? from <= time && time < to : from <= time || time < to;
}
