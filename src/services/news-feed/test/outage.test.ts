import assert from 'node:assert/strict';
import { test } from 'node:test';
import { relay } from '#kit/testing/process.ts';
import {
  assertUnavailable,
  missing,
  openService,
  readyAgain,
  servers,
  unique,
} from '#kit/testing/testing.ts';
import { newsFeed } from '../index.ts';
import { addUsers, followLive, openReplica, post } from './fixtures.ts';

test('while PostgreSQL is away, everything is 503', { skip: missing('postgres') }, async (t) => {
  const { url, cut, mend } = await relay(servers.postgres);
  const env = { DATABASE_URL: url, FEED_PREFIX: unique('feed') };
  const { app, ready } = await openService(t, newsFeed, env);
  const post = (path: string, payload: object) =>
    app.inject({ method: 'POST', url: path, payload });
  const relation = { follower_id: 'bob', followee_id: 'ann' };
  const all = async () => [
    await post('/users', { id: 'ann' }),
    await post('/users', { id: 'bob' }),
    await post('/follow', relation),
    await app.inject({ method: 'DELETE', url: '/follow', query: relation }),
    await post('/posts', { user_id: 'ann', content: 'hello' }),
    await app.inject({ method: 'DELETE', url: '/posts/ann_20260101120000' }),
    await app.inject('/timeline?user=ann'),
    await app.inject('/users/ann/posts'),
    await app.inject('/users/ann/posts?limit=5'),
    await app.inject('/users/ann'),
    await app.inject('/users/ann/followers'),
    await app.inject({ method: 'PUT', url: '/mutes?user=bob&muted=ann' }),
  ];
  for (const { statusCode, body } of await all()) assert.ok(statusCode < 300, body);
  await ready();

  await cut();
  for (const response of await all()) assertUnavailable(response);
  await assert.rejects(ready());

  await mend();
  await readyAgain({ ready });
  for (const { statusCode, body } of await all()) assert.ok(statusCode < 300, body);
});

test(
  'after an outage of PostgreSQL a stream goes on where it was, if need be when its client comes back',
  { skip: missing('postgres') },
  async (t) => {
    const { url, cut, mend } = await relay(servers.postgres);
    const FEED_PREFIX = unique('feed');
    const far = await openReplica(t, { DATABASE_URL: url, FEED_PREFIX });
    const near = await openReplica(t, { DATABASE_URL: servers.postgres, FEED_PREFIX });
    await addUsers(near, 'ann');
    let reader = await followLive(t, far, 'ann');
    await post(near, 'ann', 'first');
    const { id } = (await reader.next())!;
    await cut();
    await post(near, 'ann', 'missed');
    await far.ask('GET /timeline?user=ann', undefined, 503);
    await mend();
    await readyAgain(far);
    // The stream ended if it was read during the outage.
    let next = await reader.next();
    while (next === undefined) {
      reader = await followLive(t, far, 'ann', id);
      next = await reader.next();
    }
    assert.equal(next.post.content, 'missed');
    await post(near, 'ann', 'last');
    assert.deepEqual(await reader.contents(1), ['last']);
  },
);
