import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { environments, openKeys } from './http.ts';

type Keys = Awaited<ReturnType<typeof openKeys>>;
type Query = Readonly<Record<string, string>>;

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** All pages, one after another. */
async function pages({ list }: Keys, query: Query): Promise<string[][]> {
  const found: string[][] = [];
  for (let cursor: string | undefined; ;) {
    const answer = await list(cursor === undefined ? query : { ...query, cursor });
    assert.equal(answer.statusCode, 200, answer.body);
    const { keys, next_cursor: next } = answer.json().data;
    found.push(keys.map(({ key }: { key: string }) => key));
    if (next === undefined) return found;
    cursor = next;
  }
}

for (const { name, skip, env } of environments) {
  describe(`listing on ${name}`, { skip }, () => {
    it('tells keys, sizes in bytes and expiry, in byte order over all nodes', async (t) => {
      const { put, list, clock } = await openKeys(t, env());
      assert.deepEqual((await list()).json(), { data: { keys: [] } });
      await put('😀', '漢字');
      await put('\uFFFF', '');
      await put('a/b', 'v', { ttl: '60' });
      await put('B', 'v');
      const answer = await list();
      assert.equal(answer.statusCode, 200);
      assert.deepEqual(answer.json(), {
        data: {
          keys: [
            { key: 'B', size: 1 },
            { key: 'a/b', size: 1, expires_at: clock() + 60_000 },
            { key: '\uFFFF', size: 0 },
            { key: '😀', size: 6 },
          ],
        },
      });
    });

    it('by pages of any size, each key once; the last page has no cursor', async (t) => {
      const keys = await openKeys(t, env());
      const names = Array.from({ length: 25 }, (_, i) => `k${(i * 7) % 25}`);
      for (const key of names) await keys.put(key, 'v');
      for (const limit of [1, 2, 5, 24, 25, 26, 1000]) {
        const found = await pages(keys, { limit: String(limit) });
        assert.deepEqual(found.flat(), names.toSorted(byBytes));
        assert.equal(found.length, Math.ceil(25 / limit));
      }
    });

    it('is 100 keys long by default, and up to 1,000', async (t) => {
      const keys = await openKeys(t, env());
      const names = Array.from({ length: 1_001 }, (_, i) => `k${String(i).padStart(4, '0')}`);
      await Promise.all(names.map((key) => keys.put(key, 'v')));
      const [first] = await pages(keys, {});
      assert.deepEqual(first, names.slice(0, 100));
      const found = await pages(keys, { limit: '1000' });
      assert.deepEqual(found, [names.slice(0, 1_000), names.slice(1_000)]);
    });

    it('with prefix, of the keys that begin so', async (t) => {
      const keys = await openKeys(t, env());
      const names = ['a', 'a:', 'a:1', 'a:2', 'a:é', 'a:\u{10FFFF}', 'a;', 'b', 'aa', 'A:1', '%'];
      for (const key of names) await keys.put(key, 'v');
      for (const prefix of ['', 'a', 'a:', 'a:1', 'b', '%', 'c', 'a:é', 'a:\u{10FFFF}']) {
        const expected = names.filter((key) => key.startsWith(prefix)).toSorted(byBytes);
        for (const limit of ['1', '3', '100']) {
          assert.deepEqual((await pages(keys, { prefix, limit })).flat(), expected, prefix);
        }
      }
    });

    it('goes on after the last key, also when that has been deleted', async (t) => {
      const { put, remove, list } = await openKeys(t, env());
      for (const key of ['a', 'b', 'c', 'd']) await put(key, 'v');
      const { next_cursor: cursor } = (await list({ limit: '2' })).json().data;
      await remove('b');
      await put('aa', 'v');
      await put('bb', 'v');
      const { keys } = (await list({ limit: '2', cursor })).json().data;
      assert.deepEqual(
        keys.map(({ key }: { key: string }) => key),
        ['bb', 'c'],
      );
    });

    it('HEAD answers as GET', async (t) => {
      const { app } = await openKeys(t, env());
      assert.equal((await app.inject({ method: 'HEAD', url: '/' })).statusCode, 200);
    });

    it('bad queries are 400 and name what is wrong', async (t) => {
      const { put, list } = await openKeys(t, env());
      await put('a1', 'v');
      await put('a2', 'v');
      const { next_cursor: cursor } = (await list({ limit: '1' })).json().data;
      const encoded = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');
      const cases: [query: Query, path: string][] = [
        [{ limit: '0' }, 'limit'],
        [{ limit: '1001' }, 'limit'],
        [{ limit: '1.5' }, 'limit'],
        [{ limit: 'x' }, 'limit'],
        [{ prefix: 'x'.repeat(513) }, 'prefix'],
        [{ prefix: '漢'.repeat(171) }, 'prefix'],
        [{ cursor: '' }, 'cursor'],
        [{ cursor: '!' }, 'cursor'],
        [{ cursor: `${cursor}=` }, 'cursor'],
        [{ cursor: `${cursor} ` }, 'cursor'],
        [{ cursor: encoded(Buffer.from([0xff])) }, 'cursor'],
        [{ cursor: encoded('x'.repeat(513)) }, 'cursor'],
        [{ cursor: 'x'.repeat(5_000) }, 'cursor'],
        [{ cursor, prefix: 'b' }, 'cursor'],
      ];
      for (const [query, path] of cases) {
        const answer = await list(query);
        const { code, errors } = answer.json();
        assert.deepEqual(
          [answer.statusCode, code, errors[0].path],
          [400, 'VALIDATION_FAILED', path],
        );
      }
      assert.equal((await list({ cursor, prefix: 'a' })).statusCode, 200);
      assert.equal((await list({ prefix: 'x'.repeat(512) })).statusCode, 200);
    });
  });
}
