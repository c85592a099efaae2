/** The contract of every store of links, tried with two replicas on the same state. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeLink, newCode, newLink, now, url, type Open } from './fixtures.ts';

export function linkContract(name: string, skip: string | false, open: Open): void {
  describe(`links on ${name}`, { skip }, () => {
    test('every replica finds a link that one replica inserted', async (t) => {
      const { first, second } = await open(t);
      const limits = { notBefore: now + 1, expiresAt: now + 2, maxClicks: 3 };
      const more = { tags: ['b', 'a, "ü'], details: { title: '"ü' } };
      const link = newLink(newCode(), { ...limits, ...more });
      assert.equal(await first.links.insertIfAbsent(link), true);
      const { id, ...found } = (await first.links.find(link.code))!;
      assert.deepEqual(found, { ...link, clicks: 0, isDisabled: false });
      assert.deepEqual(await second.links.find(link.code), { id, ...found });
      const { id: otherId, ...plain } = await makeLink(second);
      assert.deepEqual(plain, { ...newLink(plain.code), clicks: 0, isDisabled: false });
      assert.notEqual(otherId, id);
    });

    test('an unknown code has no link, and codes differ by case', async (t) => {
      const { first, second } = await open(t);
      const code = newCode().replace(/^./, 'a');
      const other = code.replace(/^a/, 'A');
      assert.equal(await second.links.find(code), undefined);
      await first.links.insertIfAbsent(newLink(code));
      assert.equal(await second.links.find(other), undefined);
      assert.equal(await second.links.insertIfAbsent(newLink(other)), true);
    });

    test('a taken code keeps its link', async (t) => {
      const { first, second } = await open(t);
      const code = newCode();
      await first.links.insertIfAbsent(newLink(code));
      const other = newLink(code, { url: 'https://other.example/', tags: [code] });
      assert.equal(await second.links.insertIfAbsent(other), false);
      assert.equal(await first.links.insertIfAbsent(newLink(code)), false);
      assert.equal((await second.links.find(code))!.url, url);
      assert.deepEqual(await first.links.list({ tag: code, after: undefined, limit: 1 }), []);
    });

    test('exactly one of 50 inserts that race for one code succeeds', async (t) => {
      const { first, second } = await open(t);
      const code = newCode();
      const urls = Array.from({ length: 50 }, (_, i) => `https://example.com/${i}`);
      const outcomes = await Promise.all(
        urls.map((each, i) =>
          (i % 2 ? first : second).links.insertIfAbsent(newLink(code, { url: each })),
        ),
      );
      const won = urls.filter((_, i) => outcomes[i]);
      assert.equal(won.length, 1);
      assert.equal((await first.links.find(code))!.url, won[0]);
    });

    test('of inserts of one code that come together through one replica, the first succeeds', async (t) => {
      const { first, second } = await open(t);
      const code = newCode();
      const outcomes = await Promise.all(
        [url, 'https://other.example/'].map((each) =>
          first.links.insertIfAbsent(newLink(code, { url: each })),
        ),
      );
      assert.deepEqual(outcomes, [true, false]);
      assert.equal((await second.links.find(code))!.url, url);
    });

    test('replicas that insert overlapping codes at once share them out', async (t) => {
      const { first, second } = await open(t);
      const codes = Array.from({ length: 100 }, newCode);
      const [ofFirst, ofSecond] = await Promise.all([
        Promise.all(
          codes.map((code) => first.links.insertIfAbsent(newLink(code, { url: `${url}1` }))),
        ),
        Promise.all(
          codes
            .toReversed()
            .map((code) => second.links.insertIfAbsent(newLink(code, { url: `${url}2` }))),
        ),
      ]);
      ofSecond.reverse();
      for (const [i, code] of codes.entries()) {
        assert.notEqual(ofFirst[i], ofSecond[i]);
        assert.equal((await second.links.find(code))!.url, ofFirst[i] ? `${url}1` : `${url}2`);
      }
    });

    test('the longest URL comes back whole', async (t) => {
      const { first, second } = await open(t);
      const long = `https://example.com/${'%F0%9F%98%80'.repeat(660)}`;
      const { code } = await makeLink(first, { url: long });
      assert.equal((await second.links.find(code))!.url, long);
    });

    test('acknowledged links are there after a restart', async (t) => {
      const { first, second, reopen } = await open(t);
      const codes = Array.from({ length: 20 }, newCode);
      await Promise.all(
        codes.map((code, i) =>
          (i % 2 ? first : second).links.insertIfAbsent(newLink(code, { url: `${url}${i}` })),
        ),
      );
      const { links } = await reopen();
      await links.ready();
      for (const [i, code] of codes.entries()) {
        assert.equal((await links.find(code))!.url, `${url}${i}`);
      }
    });

    test('a list has the newest first, page by page, also of one tag', async (t) => {
      const { first, second } = await open(t);
      const [tag, other] = [newCode(), newCode()];
      // Made in this order; two in one millisecond.
      const ages = [5, 4, 1, 1, 3];
      const codes: string[] = [];
      for (const [i, age] of ages.entries()) {
        const tags = i === 4 ? [tag, other] : [tag];
        codes.push((await makeLink(first, { createdAt: now - age, tags })).code);
      }
      await makeLink(first, { tags: [other] });
      const [a, b, c, d, e] = codes;
      const expected = [d, c, e, b, a];
      for (const limit of [1, 2, 5, 6]) {
        const found: string[] = [];
        for (let after; ;) {
          const page = await second.links.list({ tag, after, limit });
          found.push(...page.map(({ code }) => code));
          assert.ok(page.length <= limit);
          if (page.length < limit) break;
          after = page.at(-1)!;
        }
        assert.deepEqual(found, expected);
      }
      const all = await second.links.list({ tag: undefined, after: undefined, limit: 1_000 });
      const ours = all.map(({ code }) => code).filter((code) => codes.includes(code));
      assert.deepEqual(ours, expected.slice(0, ours.length));
      const [{ createdAt, id } = { createdAt: 0, id: 0 }] = await first.links.list({
        tag,
        after: undefined,
        limit: 1,
      });
      const rest = await first.links.list({ tag: undefined, after: { createdAt, id }, limit: 1 });
      assert.ok(rest[0]!.createdAt <= createdAt);
    });
  });
}
