import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { Refusal } from '#kit/web/problem.ts';
import { checkQuietHours, endOfQuietHours } from './quiet-hours.ts';

const minute = 60_000;
const at = (text: string) => Date.parse(text);
const endOf = (timezone: string, from: string, to: string, instant: string) => {
  const end = endOfQuietHours({ timezone, from, to }, at(instant));
  return end === undefined ? undefined : new Date(end).toISOString();
};

describe('quiet hours', () => {
  it('end at `to`, on the next day where they pass midnight', () => {
    const night = ['Asia/Kolkata', '22:00', '07:00'] as const;
    assert.equal(endOf(...night, '2026-01-01T16:29:59.999Z'), undefined);
    assert.equal(endOf(...night, '2026-01-01T16:30:00Z'), '2026-01-02T01:30:00.000Z');
    assert.equal(endOf(...night, '2026-01-01T20:00:00Z'), '2026-01-02T01:30:00.000Z');
    assert.equal(endOf(...night, '2026-01-02T01:29:59.999Z'), '2026-01-02T01:30:00.000Z');
    assert.equal(endOf(...night, '2026-01-02T01:30:00Z'), undefined);
    const noon = ['America/New_York', '12:00', '13:00'] as const;
    assert.equal(endOf(...noon, '2026-07-01T16:30:00Z'), '2026-07-01T17:00:00.000Z');
    assert.equal(endOf(...noon, '2026-07-01T17:00:00Z'), undefined);
  });

  it('last an hour less in the night in which the clock is put forward, an hour more when it is put back', () => {
    const night = ['Europe/Berlin', '22:00', '07:00'] as const;
    assert.equal(endOf(...night, '2026-03-28T21:00:00Z'), '2026-03-29T05:00:00.000Z');
    assert.equal(endOf(...night, '2026-10-24T20:00:00Z'), '2026-10-25T06:00:00.000Z');
  });

  it('end when the clock is put forward past `to`, and not at an hour that there is not', () => {
    // 02:00 to 03:00 is left out.
    const night = ['Europe/Berlin', '22:00', '02:30'] as const;
    assert.equal(endOf(...night, '2026-03-29T00:30:00Z'), '2026-03-29T01:00:00.000Z');
    assert.equal(endOf(...night, '2026-03-29T01:00:00Z'), undefined);
  });

  it('are twice where the clock shows them twice', () => {
    // 02:00 to 03:00 comes twice.
    const hours = ['Europe/Berlin', '01:00', '02:30'] as const;
    assert.equal(endOf(...hours, '2026-10-25T00:10:00Z'), '2026-10-25T00:30:00.000Z');
    assert.equal(endOf(...hours, '2026-10-25T00:30:00Z'), undefined);
    assert.equal(endOf(...hours, '2026-10-25T01:10:00Z'), '2026-10-25T01:30:00.000Z');
  });

  it('end at the first minute whose clock does not show them, whatever zone, hours and season', () => {
    // The hours around changes in both directions, of an hour and of half an hour, and a day that there was not.
    const changes: [zone: string, change: string][] = [
      ['Europe/Berlin', '2026-03-29T01:00Z'],
      ['Europe/Berlin', '2026-10-25T01:00Z'],
      ['America/New_York', '2026-03-08T07:00Z'],
      ['America/New_York', '2026-11-01T06:00Z'],
      ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
      ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
      ['Pacific/Apia', '2011-12-30T10:00Z'],
      ['Asia/Kathmandu', '2026-06-01T00:00Z'],
    ];
    const time = fc.record({ hour: fc.nat(23), minute: fc.constantFrom(0, 1, 15, 30, 45, 59) });
    const law = fc.property(
      fc.constantFrom(...changes),
      time,
      time,
      fc.integer({ min: -30 * 60, max: 30 * 60 }),
      ([timezone, change], one, other, minutes) => {
        const [from, to] = [one, other].map((t) => `${pad(t.hour)}:${pad(t.minute)}`);
        fc.pre(from !== to);
        const start = at(change) + minutes * minute;
        const hours = { timezone, from: from!, to: to! };
        assert.equal(endOfQuietHours(hours, start), naiveEnd(hours, start));
      },
    );
    fc.assert(law, { numRuns: 100 });
  });

  it('are none at the end of all dates, nor in a zone that is not known here', () => {
    const night = { timezone: 'UTC', from: '23:00', to: '01:00' };
    assert.equal(endOfQuietHours(night, 8_640_000_000_000_000), undefined);
    assert.equal(endOfQuietHours({ ...night, timezone: 'Mars/Base' }, at('2026-01-01')), undefined);
  });

  it('need a zone that there is, and two different times', () => {
    const isRefused = (path: string) => (error: unknown) => {
      assert.ok(error instanceof Refusal);
      assert.equal((error.members['errors'] as { path: string }[])[0]!.path, path);
      return true;
    };
    const night = { from: '22:00', to: '07:00' };
    checkQuietHours({ ...night, timezone: 'Europe/Berlin' });
    for (const timezone of ['Europe/Atlantis', '', '2026', 'Europe/Berlin\0']) {
      assert.throws(
        () => checkQuietHours({ ...night, timezone }),
        isRefused('quiet_hours.timezone'),
      );
    }
    const wrong = { timezone: 'UTC', from: '22:00', to: '22:00' };
    assert.throws(() => checkQuietHours(wrong), isRefused('quiet_hours.to'));
  });
});

const pad = (n: number) => String(n).padStart(2, '0');

/** Minute by minute, by the other clock of the platform. */
function naiveEnd(hours: { timezone: string; from: string; to: string }, start: number) {
  const { timezone: timeZone, from, to } = hours;
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const isQuiet = (instant: number) => {
    const time = clock.format(instant);
    return from < to ? from <= time && time < to : from <= time || time < to;
  };
  if (!isQuiet(start)) return undefined;
  let end = start;
  while (isQuiet(end)) end += minute;
  return end;
}
