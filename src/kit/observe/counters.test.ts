import assert from 'node:assert/strict';
import { it } from 'node:test';
import { afterSteps } from './counters.ts';
import { Metrics } from './metrics.ts';

const table = {
  cups: { help: 'Cups' },
  spilt: { help: 'Cups spilt', label: 'reason' },
} as const;

it('counters of services of one kind share a name, and begin at 0', async () => {
  const metrics = new Metrics();
  const [green, black] = ['green-tea', 'black-tea'].map((name) =>
    metrics.counters(name, table, 'tea'),
  );
  green!.cups();
  green!.cups(2);
  black!.spilt('hot');
  const shown = await metrics.registry.metrics();
  for (const line of [
    '# TYPE hawker_tea_cups_total counter',
    'hawker_tea_cups_total{service="green-tea"} 3',
    'hawker_tea_cups_total{service="black-tea"} 0',
    'hawker_tea_spilt_total{service="black-tea",reason="hot"} 1',
  ]) {
    assert.ok(shown.includes(`${line}\n`), line);
  }
  metrics.counters('key-value', table);
  assert.match(await metrics.registry.metrics(), /^hawker_key_value_cups_total/m);
});

it('a step is counted with its result and arguments when it has not failed', async () => {
  class Kettle {
    #cups = 0;
    async fill(cups: number) {
      if (cups > 9) throw new Error('full');
      return (this.#cups += cups);
    }
    cups() {
      return this.#cups;
    }
  }
  const seen: unknown[] = [];
  const kettle = afterSteps(new Kettle(), {
    fill: (total, cups) => seen.push(['fill', total, cups]),
    cups: (n) => seen.push(['cups', n]),
  });
  assert.equal(await kettle.fill(2), 2);
  assert.equal(await kettle.fill(3), 5);
  await assert.rejects(kettle.fill(10), /full/);
  assert.equal(kettle.cups(), 5);
  assert.deepEqual(seen, [
    ['fill', 2, 2],
    ['fill', 5, 3],
    ['cups', 5],
  ]);
});
