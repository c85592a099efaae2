/** Changing and removing links, and how other replicas learn of it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { changesKept } from '../links.ts';
import { makeLink, newCode, newLink, now, type Open } from './fixtures.ts';

export function changeContract(name: string, skip: string | false, open: Open): void {
  describe(`changes of links on ${name}`, { skip }, () => {
    test('a change is there through every replica, and its tags are found', async (t) => {
      const { first, second } = await open(t);
      const [old, kept, added] = [newCode(), newCode(), newCode()];
      const link = await makeLink(first, { tags: [old, kept] });
      const next = {
        ...link,
        url: 'https://other.example/',
        notBefore: now,
        expiresAt: now + 1,
        maxClicks: 7,
        isDisabled: true,
        tags: [kept, added],
        details: { title: 'Other' },
      };
      assert.deepEqual(await first.links.update(link.code, () => next), next);
      assert.deepEqual(await second.links.find(link.code), next);
      const listed = async (tag: string) =>
        (await second.links.list({ tag, after: undefined, limit: 2 })).map(({ code }) => code);
      assert.deepEqual(await listed(old), []);
      assert.deepEqual(await listed(kept), [link.code]);
      assert.deepEqual(await listed(added), [link.code]);
      assert.equal(await first.links.update(newCode(), () => next), undefined);
    });

    test('a change that throws leaves everything as it was', async (t) => {
      const { first, second } = await open(t);
      const link = await makeLink(first);
      const { version } = await first.links.changesSince(undefined);
      const fail = () => {
        throw new RangeError('no');
      };
      await assert.rejects(first.links.update(link.code, fail), RangeError);
      assert.deepEqual(await second.links.find(link.code), link);
      const { codes } = await first.links.changesSince(version);
      assert.equal(codes?.includes(link.code), false);
    });

    test('changes that race for one link each build on another', async (t) => {
      const { first, second } = await open(t);
      const { code } = await makeLink(first, { maxClicks: 1 });
      await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          (i % 2 ? first : second).links.update(code, (link) => ({
            ...link,
            maxClicks: link.maxClicks! + 1,
          })),
        ),
      );
      assert.equal((await first.links.find(code))!.maxClicks, 9);
    });

    test('a change keeps the clicks that are counted during it', async (t) => {
      const { first, second } = await open(t);
      const { code } = await makeLink(first, { maxClicks: 100 });
      await Promise.all([
        ...Array.from({ length: 20 }, () => first.links.click(code, now)),
        ...Array.from({ length: 5 }, (_, i) =>
          second.links.update(code, (link) => ({ ...link, maxClicks: 100 + i })),
        ),
      ]);
      assert.equal((await first.links.find(code))!.clicks, 20);
    });

    test('a removed link is gone for every replica, and its code is free', async (t) => {
      const { first, second } = await open(t);
      const tag = newCode();
      const { code, id } = await makeLink(first, { tags: [tag] });
      assert.equal(await second.links.remove(code), true);
      assert.equal(await first.links.find(code), undefined);
      assert.equal(await first.links.remove(code), false);
      assert.equal(await first.links.click(code, now), undefined);
      assert.deepEqual(await first.links.list({ tag, after: undefined, limit: 1 }), []);
      assert.equal(await first.links.insertIfAbsent(newLink(code)), true);
      assert.notEqual((await second.links.find(code))!.id, id);
    });

    test('every replica is told which links have changed', async (t) => {
      const { first, second } = await open(t);
      const [one, other] = [await makeLink(first), await makeLink(first)];
      const { version, codes } = await second.links.changesSince(undefined);
      assert.deepEqual(codes, []);
      await first.links.update(one.code, (link) => link);
      await first.links.remove(other.code);
      await first.links.remove(other.code); // nothing to remove
      const told = await second.links.changesSince(version);
      // Other tests on the same server change links as well.
      const ours = told.codes!.filter((code) => [one.code, other.code].includes(code));
      assert.deepEqual(ours, [one.code, other.code]);
      const later = (await second.links.changesSince(told.version)).codes!;
      assert.ok(!later.includes(one.code) && !later.includes(other.code));
    });

    test('a replica that asks while changes are made misses none', async (t) => {
      const { first, second } = await open(t);
      const made = await Promise.all(Array.from({ length: 30 }, () => makeLink(first)));
      let { version } = await second.links.changesSince(undefined);
      let areMade = false;
      const changes = Promise.all(
        made.map(({ code }, i) => (i % 2 ? first : second).links.update(code, (link) => link)),
      ).then(() => (areMade = true));
      const told: string[] = [];
      for (let isLast = false; !isLast;) {
        isLast = areMade;
        const { codes, version: latest } = await second.links.changesSince(version);
        told.push(...codes!);
        version = latest;
        await new Promise((resolve) => setImmediate(resolve));
      }
      await changes;
      for (const { code } of made) assert.equal(told.filter((one) => one === code).length, 1);
    });

    test(`after more than ${changesKept} changes it only learns that there are many`, async (t) => {
      const { first, second } = await open(t);
      const { code } = await makeLink(first);
      const { version } = await second.links.changesSince(undefined);
      for (let i = 0; i < changesKept; i += 10) {
        // More at once would wait for each other for too long on a slow machine.
        await Promise.all(
          Array.from({ length: 10 }, () => first.links.update(code, (link) => link)),
        );
      }
      await first.links.update(code, (link) => link);
      const told = await second.links.changesSince(version);
      assert.ok(told.version > version + changesKept);
      assert.equal(told.codes, undefined);
      // Other tests on the same server change links as well.
      const { codes } = await second.links.changesSince(told.version - changesKept / 2);
      assert.ok(codes!.length >= changesKept / 2);
      // A database that was restored is behind.
      assert.equal((await second.links.changesSince(told.version + 1_000_000)).codes, undefined);
    });
  });
}
