import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import * as fc from 'fast-check';
import { anyText } from '#kit/testing/rubbish.ts';
import type { Environment } from '#kit/host/env.ts';
import type { App } from '#kit/web/app.ts';
import { missing, openService, servers, unique } from '#kit/testing/testing.ts';
import { newsFeed } from '../index.ts';

const send = (app: App, method: 'POST' | 'DELETE', url: string, payload?: object) =>
  app.inject({ method, url, ...(payload && { payload }) });
const post = (app: App, user_id: string, content: string) =>
  send(app, 'POST', '/posts', { user_id, content });
const follow = (app: App, follower_id: string, followee_id: string) =>
  send(app, 'POST', '/follow', { follower_id, followee_id });
const unfollow = (app: App, follower_id: string, followee_id: string) =>
  send(app, 'DELETE', `/follow?follower_id=${follower_id}&followee_id=${followee_id}`);

async function addUsers(app: App, ...ids: string[]): Promise<void> {
  for (const id of ids) await send(app, 'POST', '/users', { id });
}

async function contents(app: App, url: string): Promise<string[]> {
  const response = await app.inject(url);
  assert.equal(response.statusCode, 200, response.body);
  const { timeline, posts } = response.json();
  return (timeline ?? posts).map(({ content }: { content: string }) => content);
}

describe('on SQLite', () => suite({}));
describe('on PostgreSQL', { skip: missing('postgres') }, () =>
  suite({ DATABASE_URL: servers.postgres }),
);

