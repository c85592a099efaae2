/** Limits on clicks hold exactly, through any replica. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stateOf, type Link } from '../../link.ts';
import { makeLink, newCode, now, type Open } from './fixtures.ts';

const isCounted = (link: Link | undefined, at = now) => link && stateOf(link, at) === 'open';

export function limitContract(name: string, skip: string | false, open: Open): void {
  describe(`limits of links on ${name}`, { skip }, () => {
    for (const [n, m] of [
      [40, 25],
      [10, 25],
      [25, 25],
    ] as const) {
      test(`of ${n} concurrent clicks on a link with ${m} left, ${Math.min(n, m)} are counted`, async (t) => {
        const { first, second } = await open(t);
        const { code } = await makeLink(first, { maxClicks: m });
        const seen = await Promise.all(
          Array.from({ length: n }, (_, i) => (i % 2 ? first : second).links.click(code, now)),
        );
        assert.equal(seen.filter((link) => isCounted(link)).length, Math.min(n, m));
        assert.equal((await second.links.find(code))!.clicks, Math.min(n, m));
        const more = await first.links.click(code, now);
        assert.equal(isCounted(more), n < m);
      });
    }

    test('clicks on many links at once are each counted on their own', async (t) => {
      const { first, second } = await open(t);
      const made = await Promise.all(
        Array.from({ length: 10 }, (_, i) => makeLink(first, { maxClicks: i + 1 })),
      );
      const codes = Array.from({ length: 120 }, (_, i) => made[i % 10]!.code);
      const [one, other] = await Promise.all([
        Promise.all(codes.map((code) => first.links.click(code, now))),
        Promise.all(codes.toReversed().map((code) => second.links.click(code, now))),
      ]);
      const counted = [...one, ...other.toReversed()].filter((link) => isCounted(link));
      for (const [i, { code }] of made.entries()) {
        assert.equal(counted.filter((link) => link!.code === code).length, i + 1);
        assert.equal((await first.links.find(code))!.clicks, i + 1);
      }
    });

    test('of clicks that keep coming through two replicas, none is counted twice or lost', async (t) => {
      const { first, second } = await open(t);
      const { code } = await makeLink(first, { maxClicks: 200 });
      const clickOn = async ({ links }: typeof first) => {
        let counted = 0;
        for (let i = 0; i < 30; i++) {
          const seen = await Promise.all(Array.from({ length: 4 }, () => links.click(code, now)));
          counted += seen.filter((link) => isCounted(link)).length;
        }
        return counted;
      };
      const counted = await Promise.all([clickOn(first), clickOn(second)]);
      assert.equal(counted[0] + counted[1], 200);
      assert.equal((await first.links.find(code))!.clicks, 200);
    });

    test('a click finds the link as it was before', async (t) => {
      const { first, second } = await open(t);
      const { code } = await makeLink(first, { maxClicks: 2 });
      const seen = [];
      for (let i = 0; i < 3; i++) seen.push((await second.links.click(code, now))!.clicks);
      assert.deepEqual(seen, [0, 1, 2]);
      assert.equal(await second.links.click(newCode(), now), undefined);
    });

    test('instants decide exactly, of clicks that come together too', async (t) => {
      const { first, second } = await open(t);
      const life = { notBefore: now + 10, expiresAt: now + 20, maxClicks: 100 };
      const { code } = await makeLink(first, life);
      const instants = [9, 10, 19, 20].map((ms) => now + ms);
      const seen = await Promise.all(instants.map((at) => second.links.click(code, at)));
      assert.deepEqual(
        seen.map((link, i) => stateOf(link!, instants[i]!)),
        ['not yet', 'open', 'open', 'expired'],
      );
      assert.equal((await first.links.find(code))!.clicks, 2);
    });

    test('a click on a disabled link is not counted', async (t) => {
      const { first, second } = await open(t);
      const { code } = await makeLink(first, { maxClicks: 5 });
      await first.links.update(code, (link) => ({ ...link, isDisabled: true }));
      assert.equal(stateOf((await second.links.click(code, now))!, now), 'disabled');
      assert.equal((await second.links.find(code))!.clicks, 0);
    });

    test('a link that has no limit any more counts all the same', async (t) => {
      const { first, second } = await open(t);
      const { code } = await makeLink(first, { maxClicks: 1 });
      await first.links.update(code, (link) => ({ ...link, maxClicks: null }));
      for (let i = 0; i < 3; i++) assert.ok(isCounted(await second.links.click(code, now)));
      assert.equal((await first.links.find(code))!.clicks, 3);
    });

    test('a limit below what is used leaves nothing, and takes nothing back', async (t) => {
      const { first, second } = await open(t);
      const { code } = await makeLink(first, { maxClicks: 5 });
      for (let i = 0; i < 4; i++) await second.links.click(code, now);
      await first.links.update(code, (link) => ({ ...link, maxClicks: 2 }));
      assert.equal(isCounted(await second.links.click(code, now)), false);
      assert.equal((await first.links.find(code))!.clicks, 4);
      await first.links.update(code, (link) => ({ ...link, maxClicks: 5 }));
      assert.equal(isCounted(await second.links.click(code, now)), true);
      assert.equal(isCounted(await second.links.click(code, now)), false);
    });
  });
}
