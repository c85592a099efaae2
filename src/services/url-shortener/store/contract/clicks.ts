/** The contract of every store of clicks, tried with two replicas on the same state. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { randomUUID } from 'node:crypto';
import { hostsADay, type DaySource, type LinkClicks, type Portion } from '../clicks.ts';
import type { Stores } from '../url-shortener-store.ts';
import { makeLink, now, type Open } from './fixtures.ts';

const ever = { from: 0, to: 100_000 };

const one = (linkId: number, more: Partial<LinkClicks> = {}): LinkClicks => ({
  linkId,
  day: 100,
  clicks: 1,
  bots: 0,
  uncounted: 1,
  sources: [],
  ...more,
});
const fromHost = (name: string, clicks = 1) => ({ kind: 'host', name, clicks }) as const;
const fromCountry = (name: string, clicks = 1) => ({ kind: 'country', name, clicks }) as const;

const daysOf = async ({ clicks }: Stores, linkId: number, days = ever) =>
  (await clicks.days(linkId, days)).map(({ day, clicks: n, bots }) => [day, n, bots]);

/** The first ones of a link. */
const sourcesOf = async ({ clicks }: Stores, linkId: number) =>
  (await clicks.sources(linkId, ever, undefined, 100)).map((row) => ({ ...row }));

/** A process that records. */
function writer({ clicks }: Stores) {
  const name = randomUUID();
  let number = 0;
  const next = (...each: LinkClicks[]): Portion => ({
    writer: name,
    number: ++number,
    clicks: each,
  });
  return { next, record: (...each: LinkClicks[]) => clicks.record(next(...each), now) };
}