function suite(env: Environment): void {
  const openWith = async (t: TestContext, more: Environment) =>
    openService(t, newsFeed, { ...env, FEED_PREFIX: unique('feed'), ...more });
  const open = async (t: TestContext) => openWith(t, {});

  test('a user is created with 201; repeating it is 200 and changes nothing', async (t) => {
    const { app } = await open(t);
    for (const status of [201, 200, 200]) {
      const response = await send(app, 'POST', '/users', { id: 'ann', name: 'ignored' });
      assert.equal(response.statusCode, status);
      assert.deepEqual(response.json(), { id: 'ann' });
    }
  });

  test('a post has author, underscore and UTC second as id', async (t) => {
    const { app, clock } = await open(t);
    await addUsers(app, 'ann');
    clock.advance(1_234);
    const response = await post(app, 'ann', 'hello');
    assert.equal(response.statusCode, 201);
    const created_at = Date.UTC(2026, 0, 1, 12) + 1_234;
    const wanted = { id: 'ann_20260101120001', user_id: 'ann', content: 'hello', created_at };
    assert.deepEqual(response.json(), wanted);
    const timeline = (await app.inject('/timeline?user=ann')).json();
    assert.deepEqual(timeline, { timeline: [wanted] });
    assert.deepEqual((await app.inject('/users/ann/posts')).json(), { posts: [wanted] });
  });

  test('further posts of one second get _2, _3, …', async (t) => {
    const { app, clock } = await open(t);
    await addUsers(app, 'ann', 'bob');
    const made = await Promise.all(['ann', 'ann', 'bob', 'ann'].map((who) => post(app, who, 'x')));
    const second = '_20260101120000';
    assert.deepEqual(
      made.map((response) => response.json().id),
      [`ann${second}`, `ann${second}_2`, `bob${second}`, `ann${second}_3`],
    );
    clock.advance(1_000);
    assert.equal((await post(app, 'ann', 'x')).json().id, 'ann_20260101120001');
    clock.advance(-1_000);
    assert.equal((await post(app, 'ann', 'x')).json().id, `ann${second}_4`);
  });

  test('ids of authors who are named like posts do not collide', async (t) => {
    const { app } = await open(t);
    const authors = ['x', 'x_20260101120000', 'x_20260101120000_2', 'x_2', 'x_', '_'];
    await addUsers(app, ...authors);
    const made = await Promise.all(
      [...authors, ...authors, ...authors].map((who) => post(app, who, 'x')),
    );
    const ids = made.map((response) => response.json().id as string);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) {
      const response = await send(app, 'DELETE', `/posts/${encodeURIComponent(id)}`);
      assert.equal(response.statusCode, 200, response.body);
    }
    for (const who of authors) assert.deepEqual(await contents(app, `/timeline?user=${who}`), []);
  });

  test('content has 1 to 10,000 characters', async (t) => {
    const { app } = await open(t);
    await addUsers(app, 'ann');
    assert.equal((await post(app, 'ann', '')).statusCode, 400);
    const longest = '😀'.repeat(10_000);
    assert.equal((await post(app, 'ann', longest)).statusCode, 201);
    assert.equal((await post(app, 'ann', `${longest}a`)).statusCode, 400);
    assert.deepEqual(await contents(app, '/timeline?user=ann'), [longest]);
  });

  test('following is 200, also when repeated; unfollowing likewise', async (t) => {
    const { app } = await open(t);
    await addUsers(app, 'ann', 'bob');
    const relation = { follower_id: 'bob', followee_id: 'ann' };
    for (const [change, followed] of [
      [follow, true],
      [follow, true],
      [unfollow, false],
      [unfollow, false],
    ] as const) {
      const response = await change(app, 'bob', 'ann');
      assert.equal(response.statusCode, 200, response.body);
      assert.deepEqual(response.json(), { ...relation, followed });
    }
  });

  test('following oneself is 400, an unknown user 404', async (t) => {
    const { app } = await open(t);
    await addUsers(app, 'ann');
    for (const change of [follow, unfollow]) {
      const self = await change(app, 'ann', 'ann');
      assert.equal(self.statusCode, 400);
      assert.equal(self.json().errors[0].path, 'followee_id');
      for (const [from, to] of [
        ['ann', 'eve'],
        ['eve', 'ann'],
      ] as const) {
        const response = await change(app, from, to);
        assert.equal(response.statusCode, 404);
        assert.equal(response.json().code, 'UNKNOWN_USER');
        assert.match(response.json().detail, /"eve"/);
      }
    }
  });

  test('an unknown user is 404', async (t) => {
    const { app } = await open(t);
    for (const response of [
      await post(app, 'eve', 'x'),
      await app.inject('/timeline?user=eve'),
      await app.inject('/timeline?user=eve&limit=0'),
      await app.inject('/users/eve/posts'),
      await app.inject('/users/eve/posts?limit=3'),
    ]) {
      assert.equal(response.statusCode, 404, response.body);
      assert.equal(response.json().code, 'UNKNOWN_USER');
    }
    const unknown = await send(app, 'DELETE', '/posts/eve_20260101120000');
    assert.equal(unknown.statusCode, 404);
    assert.equal(unknown.json().code, 'UNKNOWN_POST');
  });

  test('a follow adds no earlier posts; an unfollow leaves what was delivered', async (t) => {
    const { app } = await open(t);
    await addUsers(app, 'ann', 'bob');
    await post(app, 'ann', 'before');
    await follow(app, 'bob', 'ann');
    await post(app, 'ann', 'first');
    await follow(app, 'bob', 'ann');
    await unfollow(app, 'bob', 'ann');
    await post(app, 'ann', 'between');
    await follow(app, 'bob', 'ann');
    await post(app, 'ann', 'last');
    assert.deepEqual(await contents(app, '/timeline?user=bob'), ['last', 'first']);
    const all = ['last', 'between', 'first', 'before'];
    assert.deepEqual(await contents(app, '/timeline?user=ann'), all);
    assert.deepEqual(await contents(app, '/users/ann/posts'), all);
    assert.deepEqual(await contents(app, '/users/bob/posts'), []);
  });

  test('a deleted post is gone everywhere; deleting it again is 200', async (t) => {
    const { app } = await open(t);
    await addUsers(app, 'ann', 'bob');
    await follow(app, 'bob', 'ann');
    await post(app, 'ann', 'kept');
    const { id } = (await post(app, 'ann', 'deleted')).json();
    assert.deepEqual(await contents(app, '/timeline?user=bob'), ['deleted', 'kept']);
    for (const response of [
      await send(app, 'DELETE', `/posts/${id}`),
      await send(app, 'DELETE', `/posts/${id}`),
    ]) {
      assert.equal(response.statusCode, 200);
      assert.deepEqual(response.json(), { deleted: true });
    }
    for (const url of ['/timeline?user=bob', '/timeline?user=ann', '/users/ann/posts']) {
      assert.deepEqual(await contents(app, url), ['kept']);
    }
    // Its id is not given to another post.
    assert.equal((await post(app, 'ann', 'new')).json().id, 'ann_20260101120000_3');
  });

  test('a timeline keeps its newest posts; a deleted one leaves a gap', async (t) => {
    const { app } = await openWith(t, { FEED_TIMELINE_MAX: '3' });
    await addUsers(app, 'ann');
    const made: string[] = [];
    for (const text of ['1', '2', '3', '4']) made.push((await post(app, 'ann', text)).json().id);
    assert.deepEqual(await contents(app, '/timeline?user=ann'), ['4', '3', '2']);
    await send(app, 'DELETE', `/posts/${made[2]}`);
    assert.deepEqual(await contents(app, '/timeline?user=ann'), ['4', '2']);
    assert.deepEqual(await contents(app, '/users/ann/posts'), ['4', '2', '1']);
  });

  pagingSuite(open);
  inputSuite(open);
}

