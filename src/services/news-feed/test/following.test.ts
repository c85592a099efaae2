import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUsers, contents, follow, onBothStores, post, type Json } from './fixtures.ts';

onBothStores((open) => {
  test('a new follow with a backfill brings the newest posts in their place', async (t) => {
    const [one, other] = await open(t);
    await addUsers(one, 'ann', 'bob');
    for (const text of ['1', '2', '3']) await post(one, 'ann', text);
    await post(other, 'bob', 'own');
    await post(one, 'ann', '4');
    assert.deepEqual(await contents(other, 'bob'), ['own']);
    const followed = { follower_id: 'bob', followee_id: 'ann', followed: true };
    assert.deepEqual(await follow(one, 'bob', 'ann', { backfill: 2 }), followed);
    for (const replica of [one, other]) {
      assert.deepEqual(await contents(replica, 'bob'), ['4', 'own', '3']);
    }
    // It is for a new follow only.
    assert.deepEqual(await follow(other, 'bob', 'ann', { backfill: 100 }), followed);
    assert.deepEqual(await contents(one, 'bob'), ['4', 'own', '3']);
  });

  test('a backfill is 0 to 100, and 0 by default', async (t) => {
    const [one] = await open(t);
    await addUsers(one, 'ann', 'bob', 'cat');
    for (let i = 0; i < 103; i++) await post(one, 'ann', `${i}`);
    await follow(one, 'bob', 'ann');
    assert.deepEqual(await contents(one, 'bob'), []);
    await follow(one, 'cat', 'ann', { backfill: 100 });
    const { timeline } = await one.ask('GET /timeline?user=cat&limit=1000');
    assert.deepEqual([timeline.length, timeline[99].content], [100, '3']);
    for (const backfill of [-1, 101, 1.5, '1']) {
      const body = { follower_id: 'ann', followee_id: 'bob', backfill };
      assert.equal((await one.ask('POST /follow', body, 400)).errors[0].path, 'backfill');
    }
  });

  test('a user has counts and lists of those who follow and are followed', async (t) => {
    const [one, other] = await open(t);
    const fans = Array.from({ length: 120 }, (_, i) => `fan-${i}`);
    await addUsers(one, 'star', ...fans);
    await Promise.all(fans.map((fan, i) => follow(i % 2 ? one : other, fan, 'star')));
    await follow(one, 'star', 'fan-7');
    await one.ask('DELETE /follow?follower_id=fan-3&followee_id=star');
    await other.ask('DELETE /follow?follower_id=fan-3&followee_id=star');
    const listed = fans.filter((fan) => fan !== 'fan-3').map((id) => ({ id }));
    assert.deepEqual(await other.ask('GET /users/star'), {
      id: 'star',
      followers: 119,
      following: 1,
    });
    const page = await other.ask('GET /users/star/followers');
    assert.deepEqual(page.followers, listed.slice(0, 100));
    const rest = await one.ask(`GET /users/star/followers?cursor=${page.next_cursor}`);
    assert.deepEqual(rest, { followers: listed.slice(100) });
    assert.deepEqual(await one.ask('GET /users/star/followers?limit=1000'), { followers: listed });
    assert.deepEqual(await one.ask('GET /users/star/following'), { following: [{ id: 'fan-7' }] });
    assert.deepEqual(await one.ask('GET /users/fan-3/following'), { following: [] });
  });

  test('muted authors and hidden posts are out at once, on every replica, and back when undone', async (t) => {
    const [one, other] = await open(t);
    await addUsers(one, 'ann', 'bob', 'eve');
    for (const author of ['ann', 'bob']) await follow(one, 'eve', author);
    await post(one, 'ann', 'of ann');
    const { id } = await post(other, 'bob', 'of bob');
    const both = async (wanted: string[]) => {
      for (const replica of [one, other]) assert.deepEqual(await contents(replica, 'eve'), wanted);
    };
    await both(['of bob', 'of ann']);
    const mute = '/mutes?user=eve&muted=ann';
    const hide = `/hides?user=eve&post=${id}`;
    for (const replica of [one, other]) {
      const muted = { user_id: 'eve', muted_id: 'ann', muted: true };
      assert.deepEqual(await replica.ask(`PUT ${mute}`), muted);
      await both(['of bob']);
    }
    for (const replica of [other, one]) {
      const hidden = { user_id: 'eve', post_id: id, hidden: true };
      assert.deepEqual(await replica.ask(`PUT ${hide}`), hidden);
      await both([]);
    }
    for (const replica of [one, other]) {
      assert.equal((await replica.ask(`DELETE ${hide}`)).hidden, false);
      await both(['of bob']);
    }
    for (const replica of [other, one]) {
      assert.equal((await replica.ask(`DELETE ${mute}`)).muted, false);
      await both(['of bob', 'of ann']);
    }
  });

  test('an unknown user or post is 404, bad input 400', async (t) => {
    const [one] = await open(t);
    await addUsers(one, 'ann');
    const { id } = await post(one, 'ann', 'x');
    for (const [what, code] of [
      ['GET /users/eve', 'UNKNOWN_USER'],
      ['GET /users/eve/followers', 'UNKNOWN_USER'],
      ['GET /users/eve/following', 'UNKNOWN_USER'],
      ['PUT /mutes?user=eve&muted=ann', 'UNKNOWN_USER'],
      ['DELETE /mutes?user=ann&muted=eve', 'UNKNOWN_USER'],
      [`PUT /hides?user=eve&post=${id}`, 'UNKNOWN_USER'],
      ['DELETE /hides?user=ann&post=none', 'UNKNOWN_POST'],
    ] as const) {
      assert.equal((await one.ask(what, undefined, 404)).code, code, what);
    }
    for (const [what, path] of [
      ['GET /users/ann/followers?limit=0', 'limit'],
      ['GET /users/ann/following?limit=1001', 'limit'],
      ['GET /users/ann/following?cursor=x', 'cursor'],
      ['PUT /mutes?user=ann&muted=ann', 'muted'],
      ['PUT /mutes?user=ann', 'muted'],
      ['DELETE /mutes?muted=ann', 'user'],
      ['PUT /hides?user=ann', 'post'],
      [`DELETE /hides?post=${id}`, 'user'],
    ] as const) {
      const { errors } = await one.ask(what, undefined, 400);
      assert.equal(errors[0].path, path, what);
    }
  });

  test('a receipt says to how many a post was delivered; why says what became of it', async (t) => {
    const [one, other] = await open(t, { FEED_TIMELINE_MAX: '3' });
    await addUsers(one, 'ann', 'bob', 'eve');
    const pass = () => {
      for (const replica of new Set([one, other])) replica.clock.advance(1_000);
      return one.clock();
    };
    const { id: early } = await post(one, 'ann', 'early');
    const followedAt = pass();
    await follow(one, 'bob', 'ann', { backfill: 1 });
    const { id, created_at } = await post(other, 'ann', 'x');
    const receipt = await one.ask(`GET /posts/${id}/receipt`);
    const { took_ms, ...counts } = receipt;
    assert.deepEqual(counts, { delivered_to: 2, pushed: 0, merged: 2, followers_then: 1 });
    assert.ok(Number.isInteger(took_ms) && took_ms >= 0);
    const why = (user: string, post: string) =>
      other.ask(`GET /timeline/why?user=${user}&post=${post}`);
    const is = async (user: string, post: string, shown: boolean, because: string, at: number) =>
      assert.deepEqual(await why(user, post), { shown, because, at });
    await is('ann', id, true, 'own', created_at);
    await is('bob', id, true, 'followed_since', followedAt);
    await is('bob', early, true, 'backfilled', followedAt);
    await is('eve', id, false, 'not_followed_then', created_at);
    const mutedAt = pass();
    await one.ask('PUT /mutes?user=bob&muted=ann');
    await is('bob', id, false, 'muted', mutedAt);
    const hiddenAt = pass();
    await other.ask(`PUT /hides?user=bob&post=${id}`);
    await is('bob', id, false, 'hidden', hiddenAt);
    for (let i = 0; i < 2; i++) await post(one, 'bob', 'y');
    await is('bob', id, false, 'hidden', hiddenAt);
    const trimmedAt = pass();
    await post(one, 'bob', 'y');
    await is('bob', id, false, 'trimmed', trimmedAt);
    pass();
    await post(one, 'bob', 'y');
    await is('bob', id, false, 'trimmed', trimmedAt);
    const deletedAt = pass();
    await one.ask(`DELETE /posts/${id}`);
    await is('bob', id, false, 'deleted', deletedAt);
    const endedAt = pass();
    await one.ask('DELETE /mutes?user=bob&muted=ann');
    await one.ask('DELETE /follow?follower_id=bob&followee_id=ann');
    pass();
    const { id: late } = await post(one, 'ann', 'late');
    await is('bob', late, false, 'unfollowed', endedAt);
    // A receipt tells the state of its time.
    assert.deepEqual(await other.ask(`GET /posts/${id}/receipt`), receipt);
  });

  test('of what is unknown there is neither a receipt nor a reason', async (t) => {
    const [one] = await open(t);
    await addUsers(one, 'ann');
    const { id } = await post(one, 'ann', 'x');
    const code = async (what: string): Promise<Json> => (await one.ask(what, undefined, 404)).code;
    assert.equal(await code('GET /posts/none/receipt'), 'UNKNOWN_POST');
    assert.equal(await code('GET /timeline/why?user=ann&post=none'), 'UNKNOWN_POST');
    assert.equal(await code(`GET /timeline/why?user=eve&post=${id}`), 'UNKNOWN_USER');
    for (const query of [`post=${id}`, 'user=ann']) {
      await one.ask(`GET /timeline/why?${query}`, undefined, 400);
    }
  });
});
