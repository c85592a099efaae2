import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { compileStrict } from '#kit/web/schema.ts';
import { hoursText, isTimeZone, openingAt, OpeningHours } from './opening-hours.ts';

const daily = [
  'mon',
  'tue',
  'wed',
  'thu',
  'fri',
  'sat',
  'sun',
] as OpeningHours['weekly'][0]['days'];
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

const hours = (timezone: string, ...weekly: OpeningHours['weekly']) =>
  hoursText({ timezone, weekly });
const every = (timezone: string, from: string, to: string) =>
  hours(timezone, { days: daily, from, to });
const at = (instant: string) => Date.parse(instant);
const opensAt = (text: string, instant: string) => {
  const found = openingAt(text, at(instant)).opensAt;
  return found === undefined ? undefined : new Date(found).toISOString();
};
const isOpen = (text: string, instant: string) => openingAt(text, at(instant)).isOpen;

describe('opening hours', () => {
  it('hold from their first minute until just before their last', () => {
    const text = every('Asia/Jakarta', '07:00', '23:00');
    assert.equal(isOpen(text, '2026-01-01T06:59:59.999+07:00'), false);
    assert.equal(isOpen(text, '2026-01-01T07:00:00.000+07:00'), true);
    assert.equal(isOpen(text, '2026-01-01T22:59:59.999+07:00'), true);
    assert.equal(isOpen(text, '2026-01-01T23:00:00.000+07:00'), false);
    assert.equal(opensAt(text, '2026-01-01T23:00:00+07:00'), '2026-01-02T00:00:00.000Z');
    assert.equal(opensAt(text, '2026-01-01T12:00:00+07:00'), undefined);
  });

  it('go past midnight when they end at or before their beginning', () => {
    const night = hours('UTC', { days: ['fri'], from: '22:00', to: '06:00' });
    // 2 January 2026 is a Friday.
    assert.equal(isOpen(night, '2026-01-02T05:00Z'), false);
    assert.equal(isOpen(night, '2026-01-02T22:00Z'), true);
    assert.equal(isOpen(night, '2026-01-03T05:59Z'), true);
    assert.equal(isOpen(night, '2026-01-03T06:00Z'), false);
    assert.equal(opensAt(night, '2026-01-03T06:00Z'), '2026-01-09T22:00:00.000Z');
    const round = hours('UTC', { days: ['fri'], from: '09:00', to: '09:00' });
    assert.equal(isOpen(round, '2026-01-02T09:00Z'), true);
    assert.equal(isOpen(round, '2026-01-03T08:59Z'), true);
    assert.equal(isOpen(round, '2026-01-03T09:00Z'), false);
    assert.equal(isOpen(every('UTC', '00:00', '00:00'), '2026-01-02T00:00Z'), true);
  });

  it('may be several a day, overlapping or not', () => {
    const text = hours(
      'UTC',
      { days: ['thu'], from: '08:00', to: '12:00' },
      { days: ['thu'], from: '11:00', to: '14:00' },
      { days: ['thu', 'thu'], from: '18:00', to: '20:00' },
    );
    assert.equal(isOpen(text, '2026-01-01T13:00Z'), true);
    assert.equal(opensAt(text, '2026-01-01T14:00Z'), '2026-01-01T18:00:00.000Z');
    assert.equal(opensAt(text, '2026-01-01T20:00Z'), '2026-01-08T08:00:00.000Z');
  });

  it('that are empty never come', () => {
    assert.deepEqual(openingAt(hours('UTC'), at('2026-01-01T00:00Z')), {
      isOpen: false,
      opensAt: undefined,
    });
  });

  it('follow the clock on the wall when it is changed', () => {
    const berlin = every('Europe/Berlin', '07:00', '23:00');
    assert.equal(opensAt(berlin, '2026-03-28T00:00Z'), '2026-03-28T06:00:00.000Z');
    assert.equal(opensAt(berlin, '2026-03-29T00:00Z'), '2026-03-29T05:00:00.000Z');
    assert.equal(opensAt(berlin, '2026-10-24T22:00Z'), '2026-10-25T06:00:00.000Z');
    // The night of the change is 7 hours long, and that back 9.
    const night = every('Europe/Berlin', '22:00', '06:00');
    assert.equal(isOpen(night, '2026-03-29T03:59Z'), true);
    assert.equal(isOpen(night, '2026-03-29T04:00Z'), false);
    assert.equal(isOpen(night, '2026-10-25T04:59Z'), true);
    assert.equal(isOpen(night, '2026-10-25T05:00Z'), false);
    // By half an hour, on the other half of the globe.
    const lordHowe = every('Australia/Lord_Howe', '09:00', '17:00');
    assert.equal(opensAt(lordHowe, '2026-04-04T12:00Z'), '2026-04-04T22:30:00.000Z');
    assert.equal(opensAt(lordHowe, '2026-04-03T12:00Z'), '2026-04-03T22:00:00.000Z');
  });

  it('take a time that is left out as if the clock were not changed yet, and the first of two', () => {
    const early = every('Europe/Berlin', '02:30', '05:00');
    assert.equal(opensAt(early, '2026-03-29T00:00Z'), '2026-03-29T01:30:00.000Z'); // 03:30
    assert.equal(opensAt(early, '2026-10-24T22:00Z'), '2026-10-25T00:30:00.000Z');
    assert.equal(isOpen(early, '2026-10-25T01:00Z'), true); // 02:00 again
    const late = every('Europe/Berlin', '01:00', '02:30');
    assert.equal(isOpen(late, '2026-10-25T00:29Z'), true);
    assert.equal(isOpen(late, '2026-10-25T01:15Z'), false);
  });

  it('find the next opening over a day that a zone left out', () => {
    // Samoa went from 29 to 31 December 2011.
    const fridays = hours('Pacific/Apia', { days: ['fri'], from: '09:00', to: '12:00' });
    assert.ok(opensAt(fridays, '2011-12-28T12:00Z')! > '2011-12-30');
    const saturdays = hours('Pacific/Apia', { days: ['sat'], from: '09:00', to: '12:00' });
    assert.equal(opensAt(saturdays, '2011-12-30T09:00Z'), '2011-12-30T19:00:00.000Z');
  });

  it('are the same whichever instant is asked first', () => {
    const text = every('Asia/Tokyo', '09:00', '18:00');
    for (const [instant, expected] of [
      ['2026-05-01T10:00+09:00', true],
      ['2026-05-01T20:00+09:00', false],
      ['2026-05-01T10:00+09:00', true],
      ['2026-04-01T08:00+09:00', false],
      ['2027-04-01T17:59+09:00', true],
    ] as const) {
      assert.equal(isOpen(text, instant), expected, instant);
    }
  });

  it('agree with a calendar, in any zone and week', () => {
    fc.assert(
      fc.property(weeks, zones, instants, (weekly, timezone, now) => {
        fc.pre(!changesNear(timezone, now));
        const text = hoursText({ timezone, weekly });
        const { isOpen: found, opensAt: next } = openingAt(text, now);
        assert.equal(found, isOpenByCalendar(weekly, timezone, now));
        if (found) return;
        assert.ok(next !== undefined && next > now && next <= now + 8 * day);
        assert.equal(openingAt(text, next).isOpen, true);
        assert.equal(openingAt(text, next - 1).isOpen, false);
        for (let between = now; between < next; between += 97 * minute) {
          if (changesNear(timezone, between)) continue;
          assert.equal(isOpenByCalendar(weekly, timezone, between), false);
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('the schema of opening hours', () => {
  const isValid = compileStrict(OpeningHours);
  const span = { days: ['mon'], from: '07:00', to: '23:00' };
  const week = (change: object) => ({ timezone: 'UTC', weekly: [{ ...span, ...change }] });

  it('takes times from 00:00 to 23:59 and names of days', () => {
    for (const ok of [{}, { from: '00:00' }, { to: '23:59' }, { days: daily }]) {
      assert.ok(isValid(week(ok)), JSON.stringify(ok));
    }
    for (const bad of [
      { from: '24:00' },
      { from: '7:00' },
      { to: '07:60' },
      { to: '07:00:00' },
      { to: 7 },
      { days: [] },
      { days: ['Mon'] },
      { days: 'mon' },
      { from: undefined },
    ]) {
      assert.ok(!isValid(JSON.parse(JSON.stringify(week(bad)))), JSON.stringify(bad));
    }
  });

  it('time zones are those of the platform', () => {
    for (const name of ['Asia/Jakarta', 'UTC', 'Europe/Berlin', 'US/Pacific']) {
      assert.ok(isTimeZone(name), name);
    }
    for (const name of ['Mars/Olympus', '2026-01-01T00:00[UTC]', 'Berlin', ' ', '\0']) {
      assert.ok(!isTimeZone(name), name);
    }
  });
});

const times = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '59'))
  .map(([h, m]) => `${String(h).padStart(2, '0')}:${m}`);
const weeks = fc.array(
  fc.record({
    days: fc.subarray(daily, { minLength: 1 }),
    from: times,
    to: times,
  }),
  { minLength: 1, maxLength: 4 },
);
const zones = fc.constantFrom(
  'Asia/Jakarta',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'UTC',
);
const instants = fc.integer({ min: at('2024-01-01'), max: at('2029-01-01') });

/** The time and the day on a clock and a calendar on the wall. */
function wall(timezone: string, now: number) {
  const options = {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const;
  const parts = new Intl.DateTimeFormat('en-US', { ...options, timeZone: timezone }).formatToParts(
    now,
  );
  const part = (type: string) => parts.find((each) => each.type === type)!.value;
  return { day: part('weekday').toLowerCase(), time: `${part('hour')}:${part('minute')}` };
}

function isOpenByCalendar(weekly: OpeningHours['weekly'], timezone: string, now: number): boolean {
  const { day: today, time } = wall(timezone, now);
  const yesterday = daily[(daily.indexOf(today as 'mon') + 6) % 7]!;
  return weekly.some(({ days, from, to }) => {
    const isOn = (name: string) => days.includes(name as 'mon');
    if (from < to) return isOn(today) && from <= time && time < to;
    return (isOn(today) && from <= time) || (isOn(yesterday) && time < to);
  });
}

/** Whether the clocks change within a day: then the wall may show a time twice, or not at all. */
function changesNear(timezone: string, now: number): boolean {
  const offsetAt = (instant: number) => {
    const options = { timeZone: timezone, timeZoneName: 'longOffset' } as const;
    return new Intl.DateTimeFormat('en-US', options).format(instant).split('GMT')[1];
  };
  return offsetAt(now - 26 * hour) !== offsetAt(now + 26 * hour);
}