type Open = (t: TestContext) => ReturnType<typeof openService>;

function pagingSuite(open: Open): void {
  const numbered = async (app: App, count: number) => {
    await addUsers(app, 'ann');
    for (let n = 1; n <= count; n++) await post(app, 'ann', String(n));
  };

  test('pages by offset are cut at the end of the list, and empty beyond it, however far', async (t) => {
    const { app } = await open(t);
    await numbered(app, 25);
    const all = Array.from({ length: 25 }, (_, i) => String(25 - i));
    for (const [query, wanted] of [
      ['', all.slice(0, 20)],
      ['&offset=0&limit=20', all.slice(0, 20)],
      ['&offset=20', all.slice(20)],
      ['&offset=24&limit=1000', all.slice(24)],
      ['&offset=25', []],
      ['&offset=1000', []],
      ['&offset=1001', []],
      ['&offset=2147483648', []],
      ['&offset=9007199254740993&limit=1000', []],
      ['&offset=99999999999999999999999999', []],
      ['&limit=0', []],
      ['&limit=1000', all],
    ] as const) {
      assert.deepEqual(await contents(app, `/timeline?user=ann${query}`), wanted, query);
    }
    const last = await app.inject('/timeline?user=ann&offset=5&limit=20');
    assert.equal('next_cursor' in last.json(), false);
  });

  for (const [what, path, member] of [
    ['a timeline', '/timeline?user=ann&limit=4', 'timeline'],
    ["a user's posts", '/users/ann/posts?limit=4', 'posts'],
  ] as const) {
    test(`pages of ${what} by cursor are not shifted by new posts`, async (t) => {
      const { app } = await open(t);
      await numbered(app, 10);
      const walked: string[] = [];
      let cursor: string | undefined;
      do {
        const url = cursor === undefined ? path : `${path}&cursor=${cursor}`;
        const page = (await app.inject(url)).json();
        walked.push(...page[member].map(({ content }: { content: string }) => content));
        cursor = page.next_cursor;
        await post(app, 'ann', 'new');
      } while (cursor !== undefined);
      assert.deepEqual(walked, ['10', '9', '8', '7', '6', '5', '4', '3', '2', '1']);
    });
  }

  test('all posts of a user come in one answer, also from a cursor on', async (t) => {
    const { app } = await open(t);
    await addUsers(app, 'ann');
    const texts = Array.from({ length: 1_234 }, (_, i) => `"${i}"`);
    await Promise.all(texts.map((text) => post(app, 'ann', text)));
    const response = await app.inject('/users/ann/posts');
    assert.match(response.headers['content-type'] as string, /^application\/json/);
    assert.deepEqual(await contents(app, '/users/ann/posts'), texts.toReversed());
    const { next_cursor } = (await app.inject('/users/ann/posts?limit=1000')).json();
    const rest = await contents(app, `/users/ann/posts?cursor=${next_cursor}`);
    assert.deepEqual(rest, texts.slice(0, 234).toReversed());
  });

  test('a long page of a timeline begins and ends where it is asked to', async (t) => {
    const { app } = await open(t);
    await addUsers(app, 'ann');
    const texts = Array.from({ length: 350 }, (_, i) => String(i));
    await Promise.all(texts.map((text) => post(app, 'ann', text)));
    const newest = texts.toReversed();
    const page = await contents(app, '/timeline?user=ann&offset=10&limit=250');
    assert.deepEqual(page, newest.slice(10, 260));
    const { next_cursor } = (await app.inject('/timeline?user=ann&offset=10&limit=250')).json();
    const next = `/timeline?user=ann&limit=1000&cursor=${next_cursor}`;
    assert.deepEqual(await contents(app, next), newest.slice(260));
    assert.equal((await app.inject(next)).json().next_cursor, undefined);
  });
}

