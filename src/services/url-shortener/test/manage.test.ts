/** Links in the hands of an operator, over HTTP. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually, openService } from '#kit/testing/testing.ts';
import { urlShortener } from '../index.ts';
import {
  assertProblem,
  long,
  newAlias,
  open,
  openReplicas,
  stores,
  type Answer,
} from './fixtures.ts';

const codesOf = (answer: Answer): string[] =>
  answer.json().links.map(({ code }: { code: string }) => code);

for (const { name, skip, env } of stores) {
  describe(`managing links, on ${name}`, { skip }, () => {
    it('shows a link with its limits, its tags, its title and its clicks', async (t) => {
      const { clock, make, show, follow } = await open(t, env);
      const [not_before, expires_at] = [clock() - 1, clock() + 1_000];
      const limits = { not_before, expires_at, max_clicks: 2 };
      const code = await make({ ...limits, tags: ['b', 'a', 'b'], title: 'Tea' });
      await follow(code);
      assert.deepEqual((await show(code)).json(), {
        code,
        short_url: `http://localhost:8080/${code}`,
        url: long,
        created_at: clock(),
        ...limits,
        clicks: 1,
        disabled: false,
        tags: ['b', 'a'],
        title: 'Tea',
      });
      const { tags, clicks, ...plain } = (await show(await make())).json();
      assert.deepEqual([tags, clicks], [[], 0]);
      assert.deepEqual(Object.keys(plain).toSorted(), [
        'code',
        'created_at',
        'disabled',
        'short_url',
        'url',
      ]);
    });

    it('a link that is not there is 404 for all of it', async (t) => {
      const { show, change, remove, stats } = await open(t, env);
      for (const code of [newAlias(), 'abc', 'a.bcd', 'a%00bc', 'a'.repeat(65)]) {
        for (const answer of [
          await show(code),
          await change(code, { disabled: true }),
          await remove(code),
          await stats(code),
        ]) {
          assertProblem(answer, 404, 'UNKNOWN_CODE');
        }
      }
    });

    it('changes what the body has, and nothing else; null removes a limit or the title', async (t) => {
      const { clock, make, show, change } = await open(t, env);
      const limits = { not_before: clock(), expires_at: clock() + 5, max_clicks: 2 };
      const code = await make({ ...limits, tags: ['a'], title: 'Tea' });
      const before = (await show(code)).json();
      for (const patch of [
        {},
        { url: 'https://other.example/ü' },
        { not_before: clock() + 1 },
        { expires_at: clock() + 7 },
        { max_clicks: 5 },
        { tags: ['c', 'b', 'c'] },
        { disabled: true },
        { disabled: false, tags: [] },
        { title: 'Green tea' },
      ]) {
        const expected: Record<string, unknown> = { ...before, ...patch };
        if ('url' in patch) expected['url'] = 'https://other.example/%C3%BC';
        if (patch.tags?.length) expected['tags'] = ['c', 'b'];
        assert.deepEqual((await change(code, patch)).json(), expected);
        assert.deepEqual((await show(code)).json(), expected);
        Object.assign(before, expected);
      }
      const none = { not_before: null, expires_at: null, max_clicks: null, title: null };
      const { not_before: _, expires_at: __, max_clicks: ___, title: ____, ...free } = before;
      assert.deepEqual((await change(code, none)).json(), free);
    });

    it('a forbidden change of a link is 400, and it stays as it was', async (t) => {
      const { clock, make, show, change } = await open(t, env);
      const code = await make({ not_before: clock() + 10, expires_at: clock() + 20 });
      const before = (await show(code)).json();
      for (const [path, value] of [
        ['url', null],
        ['url', 1],
        ['expires_at', clock()],
        ['expires_at', '1'],
        ['not_before', -1],
        ['max_clicks', 0],
        ['title', ''],
        ['tags', null],
        ['tags.0', ['']],
        ['disabled', null],
        ['disabled', 'yes'],
      ] as const) {
        const refused = await change(code, { [path.split('.')[0]!]: value });
        assertProblem(refused, 400, 'VALIDATION_FAILED', path);
      }
      assertProblem(await change(code, { url: 'ftp://a' }), 400, 'INVALID_URL', 'url');
      assertProblem(await change(code, { url: 'http://localhost:8080/a' }), 400, 'INVALID_URL');
      // Against what the link has already.
      for (const patch of [{ not_before: clock() + 20 }, { expires_at: clock() + 10 }]) {
        assertProblem(await change(code, patch), 400, 'VALIDATION_FAILED', 'not_before');
      }
      assert.deepEqual((await show(code)).json(), before);
      assert.equal(
        (await change(code, { not_before: clock() + 20, expires_at: null })).statusCode,
        200,
      );
    });

    it('an expired link can be changed, and lives again', async (t) => {
      const { clock, make, change, follow } = await open(t, env);
      const code = await make({ expires_at: clock() + 1 });
      clock.advance(1);
      assert.equal((await change(code, { tags: ['old'] })).statusCode, 200);
      assertProblem(await follow(code), 410, 'LINK_EXPIRED');
      await change(code, { expires_at: clock() + 1 });
      assert.equal((await follow(code)).statusCode, 302);
    });

    it('a change is in force on every replica, also where the link is cached', async (t) => {
      const [one, other] = await openReplicas(t, env);
      const code = await one.make();
      const location = async () => (await other.follow(code)).headers['location'];
      const status = async () => (await other.follow(code)).statusCode;
      assert.equal(await location(), long);
      await one.change(code, { url: 'https://other.example/' });
      assert.equal((await one.follow(code)).headers['location'], 'https://other.example/');
      await eventually(async () => (await location()) === 'https://other.example/');
      await one.change(code, { disabled: true });
      assert.equal((await one.follow(code)).statusCode, 410);
      await eventually(async () => (await status()) === 410);
      await one.change(code, { disabled: false });
      await eventually(async () => (await status()) === 302);
      await one.change(code, { expires_at: one.clock() + 1 });
      one.clock.advance(1);
      other.clock.advance(1);
      await eventually(async () => (await status()) === 410);
      await one.change(code, { expires_at: null, not_before: one.clock() + 1 });
      await eventually(async () => (await status()) === 404);
      await one.remove(code);
      assert.equal((await one.follow(code)).statusCode, 404);
      await eventually(async () => (await status()) === 404);
    });

    it('DELETE answers 200, then 404; the code is free, and what was counted is gone', async (t) => {
      const [one, other] = await openReplicas(t, env);
      const alias = newAlias();
      await one.make({ alias, max_clicks: 1, tags: [alias] });
      await one.follow(alias);
      const removed = await one.remove(alias);
      assert.deepEqual([removed.statusCode, removed.json()], [200, { code: alias, deleted: true }]);
      assertProblem(await one.remove(alias), 404, 'UNKNOWN_CODE');
      assertProblem(await one.follow(alias), 404, 'UNKNOWN_CODE');
      assert.deepEqual(codesOf(await one.list(`?tag=${alias}`)), []);
      await other.make({ alias, url: 'https://other.example/', max_clicks: 1 });
      const redirects = async () => (await one.follow(alias)).headers['location'];
      assert.equal(await redirects(), 'https://other.example/');
      assert.equal((await one.stats(alias)).json().total, 0);
    });

    it('max_clicks counts from creation, also when it is set later', async (t) => {
      const { make, follow, look, change, show } = await open(t, env);
      const code = await make();
      for (let i = 0; i < 3; i++) await follow(code, i === 0 ? { 'user-agent': 'Googlebot' } : {});
      await look(code);
      assert.equal((await change(code, { max_clicks: 5 })).json().clicks, 3);
      const answers = [await follow(code), await follow(code), await follow(code)];
      assert.deepEqual(
        answers.map(({ statusCode }) => statusCode),
        [302, 302, 410],
      );
      await change(code, { max_clicks: null });
      assert.equal((await follow(code)).statusCode, 302);
      assert.equal((await change(code, { max_clicks: 7 })).json().clicks, 6);
      assert.equal((await show(code)).json().clicks, 6);
    });

    it('max_clicks under what is used: used up, and nothing is taken back', async (t) => {
      const [one, other] = await openReplicas(t, env);
      const code = await one.make({ max_clicks: 5 });
      for (let i = 0; i < 4; i++) await other.follow(code);
      await one.change(code, { max_clicks: 2 });
      for (const replica of [one, other]) {
        assertProblem(await replica.follow(code), 410, 'LINK_USED_UP');
      }
      await one.change(code, { max_clicks: 5 });
      await eventually(async () => (await other.follow(code)).statusCode === 302);
      assertProblem(await one.follow(code), 410, 'LINK_USED_UP');
    });

    it('lists links newest first, by tag and page by page', async (t) => {
      const { clock, make, list, change } = await open(t, env);
      const [tag, other] = [newAlias(), `${newAlias()} ü,"`];
      const made: string[] = [];
      for (let i = 0; i < 5; i++) {
        made.unshift(await make({ tags: i === 2 ? [tag, other] : [tag] }));
        clock.advance(1);
      }
      assert.deepEqual(codesOf(await list(`?tag=${tag}`)), made);
      assert.deepEqual(codesOf(await list(`?tag=${encodeURIComponent(other)}`)), [made[2]]);
      assert.deepEqual(codesOf(await list(`?tag=${tag.toUpperCase()}x`)), []);
      const pages: string[][] = [];
      for (let cursor = ''; ;) {
        const page = await list(`?tag=${tag}&limit=2${cursor}`);
        pages.push(codesOf(page));
        const { next_cursor: next } = page.json();
        if (next === undefined) break;
        cursor = `&cursor=${encodeURIComponent(next)}`;
      }
      assert.deepEqual(pages, [made.slice(0, 2), made.slice(2, 4), made.slice(4)]);
      await change(made[0]!, { tags: [] });
      await change(made[1]!, { tags: [tag, other] });
      assert.deepEqual(codesOf(await list(`?tag=${tag}`)), made.slice(1));
      assert.deepEqual(codesOf(await list(`?tag=${encodeURIComponent(other)}`)), [
        made[1],
        made[2],
      ]);
      // Other tests on the same server make links with the same instants.
      const all = codesOf(await list('?limit=1000')).filter((code) => made.includes(code));
      if (env['DATABASE_URL'] === undefined) assert.deepEqual(all, made);
    });

    it('a list that is asked for wrongly is 400', async (t) => {
      const { list } = await open(t, env);
      for (const [query, path] of [
        ['limit=0', 'limit'],
        ['limit=1001', 'limit'],
        ['limit=x', 'limit'],
        ['cursor=x', 'cursor'],
        ['cursor=1-', 'cursor'],
        ['cursor=1-9999999999999999', 'cursor'],
        ['tag=', 'tag'],
        [`tag=${'a'.repeat(65)}`, 'tag'],
        ['tag=a%00', 'tag'],
        ['tag=%ff', 'tag'],
        ['tag=a&tag=b', 'tag'],
      ]) {
        assertProblem(await list(`?${query}`), 400, 'VALIDATION_FAILED', path);
      }
    });

    it('all of it wants the admin token where there is one, and nothing of it is on 8080', async (t) => {
      const ADMIN_TOKEN = 'a long secret';
      const { app, consoleApp, make } = await open(t, { ...env, ADMIN_TOKEN });
      const code = await make();
      const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
      for (const [method, path] of [
        ['GET', ''],
        ['GET', `/${code}`],
        ['GET', `/${code}/stats`],
        ['PATCH', `/${code}`],
        ['DELETE', `/${code}`],
      ] as const) {
        const payload = method === 'PATCH' ? {} : undefined;
        const request = { method, url: `/admin/links${path}`, ...(payload && { payload }) };
        assertProblem(await consoleApp.inject(request), 401, 'ADMIN_TOKEN_REQUIRED');
        assert.equal((await app.inject({ ...request, headers })).statusCode, 404, path);
        assert.equal((await consoleApp.inject({ ...request, headers })).statusCode, 200, path);
      }
    });
  });
}

it('links that were made before there were limits are there, and lead where they led', async (t) => {
  const { DatabaseSync } = await import('node:sqlite');
  const { readFileSync } = await import('node:fs');
  const { temporaryFolder } = await import('#kit/testing/testing.ts');
  const DATA_DIR = temporaryFolder();
  const db = new DatabaseSync(`${DATA_DIR}/url-shortener.db`);
  const first = new URL('../store/sqlite/sql/0001-mapping.sql', import.meta.url);
  db.exec(readFileSync(first, 'utf8'));
  db.exec(`INSERT INTO mapping VALUES ('abcdefg', '${long}', 5); PRAGMA user_version = 1`);
  db.close();
  const { app, consoleApp } = await openService(t, urlShortener, { DATA_DIR });
  assert.equal((await app.inject('/abcdefg')).headers.location, long);
  const link = (await consoleApp.inject('/admin/links/abcdefg')).json();
  assert.deepEqual([link.created_at, link.clicks, link.tags], [5, 0, []]);
});
