import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUsers, follow, onBothStores, post, type Json } from './fixtures.ts';

onBothStores((open) => {
  test('an extra of up to 4 KiB is kept and shown, in the answer and in lists', async (t) => {
    const [one, other] = await open(t);
    await addUsers(one, 'ann', 'bob');
    await follow(one, 'bob', 'ann');
    const extra = { link: 'https://example.com', list: [1, null, { é: '😀' }] };
    const body = { user_id: 'ann', content: 'look', extra, likes: 5 };
    const made = await one.ask('POST /posts', body, 201);
    assert.deepEqual(made.extra, extra);
    assert.equal('likes' in made, false);
    assert.deepEqual((await other.ask('GET /timeline?user=bob')).timeline, [made]);
    assert.deepEqual((await other.ask('GET /users/ann/posts')).posts, [made]);
    // {"a":"…"} takes eight bytes more than its text.
    const padded = (length: number) => ({ ...body, extra: { a: 'é'.repeat(length / 2) } });
    assert.deepEqual((await one.ask('POST /posts', padded(4_088), 201)).extra, padded(4_088).extra);
    const refused = await one.ask('POST /posts', padded(4_090), 400);
    assert.equal(refused.errors[0].path, 'extra');
    for (const wrong of ['text', 1, [1]]) {
      const { errors } = await one.ask('POST /posts', { ...body, extra: wrong }, 400);
      assert.equal(errors[0].path, 'extra');
    }
  });

  test('a post without any of it has the four members that it always had', async (t) => {
    const [one] = await open(t);
    await addUsers(one, 'ann');
    const made = await post(one, 'ann', 'x');
    assert.deepEqual(Object.keys(made), ['id', 'user_id', 'content', 'created_at']);
    assert.deepEqual((await one.ask('GET /timeline?user=ann')).timeline, [made]);
  });

  test('a reaction is put and taken back, any number of times, and counts once', async (t) => {
    const [one, other] = await open(t);
    await addUsers(one, 'ann', 'bob');
    const { id } = await post(one, 'ann', 'x');
    const path = `/posts/${id}/reactions/like?user=bob`;
    const about = { post_id: id, user_id: 'bob', kind: 'like' };
    const reactions = async () => (await other.ask('GET /timeline?user=ann')).timeline[0].reactions;
    for (const replica of [one, other]) {
      assert.deepEqual(await replica.ask(`PUT ${path}`), { ...about, reacted: true });
      assert.deepEqual(await reactions(), { like: 1 });
    }
    await one.ask(`PUT /posts/${id}/reactions/${encodeURIComponent('❤️'.repeat(16))}?user=ann`);
    assert.deepEqual(await reactions(), { like: 1, ['❤️'.repeat(16)]: 1 });
    for (const replica of [one, other]) {
      assert.deepEqual(await replica.ask(`DELETE ${path}`), { ...about, reacted: false });
      assert.deepEqual(await reactions(), { ['❤️'.repeat(16)]: 1 });
    }
  });

  test('comments are written, counted, listed by pages and erased', async (t) => {
    const [one, other] = await open(t);
    await addUsers(one, 'ann', 'bob');
    const { id } = await post(one, 'ann', 'x');
    const made: Json[] = [];
    for (let i = 0; i < 5; i++) {
      const body = { user_id: 'bob', content: `c${i}` };
      made.push(await (i % 2 ? one : other).ask(`POST /posts/${id}/comments`, body, 201));
    }
    const { id: first, ...rest } = made[0];
    assert.match(first, /^comment_\d+$/);
    const created_at = one.clock();
    assert.deepEqual(rest, { post_id: id, user_id: 'bob', content: 'c0', created_at });
    assert.deepEqual(await one.ask(`GET /posts/${id}/comments`), { comments: made });
    const walked: Json[] = [];
    for (let more = ''; ;) {
      const page = await other.ask(`GET /posts/${id}/comments?limit=2${more}`);
      walked.push(...page.comments);
      if (page.next_cursor === undefined) break;
      assert.equal(page.comments.length, 2);
      more = `&cursor=${page.next_cursor}`;
    }
    assert.deepEqual(walked, made);
    for (const replica of [one, other]) {
      assert.deepEqual(await replica.ask(`DELETE /comments/${first}`), { deleted: true });
    }
    assert.equal((await other.ask('GET /users/ann/posts')).posts[0].comments, 4);
    assert.deepEqual((await one.ask(`GET /posts/${id}/comments`)).comments, made.slice(1));
  });

  test('a list of comments has 100 by default, and up to 1,000, each once', async (t) => {
    const [one] = await open(t);
    await addUsers(one, 'ann');
    const { id } = await post(one, 'ann', 'x');
    const path = `/posts/${id}/comments`;
    await Promise.all(
      Array.from({ length: 130 }, (_, i) =>
        one.ask(`POST ${path}`, { user_id: 'ann', content: `${i}` }, 201),
      ),
    );
    const page = await one.ask(`GET ${path}`);
    assert.equal(page.comments.length, 100);
    const { comments } = await one.ask(`GET ${path}?limit=1000`);
    assert.equal(new Set(comments.map((one: Json) => one.content)).size, 130);
    const rest = await one.ask(`GET ${path}?limit=30&cursor=${page.next_cursor}`);
    assert.deepEqual([...page.comments, ...rest.comments], comments);
    assert.equal('next_cursor' in rest, false);
  });

  test('unknown users, posts, deleted posts and comments are 404', async (t) => {
    const [one] = await open(t);
    await addUsers(one, 'ann');
    const { id } = await post(one, 'ann', 'x');
    const comment = { user_id: 'ann', content: 'x' };
    const code = async (what: string, body?: object) => (await one.ask(what, body, 404)).code;
    for (const method of ['PUT', 'DELETE']) {
      assert.equal(await code(`${method} /posts/${id}/reactions/like?user=eve`), 'UNKNOWN_USER');
      assert.equal(await code(`${method} /posts/none/reactions/like?user=ann`), 'UNKNOWN_POST');
    }
    const eve = { ...comment, user_id: 'eve' };
    assert.equal(await code(`POST /posts/${id}/comments`, eve), 'UNKNOWN_USER');
    assert.equal(await code('GET /posts/none/comments'), 'UNKNOWN_POST');
    await one.ask(`DELETE /posts/${id}`);
    assert.equal(await code(`PUT /posts/${id}/reactions/like?user=ann`), 'UNKNOWN_POST');
    assert.equal(await code(`POST /posts/${id}/comments`, comment), 'UNKNOWN_POST');
    assert.equal(await code(`GET /posts/${id}/comments`), 'UNKNOWN_POST');
    for (const one of ['comment_999999999', 'comment_0', 'x', 'comment_x']) {
      assert.equal(await code(`DELETE /comments/${one}`), 'UNKNOWN_COMMENT');
    }
  });

  test('bad input is 400 and names the member; a kind too many is 409', async (t) => {
    const [one] = await open(t);
    await addUsers(one, 'ann');
    const { id } = await post(one, 'ann', 'x');
    const content = 'x'.repeat(10_001);
    for (const [what, path, body] of [
      [`PUT /posts/${id}/reactions/${'k'.repeat(33)}?user=ann`, 'kind'],
      [`PUT /posts/${id}/reactions/a%0Ab?user=ann`, 'kind'],
      [`PUT /posts/${id}/reactions/like`, 'user'],
      [`DELETE /posts/${id}/reactions/like?user=`, 'user'],
      [`POST /posts/${id}/comments`, 'user_id', { content: 'x' }],
      [`POST /posts/${id}/comments`, 'content', { user_id: 'ann' }],
      [`POST /posts/${id}/comments`, 'content', { user_id: 'ann', content: '' }],
      [`POST /posts/${id}/comments`, 'content', { user_id: 'ann', content }],
      [`GET /posts/${id}/comments?limit=0`, 'limit'],
      [`GET /posts/${id}/comments?limit=1001`, 'limit'],
      [`GET /posts/${id}/comments?cursor=x`, 'cursor'],
    ] as const) {
      const { errors } = await one.ask(what, body, 400);
      assert.equal(errors[0].path, path, what);
    }
    for (let i = 0; i < 64; i++) await one.ask(`PUT /posts/${id}/reactions/${i}?user=ann`);
    const refused = await one.ask(`PUT /posts/${id}/reactions/64?user=ann`, undefined, 409);
    assert.equal(refused.code, 'TOO_MANY_KINDS');
  });
});
