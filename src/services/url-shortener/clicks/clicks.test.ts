import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { Link } from '../link.ts';
import { hostsADay, type LinkClicks, type Portion } from '../store/clicks.ts';
import { Clicks, flushEveryMs } from './clicks.ts';
import type { Agent, Source, Visitor } from './source.ts';
import { Tally } from './tally.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const link = (id: number, maxClicks: number | null = null) => ({ id, maxClicks }) as Link;
const person: Source = { agent: 'person', host: 'a.example', country: undefined };
const visitor: Visitor = { headers: {}, ip: '' };

/** The sums of all parts: `<day> <link> <what>` → number. */
function sumsOf(parts: Iterable<readonly LinkClicks[]>): Record<string, number> {
  const sums: Record<string, number> = {};
  const add = (name: string, n: number) => {
    if (n > 0) sums[name] = (sums[name] ?? 0) + n;
  };
  for (const { day, linkId, sources, ...counts } of [...parts].flat()) {
    for (const [name, n] of Object.entries(counts)) add(`${day} ${linkId} ${name}`, n);
    for (const { kind, name, clicks } of sources) add(`${day} ${linkId} ${kind} ${name}`, clicks);
  }
  return sums;
}

describe('clicks in memory', () => {
  test('are summed up by day, link and source; parts hold them all, each within its bound', () => {
    const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });
    // Each history draws what there is in it (swarm testing, Groce et al., 2012).
    const histories = fc
      .record({
        ids: some([1, 2, 3, 4, 5]),
        limited: some([true, false]),
        days: some([0, 1, 2]),
        agents: some<Agent>(['person', 'bot', 'unknown']),
        hosts: some(['a', 'b', 'c', 'd', 'e', 'f', undefined]),
        countries: some(['IN', 'DE', undefined]),
      })
      .chain((configuration) => {
        const { ids, limited, days, agents, hosts, countries } = configuration;
        const click = fc.record({
          id: fc.constantFrom(...ids),
          isLimited: fc.constantFrom(...limited),
          day: fc.constantFrom(...days),
          agent: fc.constantFrom(...agents),
          host: fc.constantFrom(...hosts),
          country: fc.constantFrom(...countries),
        });
        const clicks = fc.array(click, { maxLength: 200 });
        return fc.record({ configuration: fc.constant(configuration), clicks });
      });
    fc.assert(
      fc.property(histories, fc.integer({ min: 2, max: 20 }), ({ clicks: each }, maxEntries) => {
        const tally = new Tally();
        const expected: Record<string, number> = {};
        const add = (name: string) => (expected[name] = (expected[name] ?? 0) + 1);
        for (const { id, isLimited, day, agent, host, country } of each) {
          tally.add(link(id, isLimited ? 9 : null), { agent, host, country }, day * dayMs);
          if (!isLimited) add(`${day} ${id} uncounted`);
          const sum = { person: 'clicks', bot: 'bots', unknown: 'agent unknown' }[agent];
          add(`${day} ${id} ${sum}`);
          if (agent !== 'person') continue;
          if (host) add(`${day} ${id} host ${host}`);
          if (country) add(`${day} ${id} country ${country}`);
        }
        const parts = [...tally.parts(maxEntries)];
        assert.deepEqual(sumsOf(parts), expected);
        for (const part of parts) {
          const entries = part.reduce((sum, { sources }) => sum + 1 + sources.length, 0);
          assert.ok(entries <= maxEntries);
          const keys = part.map(({ linkId, day }) => `${linkId} ${day}`);
          assert.equal(new Set(keys).size, keys.length);
        }
      }),
    );
  });

  test('a day begins at midnight in UTC', () => {
    const tally = new Tally();
    for (const instant of [dayMs - 1, dayMs]) tally.add(link(1), person, instant);
    assert.deepEqual(
      [...tally.parts(100)].flat().map(({ day }) => day),
      [0, 1],
    );
  });

  test('the hosts of a link are bounded: further ones count as other', () => {
    const tally = new Tally();
    for (let i = 0; i < hostsADay + 5; i++) tally.add(link(1), { ...person, host: `${i}` }, 0);
    tally.add(link(1), { ...person, host: '3' }, 0);
    const sums = sumsOf(tally.parts(500));
    assert.deepEqual([sums['0 1 host other'], sums['0 1 host 3']], [5, 2]);
    assert.equal(tally.entries, 1 + hostsADay + 1);
  });
});

