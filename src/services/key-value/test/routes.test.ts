import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { missing, openService, servers, unique } from '#kit/testing/testing.ts';
import { Cluster } from '../cluster.ts';
import { keyValue } from '../index.ts';

const stores = [
  { name: 'SQLite', skip: false, env: () => ({}) },
  {
    name: 'Redis',
    skip: missing('redis'),
    env: () => ({ STORE_ADDR: servers.redis, KEY_VALUE_PREFIX: unique('kv-') }),
  },
];

for (const { name, skip, env } of stores) {
  describe(`keys over HTTP, on ${name}`, { skip }, () => {
    async function open(t: TestContext) {
      const { app } = await openService(t, keyValue, { KV_NODES: 'a,b,c', ...env() });
      const put = (path: string, payload: string | Buffer, headers = {}) =>
        app.inject({ method: 'PUT', url: `/${path}`, payload, headers });
      const get = (path: string, headers = {}) => app.inject({ url: `/${path}`, headers });
      const remove = (path: string) => app.inject({ method: 'DELETE', url: `/${path}` });
      return { app, put, get, remove };
    }

    it('PUT stores the body, GET gives it back, both enveloped', async (t) => {
      const { put, get } = await open(t);
      const stored = await put('greeting', 'hello');
      assert.equal(stored.statusCode, 200);
      assert.deepEqual(stored.json(), { data: { key: 'greeting', stored: true } });
      const found = await get('greeting');
      assert.equal(found.statusCode, 200);
      assert.deepEqual(found.json(), { data: { key: 'greeting', value: 'hello' } });
      await put('greeting', 'hello again');
      assert.equal((await get('greeting')).json().data.value, 'hello again');
    });

    it('DELETE removes, and says the same when there is nothing', async (t) => {
      const { put, get, remove } = await open(t);
      await put('k', 'v');
      for (let i = 0; i < 2; i++) {
        const answer = await remove('k');
        assert.equal(answer.statusCode, 200);
        assert.deepEqual(answer.json(), { data: { key: 'k', deleted: true } });
      }
      assert.equal((await get('k')).statusCode, 404);
    });

    it('an unknown key is 404 KEY_NOT_FOUND', async (t) => {
      const { get } = await open(t);
      const answer = await get('nobody');
      assert.equal(answer.statusCode, 404);
      assert.equal(answer.json().code, 'KEY_NOT_FOUND');
    });

    it('a value is kept as it is, without parsing, whatever its Content-Type', async (t) => {
      const { app, put, get } = await open(t);
      const types = [
        'application/json',
        'text/plain',
        'application/x-www-form-urlencoded',
        'image/png',
        'nonsense',
      ];
      const value = ' {"not": json,\r\n\0 \uFEFF"漢字": "😀"} ';
      for (const type of types) {
        const stored = await put('k', value, { 'content-type': type });
        assert.equal(stored.statusCode, 200, type);
        assert.equal((await get('k')).json().data.value, value, type);
      }
      assert.equal((await put('k', Buffer.from('no type'))).statusCode, 200);
      assert.equal((await get('k')).json().data.value, 'no type');
      const empty = await app.inject({ method: 'PUT', url: '/k' });
      assert.equal(empty.statusCode, 200);
      assert.equal((await get('k')).json().data.value, '');
    });

    it('Accept: application/octet-stream yields the value alone', async (t) => {
      const { put, get } = await open(t);
      await put('k', '漢字\0');
      for (const accept of ['application/octet-stream', 'text/x, Application/Octet-Stream;q=1']) {
        const answer = await get('k', { accept });
        assert.equal(answer.headers['content-type'], 'application/octet-stream');
        assert.equal(answer.rawPayload.toString(), '漢字\0');
      }
      for (const accept of [
        '*/*',
        'application/json',
        'application/octet-stream-x',
        'application/octet-stream;q=0',
      ]) {
        assert.equal((await get('k', { accept })).json().data.value, '漢字\0');
      }
    });

    it('HEAD answers as GET', async (t) => {
      const { app, put } = await open(t);
      await put('k', 'v');
      assert.equal((await app.inject({ method: 'HEAD', url: '/k' })).statusCode, 200);
      assert.equal((await app.inject({ method: 'HEAD', url: '/l' })).statusCode, 404);
    });

    it('a key is one path segment, percent-decoded, of 1–512 bytes', async (t) => {
      const { put, get } = await open(t);
      const keys = ['a', '__proto__', 'a/b', '%', '?#', '漢字', '\0', ' ', 'x'.repeat(512)];
      for (const key of [...keys, '漢'.repeat(170)]) {
        const path = encodeURIComponent(key);
        assert.deepEqual((await put(path, key)).json(), { data: { key, stored: true } });
      }
      for (const key of keys) {
        assert.deepEqual((await get(encodeURIComponent(key))).json(), {
          data: { key, value: key },
        });
      }
      assert.equal((await get('a?b=c')).json().data.value, 'a');
    });

    it('values go up to 1 MiB', async (t) => {
      const { put, get } = await open(t);
      const largest = '漢'.repeat(349_525) + 'x';
      assert.equal(Buffer.byteLength(largest), 1024 * 1024);
      assert.equal((await put('k', largest)).statusCode, 200);
      assert.ok((await get('k')).json().data.value === largest);
      const larger = await put('k', `${largest}x`);
      assert.equal(larger.statusCode, 413);
      assert.equal(larger.json().code, 'BODY_TOO_LARGE');
    });

    it('long values that come at once are put in a turn of the event loop each', async (t) => {
      const { put } = await open(t);
      let turn = 0;
      let isOver = false;
      const count = () => {
        turn++;
        if (!isOver) setImmediate(count);
      };
      count();
      const turns: number[] = [];
      t.mock.method(Cluster.prototype, 'put', async () => void turns.push(turn));
      await Promise.all(Array.from({ length: 8 }, () => put('long', 'x'.repeat(1024 * 1024))));
      isOver = true;
      assert.equal(new Set(turns).size, 8);
    });

    it('long values that are asked for at once are answered in a turn of the event loop each', async (t) => {
      const { put, get } = await open(t);
      await put('long', 'x'.repeat(1024 * 1024));
      let turn = 0;
      let isOver = false;
      const count = () => {
        turn++;
        if (!isOver) setImmediate(count);
      };
      count();
      const turns = await Promise.all(
        Array.from({ length: 8 }, () => get('long').then(() => turn)),
      );
      isOver = true;
      assert.equal(new Set(turns).size, 8);
    });

    it('bad requests are 400 and name what is wrong', async (t) => {
      const { app } = await open(t);
      const long = 'a'.repeat(513);
      const cases: [method: 'GET' | 'PUT' | 'DELETE', url: string, detail: RegExp][] = [
        ['GET', `/${long}`, /^key must NOT have more than 512 bytes/],
        ['PUT', `/${long}`, /^key must NOT have more than 512 bytes/],
        ['DELETE', `/${long}`, /^key must NOT have more than 512 bytes/],
        ['GET', `/${'a'.repeat(5_000)}`, /^key must NOT have more than 512 bytes/],
        ['GET', `/${encodeURIComponent('漢'.repeat(171))}`, /^key must NOT have more than 512/],
        ['PUT', '/', /^key must NOT have fewer than 1/],
        ['DELETE', '/', /^key must NOT have fewer than 1/],
        ['GET', '/%ff', /not a valid url component/],
        ['PUT', '/%', /not a valid url component/],
      ];
      for (const [method, url, detail] of cases) {
        const answer = await app.inject({ method, url });
        assert.equal(answer.statusCode, 400, url.slice(0, 20));
        assert.equal(answer.json().code, 'VALIDATION_FAILED');
        assert.match(answer.json().detail, detail);
      }
    });

    it('a value that is not UTF-8 is 400 and stores nothing', async (t) => {
      const { put, get } = await open(t);
      for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe6, 0xbc]]) {
        const answer = await put('k', Buffer.from(bytes));
        assert.equal(answer.statusCode, 400);
        assert.equal(answer.json().detail, 'the body is not UTF-8');
      }
      assert.equal((await get('k')).statusCode, 404);
    });

    it('every other path is 404, every other method 405', async (t) => {
      const { app } = await open(t);
      assert.equal((await app.inject({ url: '/a/b' })).statusCode, 404);
      const { statusCode, headers } = await app.inject({ method: 'POST', url: '/a' });
      assert.deepEqual([statusCode, headers.allow], [405, 'DELETE, GET, HEAD, PUT']);
    });
  });
}
