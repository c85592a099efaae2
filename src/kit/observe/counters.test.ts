import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { counted } from './counters.ts';
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

class Kettle {
  #cups = 0;
  readonly colour: string = 'green';
  async fill(cups: number) {
    if (cups > 9) throw new Error('full');
    return (this.#cups += cups);
  }
  empty() {
    this.#cups = 0;
  }
  async refill(cups: number) {
    this.empty();
    return this.fill(cups);
  }
  get cups() {
    return this.#cups;
  }
}

class Samovar extends Kettle {
  override empty() {
    super.empty();
  }
}

describe('a counted port', () => {
  it('counts a step with its result and arguments when it has not failed', async () => {
    const seen: unknown[] = [];
    const kettle = counted(new Kettle(), {
      fill: (total, cups) => seen.push(['fill', total, cups]),
      empty: (result) => seen.push(['empty', result]),
    });
    assert.equal(await kettle.fill(2), 2);
    assert.equal(await kettle.fill(3), 5);
    await assert.rejects(kettle.fill(10), /full/);
    assert.equal(kettle.empty(), undefined);
    assert.deepEqual(seen, [
      ['fill', 2, 2],
      ['fill', 5, 3],
      ['empty', undefined],
    ]);
  });

  it('is a new object: the port that it hands everything to is as it was', async () => {
    let fills = 0;
    const plain = { description: 'plain', fill: async (cups: number) => cups };
    const port = Object.freeze({ ...plain });
    const shown = counted(port, { fill: () => fills++ });
    assert.notEqual(shown, port);
    assert.deepEqual({ ...port }, plain);
    assert.deepEqual(Object.keys(shown), Object.keys(port));
    await port.fill(1);
    assert.equal(fills, 0);
    await shown.fill(1);
    assert.equal(fills, 1);
  });

  it('has the private fields, fields, getters and inherited steps of a class', async () => {
    let emptied = 0;
    const samovar = new Samovar();
    const shown = counted<Samovar>(samovar, { empty: () => emptied++ });
    await shown.fill(4);
    assert.deepEqual([shown.cups, samovar.cups, shown.colour], [4, 4, 'green']);
    shown.empty();
    assert.deepEqual([shown.cups, emptied], [0, 1]);
  });

  it('counts one step once: not the steps that this one calls on the port itself', async () => {
    const seen: string[] = [];
    const kettle = counted(new Kettle(), {
      fill: () => seen.push('fill'),
      refill: () => seen.push('refill'),
    });
    await kettle.refill(3);
    assert.deepEqual(seen, ['refill']);
  });
});