/** Clicks over a store that does what the test says. */
function open(options: { maxEntries?: number } = {}) {
  const recorded: Portion[] = [];
  const sent: Portion[] = [];
  const state = { isAway: false, lost: 0, host: 'a.example' };
  const store = {
    async record(portion: Portion) {
      sent.push(portion);
      await Promise.resolve();
      if (state.isAway) throw new Error('away');
      recorded.push(portion);
    },
  };
  const clicks = new Clicks({
    store,
    writer: 'me',
    sourceOf: () => ({ ...person, host: state.host }),
    clock: () => 0,
    maxEntries: options.maxEntries ?? 10_000,
    onLost: () => state.lost++,
  });
  const total = () => sumsOf(recorded.map((portion) => portion.clicks))['0 1 clicks'] ?? 0;
  return { clicks, recorded, sent, state, total };
}

describe('recording clicks', () => {
  test('a flush records what was counted until it was asked for, once', async () => {
    const { clicks, recorded, total } = open();
    await clicks.flush();
    assert.equal(recorded.length, 0);
    clicks.count(link(1), visitor, 0);
    await clicks.flush();
    assert.equal(total(), 1);
    clicks.count(link(1), visitor, 0);
    await Promise.all([clicks.flush(), clicks.flush()]);
    assert.equal(total(), 2);
  });

  test('many links are recorded in portions with numbers of their own', async () => {
    const { clicks, recorded } = open();
    for (let id = 1; id <= 700; id++) clicks.count(link(id), visitor, 0);
    await clicks.flush();
    clicks.count(link(1), visitor, 0);
    await clicks.flush();
    const numbers = recorded.map(({ writer, number }) => [writer, number]);
    assert.deepEqual(
      numbers,
      [1, 2, 3, 4].map((number) => ['me', number]),
    );
    assert.ok(recorded.every((portion) => portion.clicks.length <= 500));
  });

  test('a portion that failed comes again as it is, before any other', async () => {
    const { clicks, sent, state, total } = open();
    clicks.count(link(1), visitor, 0);
    state.isAway = true;
    for (let i = 0; i < 3; i++) {
      await assert.rejects(clicks.flush(), /away/);
      clicks.count(link(1), visitor, 0);
    }
    assert.deepEqual(new Set(sent.map(({ number }) => number)), new Set([1]));
    assert.equal(new Set(sent).size, 1);
    state.isAway = false;
    await clicks.flush();
    assert.equal(total(), 4);
    assert.deepEqual(
      sent.slice(3).map(({ number }) => number),
      [1, 2],
    );
  });

  test('while the store is away, memory stays bounded, and what is lost is told', async () => {
    const { clicks, state, total } = open({ maxEntries: 1_000 });
    state.isAway = true;
    for (let i = 0; i < 600; i++) {
      clicks.count(link(1), visitor, 0);
      await assert.rejects(clicks.flush(), /away/);
    }
    assert.equal(state.lost, 0); // one link takes no more room
    for (let id = 2; id <= 2_000; id++) clicks.count(link(id), visitor, 0);
    assert.ok(state.lost > 1_000 && state.lost < 2_000, String(state.lost));
    state.isAway = false;
    await clicks.flush();
    assert.equal(total(), 600);
  });

  test('flushes are so close that no click waits for a second', () => {
    assert.ok(flushEveryMs < 1_000);
  });
});
