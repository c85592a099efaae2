import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#kit/testing/testing.ts';
import { environments, openKeys } from './http.ts';

for (const { name, skip, env } of environments) {
  describe(`expiry on ${name}`, { skip }, () => {
    it('a PUT with TTL is 404 from then on, not before', async (t) => {
      const { put, get, head, remove, clock } = await openKeys(t, env());
      const stored = await put('k', 'v', { ttl: '60' });
      assert.deepEqual(
        [stored.statusCode, stored.json()],
        [200, { data: { key: 'k', stored: true } }],
      );
      clock.advance(59_999);
      assert.equal((await get('k')).json().data.value, 'v');
      clock.advance(1);
      const answer = await get('k');
      assert.deepEqual([answer.statusCode, answer.json().code], [404, 'KEY_NOT_FOUND']);
      assert.equal((await head('k')).statusCode, 404);
      assert.equal((await remove('k')).statusCode, 200);
    });

    it('GET and HEAD answer TTL with what is left, at least a second', async (t) => {
      const { put, get, head, clock } = await openKeys(t, env());
      await put('k', 'v', { ttl: '60' });
      const left: unknown[] = [];
      for (const ms of [0, 1, 999, 10_000, 48_001, 998]) {
        clock.advance(ms);
        const [one, two] = [await get('k'), await head('k')];
        assert.equal(one.headers['ttl'], two.headers['ttl']);
        left.push(one.headers['ttl']);
      }
      assert.deepEqual(left, ['60', '60', '59', '49', '1', '1']);
    });

    it('a key without TTL never expires, and a PUT without it makes a key permanent', async (t) => {
      const { put, get, clock } = await openKeys(t, env());
      await put('forever', 'v');
      await put('k', 'v', { ttl: '1' });
      await put('k', 'w');
      clock.advance(100 * 365 * 86_400_000);
      for (const key of ['forever', 'k']) {
        const answer = await get(key);
        assert.deepEqual([answer.statusCode, answer.headers['ttl']], [200, undefined]);
      }
    });

    it('a PUT with TTL gives another time to live, and a value that has expired starts over', async (t) => {
      const { put, get, clock } = await openKeys(t, env());
      await put('k', 'v');
      await put('k', 'w', { ttl: '10' });
      clock.advance(9_000);
      await put('k', 'x', { ttl: '5' });
      clock.advance(4_000);
      assert.equal((await get('k')).headers['ttl'], '1');
      clock.advance(1_000);
      await put('k', 'y', { ttl: '3' });
      const { headers, body } = await get('k');
      assert.deepEqual([headers['ttl'], JSON.parse(body).data.value], ['3', 'y']);
    });

    it('a move between nodes and a restart keep it', async (t) => {
      const own = env();
      const { put, get, list, change, clock, close } = await openKeys(t, own);
      const keys = Array.from({ length: 30 }, (_, i) => `key-${i}`);
      for (const key of keys) await put(key, 'v', { ttl: '60' });
      clock.advance(10_000);
      assert.equal((await change('d', 'e')).json().moved, 30);
      for (const key of keys) assert.equal((await get(key)).headers['ttl'], '50');
      clock.advance(50_000);
      for (const key of keys) assert.equal((await get(key)).statusCode, 404);
      await put('k', 'v', { ttl: '120' });
      const { expires_at: expiresAt } = (await list({ prefix: 'k' })).json().data.keys.at(-1);
      assert.equal(expiresAt, clock() + 120_000);
      await close();
      // The clock of a test starts over.
      const again = await openKeys(t, { ...own, KV_NODES: 'd,e' });
      assert.equal((await again.get('k')).headers['ttl'], '180');
    });

    it('TTL is a whole number of seconds from 1 to 31,536,000', async (t) => {
      const { put, get } = await openKeys(t, env());
      for (const ttl of ['1', '31536000', '007']) {
        assert.equal((await put('k', 'v', { ttl })).statusCode, 200, ttl);
        assert.equal((await get('k')).headers['ttl'], String(Number(ttl)));
      }
      const wrong = [
        '',
        '0',
        '-1',
        '31536001',
        '1.5',
        '1e3',
        '0x10',
        '60s',
        'x',
        '1, 2',
        '9'.repeat(400),
      ];
      for (const ttl of wrong) {
        const answer = await put('other', 'v', { ttl });
        assert.deepEqual([answer.statusCode, answer.json().code], [400, 'VALIDATION_FAILED'], ttl);
        assert.deepEqual(answer.json().errors, [
          { path: 'ttl', message: 'must be a whole number of seconds from 1 to 31536000' },
        ]);
      }
      assert.equal((await get('other')).statusCode, 404);
    });

    it('an expired value is not listed, and is removed from the nodes', async (t) => {
      const { app, put, consoleApp, clock } = await openKeys(t, env());
      for (let i = 0; i < 600; i++) await put(`short-${i}`, 'v', { ttl: '1' });
      await put('long', 'v', { ttl: '60' });
      clock.advance(1_000);
      const { keys } = (await app.inject({ url: '/' })).json().data;
      assert.deepEqual(
        keys.map(({ key }: { key: string }) => key),
        ['long'],
      );
      await eventually(async () => {
        const { nodes } = (await consoleApp.inject({ url: '/admin/ring' })).json();
        return nodes.reduce((sum: number, node: { keys: number }) => sum + node.keys, 0) === 1;
      });
    });
  });
}