export function clickContract(name: string, skip: string | false, open: Open): void {
  describe(`clicks on ${name}`, { skip }, () => {
    test('clicks of all replicas are summed up, by day and by source', async (t) => {
      const { first, second } = await open(t);
      const [link, other] = [await makeLink(first), await makeLink(first)];
      const [here, there] = [writer(first), writer(second)];
      const sources = [fromHost('b.example', 2), fromHost('a.example'), fromCountry('IN', 3)];
      const today = { clicks: 3, bots: 2, uncounted: 5, sources };
      await Promise.all([
        here.record(one(link.id, today), one(other.id), one(link.id, { ...today, day: 101 })),
        there.record(one(other.id, { day: 101 }), one(link.id, today)),
      ]);
      assert.deepEqual(await daysOf(second, link.id), [
        [100, 6, 4],
        [101, 3, 2],
      ]);
      assert.deepEqual(await sourcesOf(first, link.id), [
        { day: 100, ...fromCountry('IN', 6) },
        { day: 100, ...fromHost('a.example', 2) },
        { day: 100, ...fromHost('b.example', 4) },
        { day: 101, ...fromCountry('IN', 3) },
        { day: 101, ...fromHost('a.example', 1) },
        { day: 101, ...fromHost('b.example', 2) },
      ]);
      assert.equal((await first.links.find(link.code))!.clicks, 15);
      assert.equal((await first.links.find(other.code))!.clicks, 2);
    });

    test('requests of unknown agents are kept beside the clicks, and swept with them', async (t) => {
      const { first, second } = await open(t);
      const { id, code } = await makeLink(first);
      const unknown = { kind: 'agent', name: 'unknown', clicks: 2 } as const;
      const visit = { clicks: 1, uncounted: 3, sources: [unknown, fromHost('a.example')] };
      await writer(first).record(one(id, visit), one(id, { ...visit, day: 101 }));
      await writer(second).record(one(id, visit));
      assert.deepEqual(await sourcesOf(second, id), [
        { day: 100, ...unknown, clicks: 4 },
        { day: 100, ...fromHost('a.example', 2) },
        { day: 101, ...unknown },
        { day: 101, ...fromHost('a.example') },
      ]);
      assert.deepEqual(await daysOf(first, id), [
        [100, 2, 0],
        [101, 1, 0],
      ]);
      assert.equal((await first.links.find(code))!.clicks, 9);
    });

    test('days are asked for with both ends, sources page by page', async (t) => {
      const { first, second } = await open(t);
      const { id } = await makeLink(first);
      const { record } = writer(first);
      const sources = ['a', 'b', 'c'].map((host) => fromHost(host));
      for (const day of [100, 101, 102, 103]) await record(one(id, { day, sources }));
      const range = { from: 101, to: 102 };
      const days = await second.clicks.days(id, range);
      assert.deepEqual(
        days.map(({ day }) => day),
        [101, 102],
      );
      const found: string[] = [];
      for (let after: DaySource | undefined; ;) {
        const page = await second.clicks.sources(id, range, after, 2);
        found.push(...page.map(({ day, name: host }) => `${day} ${host}`));
        if (page.length < 2) break;
        after = page.at(-1)!;
      }
      assert.deepEqual(found, ['101 a', '101 b', '101 c', '102 a', '102 b', '102 c']);
    });

    test('clicks that the link has counted itself are not added to it', async (t) => {
      const { first } = await open(t);
      const { id, code } = await makeLink(first, { maxClicks: 10 });
      await first.links.click(code, now);
      await writer(first).record(one(id, { uncounted: 0 }));
      assert.equal((await first.links.find(code))!.clicks, 1);
      assert.deepEqual(await daysOf(first, id), [[100, 1, 0]]);
    });

    test(`a day tells ${hostsADay} hosts apart; further ones count as other`, async (t) => {
      const { first, second } = await open(t);
      const { id } = await makeLink(first);
      const [here, there] = [writer(first), writer(second)];
      const hosts = (from: number, count: number) =>
        Array.from({ length: count }, (_, i) => fromHost(`host-${from + i}.example`));
      const half = hostsADay / 2;
      await here.record(one(id, { sources: hosts(0, half) }));
      await there.record(one(id, { sources: [...hosts(0, half - 1), fromCountry('IN')] }));
      await here.record(one(id, { sources: [...hosts(half, half - 1), fromHost('other', 4)] }));
      await Promise.all([
        here.record(one(id, { sources: [fromHost('last.example'), fromHost('later.example')] })),
        there.record(one(id, { day: 101, sources: [fromHost('later.example')] })),
      ]);
      const again = [fromHost('never.example', 7), fromHost('host-3.example'), fromCountry('DE')];
      await there.record(one(id, { sources: again }));
      const sums = new Map<string, number>();
      for (let after: DaySource | undefined; ;) {
        const page = await first.clicks.sources(id, ever, after, 500);
        for (const { day, name: host, clicks } of page) sums.set(`${day} ${host}`, clicks);
        if (page.length < 500) break;
        after = page.at(-1)!;
      }
      // The hosts, the others, two countries, and one of the next day.
      assert.equal(sums.size, hostsADay + 4);
      const of = (...names: string[]) => names.map((each) => sums.get(each));
      assert.deepEqual(of('100 host-0.example', '100 host-3.example'), [2, 3]);
      assert.deepEqual(of('100 last.example', '100 later.example', '100 other'), [
        1,
        undefined,
        12,
      ]);
      assert.deepEqual(of('100 never.example', '101 later.example'), [undefined, 1]);
      assert.deepEqual(of('100 IN', '100 DE'), [1, 1]);
    });

    test('a removed link counts nothing, and what was counted is removed', async (t) => {
      const { first, second } = await open(t);
      const [link, kept] = [await makeLink(first), await makeLink(first)];
      const { record } = writer(first);
      const sources = Array.from({ length: 700 }, (_, i) => fromHost(`host-${i}.example`));
      await record(one(link.id, { sources }), one(kept.id, { sources: [fromHost('a')] }));
      await record(one(link.id, { day: 101, sources }));
      await second.links.remove(link.code);
      await record(one(link.id, { day: 102, sources }), one(kept.id));
      assert.deepEqual(await daysOf(first, link.id, { from: 102, to: 102 }), []);
      while (await second.clicks.sweep());
      assert.deepEqual(await daysOf(first, link.id), []);
      assert.deepEqual(await sourcesOf(first, link.id), []);
      assert.deepEqual(await daysOf(first, kept.id), [[100, 2, 0]]);
      assert.equal((await sourcesOf(first, kept.id)).length, 1);
    });

    test('replicas that record the same links in any order do not hinder each other', async (t) => {
      const { first, second } = await open(t);
      const made = await Promise.all(Array.from({ length: 20 }, () => makeLink(first)));
      const all = made.map(({ id }) => one(id, { sources: [fromHost('a'), fromHost('b')] }));
      await Promise.all(
        [first, second].flatMap((stores) =>
          Array.from({ length: 5 }, (_, i) => {
            const each = i % 2 ? all : all.toReversed();
            return writer(stores).record(...each);
          }),
        ),
      );
      for (const { id } of made) {
        assert.deepEqual(await daysOf(first, id), [[100, 10, 0]]);
      }
    });

    test('recorded clicks are there after a restart', async (t) => {
      const { first, reopen } = await open(t);
      const { id } = await makeLink(first);
      await writer(first).record(one(id));
      assert.deepEqual(await daysOf(await reopen(), id), [[100, 1, 0]]);
    });
  });
}

/** The contract of a store whose answer may be lost after it has recorded. */
export function repetitionContract(name: string, skip: string | false, open: Open): void {
  test(`on ${name} a portion that comes again does not count again`, { skip }, async (t) => {
    const { first, second } = await open(t);
    const { id } = await makeLink(first);
    const { next } = writer(first);
    const [portion, later] = [next(one(id)), next(one(id))];
    for (const stores of [first, second, first]) await stores.clicks.record(portion, now);
    await first.clicks.record(later, now);
    await writer(second).record(one(id));
    assert.deepEqual(await daysOf(first, id), [[100, 3, 0]]);
  });
}
