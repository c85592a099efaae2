/** Timelines followed live: over real sockets, on two replicas where the store is shared. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUsers, contents, follow, followLive, onBothStores, post } from './fixtures.ts';

onBothStores((open) => {
  test('a stream begins with what comes, on every replica; a post is as in the timeline', async (t) => {
    const [one, other] = await open(t);
    await addUsers(one, 'ann', 'bob', 'eve');
    await follow(one, 'eve', 'ann');
    await post(one, 'ann', 'before');
    const readers = [await followLive(t, one, 'eve'), await followLive(t, other, 'eve')];
    for (const { response } of readers) {
      assert.equal(response.statusCode, 200);
      assert.equal(response.headers['content-type'], 'text/event-stream');
    }
    await post(other, 'bob', 'of somebody else');
    const body = { user_id: 'ann', content: 'new', extra: { a: 1 } };
    const made = await one.ask('POST /posts', body, 201);
    for (const reader of readers) assert.deepEqual((await reader.next())?.post, made);
    const own = await post(other, 'eve', 'own');
    for (const reader of readers) assert.deepEqual((await reader.next())?.post, own);
  });

  test('a client that saw no event resumes where its stream began', async (t) => {
    const [one, other] = await open(t);
    await addUsers(one, 'ann');
    await post(one, 'ann', 'before');
    const first = await followLive(t, one, 'ann');
    assert.equal(await first.block(), ': open');
    const id = /^id: (.*)$/.exec((await first.block())!)![1];
    first.response.destroy();
    await post(one, 'ann', 'missed');
    assert.deepEqual(await (await followLive(t, other, 'ann', id)).contents(1), ['missed']);
  });

  test('after Last-Event-ID nothing is missing and nothing comes twice, on another replica too', async (t) => {
    const [one, other] = await open(t);
    await addUsers(one, 'ann', 'bob', 'eve');
    for (const author of ['ann', 'bob']) await follow(one, 'eve', author);
    const first = await followLive(t, one, 'eve');
    await post(other, 'ann', 'p0');
    const received = (await first.next())!;
    assert.equal(received.post.content, 'p0');
    first.response.destroy();
    for (let i = 1; i <= 25; i++) await post(i % 2 ? one : other, i % 3 ? 'ann' : 'bob', `p${i}`);
    const again = await followLive(t, other, 'eve', received.id);
    const sending = (async () => {
      for (let i = 26; i <= 50; i++) await post(i % 2 ? one : other, 'ann', `p${i}`);
    })();
    const wanted = Array.from({ length: 50 }, (_, i) => `p${i + 1}`);
    assert.deepEqual(await again.contents(50), wanted);
    await sending;
    // From anywhere on: the ids are the same on every replica.
    const whole = await followLive(t, one, 'eve', '0');
    const ids: string[] = [];
    for (let i = 0; i <= 50; i++) ids.push((await whole.next())!.id);
    const rest = await followLive(t, other, 'eve', ids[40]);
    assert.deepEqual(await rest.contents(10), wanted.slice(40));
  });

  test('a post made while its author was muted is not sent later', async (t) => {
    const [one, other] = await open(t);
    await addUsers(one, 'ann', 'bob', 'eve');
    for (const author of ['ann', 'bob']) await follow(one, 'eve', author);
    const reader = await followLive(t, other, 'eve');
    await one.ask('PUT /mutes?user=eve&muted=ann');
    await post(one, 'ann', 'muted');
    await one.ask('DELETE /mutes?user=eve&muted=ann');
    await post(one, 'bob', 'of bob');
    await post(one, 'ann', 'heard');
    assert.deepEqual(await reader.contents(2), ['of bob', 'heard']);
    assert.deepEqual(await contents(other, 'eve'), ['heard', 'of bob', 'muted']);
    const resumed = await followLive(t, one, 'eve', '0');
    assert.deepEqual(await resumed.contents(2), ['of bob', 'heard']);
  });

  test('deleted and hidden posts are not sent; a backfill is nothing new', async (t) => {
    const [one, other] = await open(t);
    await addUsers(one, 'ann', 'eve');
    await post(one, 'ann', 'before the follow');
    await follow(one, 'eve', 'ann', { backfill: 1 });
    const made = [];
    for (const text of ['deleted', 'hidden', 'kept']) made.push(await post(one, 'ann', text));
    await one.ask(`DELETE /posts/${made[0].id}`);
    await one.ask(`PUT /hides?user=eve&post=${made[1].id}`);
    const reader = await followLive(t, other, 'eve', '0');
    assert.deepEqual(await reader.contents(1), ['kept']);
    await post(one, 'ann', 'last');
    assert.deepEqual(await reader.contents(1), ['last']);
  });

  test('a stream of long posts is complete', async (t) => {
    const [one, other] = await open(t);
    await addUsers(one, 'ann');
    const texts = Array.from({ length: 40 }, (_, i) => `${i} ${'😀'.repeat(9_000)}`);
    for (const text of texts) await post(one, 'ann', text);
    const reader = await followLive(t, other, 'ann', '0');
    assert.deepEqual(await reader.contents(40), texts);
  });

  test('an unknown user is 404, a bad id 400; an id from the future is taken for the present', async (t) => {
    const [one] = await open(t);
    await addUsers(one, 'ann');
    await one.ask('GET /timeline/stream?user=eve', undefined, 404);
    await one.ask('GET /timeline/stream', undefined, 400);
    for (const id of ['x', '-1', '1'.repeat(16)]) {
      const headers = { 'last-event-id': id };
      const response = await one.app.inject({ url: '/timeline/stream?user=ann', headers });
      assert.equal(response.statusCode, 400);
      assert.equal(response.json().errors[0].path, 'last-event-id');
    }
    const reader = await followLive(t, one, 'ann', '999999');
    await post(one, 'ann', 'new');
    assert.deepEqual(await reader.contents(1), ['new']);
  });
});
