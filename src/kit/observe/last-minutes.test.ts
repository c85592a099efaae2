import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refusals } from '../base/refusal.ts';
import { LastMinutes } from './last-minutes.ts';
import { keptSeconds } from './tally.ts';

const refuse = refusals({ SOLD_OUT: { status: 409, title: 'Sold out' } });

it('tells of each second what was answered in it, and how fast', () => {
  const minutes = new LastMinutes();
  const tea = minutes.service('tea');
  for (let i = 0; i < 98; i++) tea.answered(200, 0.001);
  tea.answered(404, 0.001);
  tea.answered(503, 0.5);
  minutes.closeSecond();
  tea.answered(200, 0.002);
  minutes.closeSecond();
  minutes.closeSecond();
  const { requests, refused, failed, p50, p99 } = tea.traffic(0, 3);
  assert.deepEqual(requests, [100, 1, 0]);
  assert.deepEqual(refused, [1, 0, 0]);
  assert.deepEqual(failed, [1, 0, 0]);
  // A bucket is 9 % wide.
  assert.ok(p50[0]! >= 1 && p50[0]! <= 1.1, String(p50[0]));
  assert.ok(p99[0]! >= 1 && p99[0]! <= 1.1, String(p99[0]));
  assert.ok(p50[1]! >= 2 && p50[1]! <= 2.2, String(p50[1]));
  assert.equal(p50[2], 0);
});

it('keeps ten minutes', () => {
  const minutes = new LastMinutes();
  const tea = minutes.service('tea');
  for (let second = 0; second < keptSeconds + 5; second++) {
    for (let i = 0; i < second % 7; i++) tea.answered(200, 0.001);
    minutes.closeSecond();
  }
  assert.deepEqual([minutes.first, minutes.seconds], [5, keptSeconds + 5]);
  const { requests } = tea.traffic(minutes.first, minutes.seconds);
  assert.deepEqual(
    requests,
    Array.from({ length: keptSeconds }, (_, i) => (i + 5) % 7),
  );
});

it('counts refusals by code and forgets them after ten minutes', () => {
  const minutes = new LastMinutes();
  const tea = minutes.service('tea');
  tea.refused(refuse.SOLD_OUT('of mint'), 1_000);
  tea.refused(refuse.SOLD_OUT('of mint'), 2_000);
  minutes.closeSecond();
  const known = { code: 'SOLD_OUT', status: 409, title: 'Sold out' };
  assert.deepEqual(tea.refusals(0, 1), [{ ...known, count: 2, lastAt: 2_000 }]);
  for (let second = 0; second < keptSeconds; second++) minutes.closeSecond();
  assert.deepEqual(tea.refusals(minutes.first, minutes.seconds), []);
});

it('adds up business counters, those with a label by its value', () => {
  const minutes = new LastMinutes();
  const { business } = minutes.service('tea');
  business.counted('sold', 0);
  business.counted('sold', 3);
  business.counted('offered', 1, 'mint');
  minutes.closeSecond();
  business.counted('sold', 1);
  minutes.closeSecond();
  assert.deepEqual(business.slice(0, 2), { sold: [3, 1], 'offered:mint': [1, 0] });
});

it('of a label with many values tells those that counted most, and the others together', () => {
  const minutes = new LastMinutes();
  const { business } = minutes.service('tea');
  for (let i = 1; i <= 1_000; i++) business.counted('offered', i, `tea ${i}`);
  business.counted('offered', 7_000, '(others)');
  minutes.closeSecond();
  const told = business.slice(0, 1);
  const most = Array.from({ length: 49 }, (_, i) => 1_000 - i);
  assert.deepEqual(told, {
    ...Object.fromEntries(most.map((i) => [`offered:tea ${i}`, [i]])),
    'offered:(others)': [7_000 + (951 * 952) / 2],
  });
  // What was counted more than ten minutes ago does not matter.
  for (let second = 0; second < keptSeconds; second++) {
    business.counted('offered', 1, 'tea 1');
    minutes.closeSecond();
  }
  const { seconds } = minutes;
  assert.deepEqual(business.slice(seconds - 1, seconds)['offered:tea 1'], [1]);
});

it('tells the worst delay of each second', () => {
  const minutes = new LastMinutes();
  minutes.delayed(2);
  minutes.delayed(40.5);
  minutes.closeSecond();
  minutes.closeSecond();
  const { delay, memory } = minutes.process(0, 2);
  assert.deepEqual(delay, [40.5, 0]);
  assert.ok(memory[0]! > 1_000_000);
});