function inputSuite(open: Open): void {
  const wrong: [
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    body: object | undefined,
    path: string,
  ][] = [
    ['POST', '/users', {}, 'id'],
    ['POST', '/users', { id: 1 }, 'id'],
    ['POST', '/users', { id: '' }, 'id'],
    ['POST', '/users', { id: 'a'.repeat(129) }, 'id'],
    ['POST', '/users', { id: 'a\nb' }, 'id'],
    ['POST', '/users', { id: '\ud800' }, 'id'],
    ['POST', '/posts', { content: 'x' }, 'user_id'],
    ['POST', '/posts', { user_id: 'ann' }, 'content'],
    ['POST', '/posts', { user_id: 'ann', content: 1 }, 'content'],
    ['POST', '/posts', { user_id: 'ann', content: 'a\0b' }, 'content'],
    ['POST', '/posts', { user_id: 'ann', content: '\udc00' }, 'content'],
    ['POST', '/follow', { followee_id: 'ann' }, 'follower_id'],
    ['POST', '/follow', { follower_id: 'ann', followee_id: null }, 'followee_id'],
    ['DELETE', '/follow?follower_id=ann', undefined, 'followee_id'],
    ['DELETE', '/follow?followee_id=ann', undefined, 'follower_id'],
    ['DELETE', '/posts/a%00b', undefined, 'id'],
    ['GET', '/timeline', undefined, 'user'],
    ['GET', '/timeline?user=', undefined, 'user'],
    ...['-1', 'x', '1.5', 'NaN'].map((text): (typeof wrong)[number] => [
      'GET',
      `/timeline?user=ann&offset=${text}`,
      undefined,
      'offset',
    ]),
    ...['-1', '1001', 'x', '1.5', '1e99', 'NaN'].flatMap((text): (typeof wrong)[number][] => [
      ['GET', `/timeline?user=ann&limit=${text}`, undefined, 'limit'],
      ['GET', `/users/ann/posts?limit=${text}`, undefined, 'limit'],
    ]),
    ...['', '0', '-1', 'x', '1'.repeat(16)].flatMap((text): (typeof wrong)[number][] => [
      ['GET', `/timeline?user=ann&cursor=${text}`, undefined, 'cursor'],
      ['GET', `/users/ann/posts?cursor=${text}`, undefined, 'cursor'],
    ]),
    ['GET', '/timeline?user=ann&offset=0&cursor=5', undefined, 'cursor'],
    ['GET', `/users/${'a'.repeat(129)}/posts`, undefined, 'id'],
  ];

  test('bad input is 400 and names the field', async (t) => {
    const { app } = await open(t);
    await addUsers(app, 'ann');
    for (const [method, url, payload, path] of wrong) {
      const response = await app.inject({ method, url, ...(payload && { payload }) });
      const what = `${method} ${url} ${JSON.stringify(payload)}: ${response.body}`;
      assert.equal(response.statusCode, 400, what);
      assert.equal(response.json().code, 'VALIDATION_FAILED', what);
      assert.equal(response.json().errors[0].path, path, what);
    }
  });

  test('nothing that a client sends is answered with 500', async (t) => {
    const { app } = await open(t);
    const name = fc.oneof(fc.constantFrom('ann', 'bob'), anyText());
    await fc.assert(
      fc.asyncProperty(name, name, async (one, other) => {
        const [a, b] = [one, other].map((text) => encodeURIComponent(text.toWellFormed()));
        const responses = [
          await send(app, 'POST', '/users', { id: one }),
          await post(app, one, other),
          await follow(app, one, other),
          await unfollow(app, a!, b!),
          await app.inject(`/timeline?user=${a}&cursor=${b}`),
          await app.inject(`/timeline?user=${a}`),
          await app.inject(`/users/${a}/posts?cursor=${b}`),
          await app.inject(`/users/${a}/posts`),
          await send(app, 'DELETE', `/posts/${b}`),
        ];
        for (const { statusCode, body } of responses) {
          assert.ok([200, 201, 400, 404].includes(statusCode), body);
        }
      }),
      { numRuns: 60 },
    );
  });
}
