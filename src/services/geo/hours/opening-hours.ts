/** Whether a hub is open, by its clock on the wall: time zones and their changes are Temporal's. */
import { LRUCache } from 'lru-cache';
import { Type, type Static } from 'typebox';

/** Monday is the first, as in ISO 8601. */
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const TimeOfDay = (description: string) =>
  Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description });

export const OpeningHours = Type.Object(
  {
    timezone: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'IANA time zone of the hub: Asia/Jakarta',
    }),
    weekly: Type.Array(
      Type.Object({
        days: Type.Array(Type.Enum([...weekdays], { type: 'string' }), {
          minItems: 1,
          maxItems: 7,
          description: 'days on which the span begins',
        }),
        from: TimeOfDay('when it opens: 07:00'),
        to: TimeOfDay('when it closes: 23:00; on the next day if it is not after `from`'),
      }),
      { maxItems: 50, description: 'spans in which the hub is open; none: it is closed for good' },
    ),
  },
  { description: 'when the hub is open; always, when absent' },
);
export type OpeningHours = Static<typeof OpeningHours>;

/** As it is kept: without unknown members. */
export const hoursText = ({ timezone, weekly }: OpeningHours): string =>
  JSON.stringify({ timezone, weekly: weekly.map(({ days, from, to }) => ({ days, from, to })) });

export function isTimeZone(name: string): boolean {
  try {
    // Temporal also takes an instant with a zone in it; Intl takes nothing but a zone.
    Intl.DateTimeFormat('en', { timeZone: name });
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

/** A time in which nothing opens or closes: from `from` until just before `until`, milliseconds. */
interface Period {
  readonly isOpen: boolean;
  readonly from: number;
  readonly until: number;
}

export interface Opening {
  readonly isOpen: boolean;
  /** While closed: when it opens; undefined when it never will. */
  readonly opensAt: number | undefined;
}

/** The present period by the text of the hours: most lookups fall into the same one. */
const periods = new LRUCache<string, Period>({ max: 10_000 });

/** @param hours as `hoursText` gives them */
export function openingAt(hours: string, now: number): Opening {
  let period = periods.get(hours);
  if (period === undefined || now < period.from || now >= period.until) {
    period = periodAt(JSON.parse(hours) as OpeningHours, now);
    periods.set(hours, period);
  }
  const { isOpen, until } = period;
  return { isOpen, opensAt: isOpen || until === Infinity ? undefined : until };
}

/** Days before and after today that are searched; a zone may leave out a day, or have it twice. */
const daysBack = 2;
const daysAhead = 15;

function periodAt({ timezone, weekly }: OpeningHours, now: number): Period {
  const today = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timezone)
    .toPlainDate();
  const spans: [from: number, until: number][] = [];
  for (let days = -daysBack; days <= daysAhead; days++) {
    const date = today.add({ days });
    const weekday = weekdays[date.dayOfWeek - 1]!;
    for (const { days: on, from, to } of weekly) {
      if (!on.includes(weekday)) continue;
      const lastDate = to > from ? date : date.add({ days: 1 });
      spans.push([instantOf(date, from, timezone), instantOf(lastDate, to, timezone)]);
    }
  }
  let closedSince = -Infinity;
  for (const [from, until] of union(spans)) {
    if (now < from) return { isOpen: false, from: closedSince, until: from };
    if (now < until) return { isOpen: true, from, until };
    closedSince = until;
  }
  return { isOpen: false, from: closedSince, until: Infinity };
}

/**
 * When a clock on the wall shows that time. A time that a change of the clocks leaves out counts as
 * if they had not been changed yet; of one that comes twice the first counts (RFC 5545, 3.3.5).
 */
function instantOf(date: Temporal.PlainDate, time: string, timeZone: string): number {
  return date.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds;
}

/** The same times, in order, none of them touching the next. */
function union(spans: [from: number, until: number][]): [from: number, until: number][] {
  const united: [from: number, until: number][] = [];
  for (const [from, until] of spans.filter(([a, b]) => a < b).toSorted(([a], [b]) => a - b)) {
    const last = united.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], until);
    else united.push([from, until]);
  }
  return united;
}
