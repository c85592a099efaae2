/** Links, and what counts as a download of one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileStore } from '../file-store.ts';
import { downloadWindowMs, maxLinks, type NewLink } from '../links.ts';
import { add, hashOf, hour, now, plain, type OpenReplicas } from './fixtures.ts';

let tokens = 0;

const newLink = (file_id: string, more: Partial<NewLink> = {}): NewLink => ({
  file_id,
  tokenHash: hashOf(`token ${++tokens} of ${process.pid}`),
  disposition: 'attachment',
  max_downloads: null,
  expires_at: now + hour,
  ...more,
});

async function link(store: FileStore, file_id: string, more: Partial<NewLink> = {}) {
  const made = await store.createLink(newLink(file_id, more), now);
  assert.ok(typeof made === 'object');
  return { ...made };
}

export function linkContract(open: OpenReplicas): void {
  test('a link is found by its token and by its id on every replica', async (t) => {
    const { first, second } = await open(t);
    const { id: file_id } = await add(first, 'one');
    const given = newLink(file_id, { disposition: 'inline', max_downloads: 3 });
    const made = await first.createLink(given, now);
    assert.ok(typeof made === 'object');
    const { tokenHash, ...rest } = given;
    const expected = { id: made.id, ...rest, downloads: 0, created_at: now, revoked_at: null };
    assert.match(made.id, /^link_[1-9]\d*$/);
    assert.deepEqual({ ...made }, expected);
    assert.deepEqual({ ...(await second.findLink(made.id)) }, expected);
    const found = await second.findLinkByToken(tokenHash, 'client', now);
    assert.deepEqual({ ...found }, { ...expected, continues: false });
    assert.equal(await second.findLinkByToken(hashOf('another'), 'client', now), undefined);
    assert.equal(await second.findLink('link_999999999'), undefined);
    assert.equal(await second.createLink(newLink('file_999999999'), now), 'unknown');
  });

  test('links of a file are listed as they were made, some at a time', async (t) => {
    const { first, second } = await open(t);
    const { id } = await add(first, 'one');
    const other = await add(first, 'two');
    const made = [await link(first, id), await link(second, id), await link(first, id)];
    await link(first, other.id);
    assert.deepEqual(plain(await second.links(id, '', 10)), made);
    assert.deepEqual(plain(await second.links(id, '', 2)), made.slice(0, 2));
    assert.deepEqual(plain(await second.links(id, made[1]!.id, 2)), made.slice(2));
  });

  test('links go with their file', async (t) => {
    const { first, second } = await open(t);
    const { id } = await add(first, 'one');
    const { tokenHash, ...given } = newLink(id, { max_downloads: 5 });
    const made = await link(first, id, { ...given, tokenHash });
    assert.equal(await second.countDownload(made.id, 'client', false, now), 'counted');
    await second.deleteFile(id);
    assert.equal(await first.findLinkByToken(tokenHash, 'client', now), undefined);
    assert.equal(await first.countDownload(made.id, 'client', true, now), 'unknown');
    assert.equal(await first.revokeLink(made.id, now), false);
    assert.deepEqual(await first.links(id, '', 10), []);
  });

  test('a revoked link stays revoked since the first time', async (t) => {
    const { first, second } = await open(t);
    const { id } = await add(first, 'one');
    const made = await link(first, id, { max_downloads: 5 });
    assert.equal(await first.revokeLink(made.id, now + 1), true);
    assert.equal(await second.revokeLink(made.id, now + 2), true);
    assert.equal((await second.findLink(made.id))!.revoked_at, now + 1);
    assert.equal(await second.countDownload(made.id, 'client', true, now + 2), 'revoked');
    assert.equal((await second.findLink(made.id))!.downloads, 0);
  });

  test('exactly as many downloads at once through two replicas count as are left', async (t) => {
    const { first, second } = await open(t);
    const { id } = await add(first, 'one');
    for (const left of [0, 1, 7, 20, 30]) {
      const made = await link(first, id, { max_downloads: left + 1 });
      await first.countDownload(made.id, 'before', false, now);
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 ? first : second).countDownload(made.id, `client ${i % 3}`, false, now),
        ),
      );
      const counted = outcomes.filter((outcome) => outcome === 'counted').length;
      const refused = outcomes.filter((outcome) => outcome === 'used up').length;
      assert.deepEqual([counted, refused], [Math.min(left, 20), 20 - Math.min(left, 20)]);
      assert.equal((await second.findLink(made.id))!.downloads, 1 + counted);
    }
  });

  test('ranges of one client at once count once', async (t) => {
    const { first, second } = await open(t);
    const { id } = await add(first, 'one');
    const made = await link(first, id, { max_downloads: 2 });
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 ? first : second).countDownload(made.id, 'client', true, now),
      ),
    );
    assert.equal(outcomes.filter((outcome) => outcome === 'counted').length, 1);
    assert.equal(outcomes.filter((outcome) => outcome === 'continued').length, 9);
  });

  test('a range belongs to the download of its client that counted, for less than 10 minutes', async (t) => {
    const { first, second } = await open(t);
    const { id } = await add(first, 'one');
    const { tokenHash, ...given } = newLink(id, { max_downloads: 2 });
    const made = await link(first, id, { ...given, tokenHash });
    const range = (client: string, at: number) => second.countDownload(made.id, client, true, at);
    const continues = async (client: string, at: number) =>
      (await first.findLinkByToken(tokenHash, client, at))!.continues;
    assert.equal(await first.countDownload(made.id, 'one', false, now), 'counted');
    assert.equal(await range('one', now + downloadWindowMs - 1), 'continued');
    assert.equal(await continues('one', now + downloadWindowMs - 1), true);
    assert.equal(await continues('other', now), false);
    assert.equal(await range('other', now), 'counted');
    assert.equal(await range('third', now), 'used up');
    // Continuing a download does not prolong its window.
    assert.equal(await continues('one', now + downloadWindowMs), false);
    assert.equal(await range('one', now + downloadWindowMs), 'used up');
    assert.equal(await second.countDownload(made.id, 'one', false, now), 'used up');
  });

  test('a link counts until the instant at which it expires', async (t) => {
    const { first } = await open(t);
    const { id } = await add(first, 'one');
    const made = await link(first, id, { max_downloads: 5 });
    const at = (instant: number) => first.countDownload(made.id, 'client', true, instant);
    assert.equal(await at(made.expires_at - 1), 'counted');
    assert.equal(await at(made.expires_at), 'expired');
  });

  test('clients are forgotten when nothing can continue any more, some at a time', async (t) => {
    const { first, second } = await open(t);
    const { id } = await add(first, 'one');
    const made = await link(first, id, { max_downloads: 9, expires_at: now + 9 * hour });
    for (const [i, client] of ['a', 'b', 'c', 'd'].entries()) {
      await first.countDownload(made.id, client, true, now + i);
    }
    const at = now + 2 + downloadWindowMs;
    assert.equal(await second.dropClients(at, 2), 2);
    assert.equal(await second.dropClients(at, 2), 1);
    assert.equal(await second.dropClients(at, 2), 0);
    assert.equal(await first.countDownload(made.id, 'd', true, at), 'continued');
    assert.equal(await first.countDownload(made.id, 'a', true, now), 'counted');
  });

  test('a link that serves no more makes room for another, the oldest first', async (t) => {
    const { first, second } = await open(t);
    const { id } = await add(first, 'one');
    const made: Awaited<ReturnType<typeof link>>[] = [];
    for (let i = 0; i < maxLinks; i++) made.push(await link(first, id, { max_downloads: 1 }));
    assert.equal(await first.createLink(newLink(id), now), 'full');
    await first.revokeLink(made[5]!.id, now);
    await first.countDownload(made[3]!.id, 'client', false, now);
    const at = (instant: number) => second.createLink(newLink(id), instant);
    assert.ok(typeof (await at(now)) === 'object');
    assert.equal(await first.findLink(made[3]!.id), undefined);
    const both = await Promise.all([at(now), first.createLink(newLink(id), now)]);
    assert.deepEqual(both.map((one) => typeof one).toSorted(), ['object', 'string']);
    assert.equal(await first.findLink(made[5]!.id), undefined);
    assert.equal(await at(made[0]!.expires_at - 1), 'full');
    assert.ok(typeof (await at(made[0]!.expires_at)) === 'object');
    assert.equal(await first.findLink(made[0]!.id), undefined);
    assert.equal((await first.links(id, '', 2 * maxLinks)).length, maxLinks);
  });
}
