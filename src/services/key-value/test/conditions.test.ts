import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { environments, openKeys } from './http.ts';

const asBytes = { accept: 'application/octet-stream' };

for (const { name, skip, env } of environments) {
  describe(`conditions on ${name}`, { skip }, () => {
    it('every PUT and GET answers a strong ETag, and each form of the value has its own', async (t) => {
      const { put, get, head } = await openKeys(t, env());
      const etag = (await put('k', 'v')).headers['etag'];
      assert.match(String(etag), /^"[\w-]{16}"$/);
      assert.equal((await get('k')).headers['etag'], etag);
      assert.equal((await head('k')).headers['etag'], etag);
      const bytes = await get('k', asBytes);
      assert.match(String(bytes.headers['etag']), /^"[\w-]{16}\.bytes"$/);
      assert.notEqual(bytes.headers['etag'], etag);
      assert.equal((await head('k', asBytes)).headers['etag'], bytes.headers['etag']);
    });

    it('a cache that holds one form is not told that it holds the other', async (t) => {
      const { get, head, etag, bytesEtag } = await openWithKey(t);
      for (const read of [get, head]) {
        const other = [
          await read('k', { 'if-none-match': bytesEtag }),
          await read('k', { ...asBytes, 'if-none-match': `W/${etag}` }),
        ];
        for (const { statusCode, headers } of other) {
          assert.equal(statusCode, 200);
          assert.equal(headers['vary'], 'Accept, Origin');
        }
        assert.deepEqual([other[0]!.headers['etag'], other[1]!.headers['etag']], [etag, bytesEtag]);
        for (const tags of [bytesEtag, `W/${bytesEtag}`, `${etag}, ${bytesEtag}`, '*']) {
          const same = await read('k', { ...asBytes, 'if-none-match': tags });
          assert.deepEqual([same.statusCode, same.headers['etag']], [304, bytesEtag], tags);
          assert.equal(same.headers['vary'], 'Accept, Origin');
        }
      }
    });

    it('conditions of a PUT, a DELETE, and If-Match of a GET, take the ETag of either form', async (t) => {
      const { put, get, remove, etag, bytesEtag, expectUnchanged } = await openWithKey(t);
      for (const tag of [etag, bytesEtag]) {
        for (const accept of [{}, asBytes]) {
          assert.equal((await get('k', { ...accept, 'if-match': tag })).statusCode, 200);
        }
        for (const send of [
          put('k', 'w', { 'if-none-match': tag }),
          remove('k', { 'if-none-match': tag }),
        ]) {
          assert.equal((await send).statusCode, 412);
        }
        await expectUnchanged();
      }
      assert.equal((await put('k', 'w', { 'if-match': bytesEtag })).statusCode, 200);
      assert.equal((await put('k', 'x', { 'if-match': bytesEtag })).statusCode, 412);
      const { etag: next } = (await get('k', asBytes)).headers;
      assert.equal((await remove('k', { 'if-match': String(next) })).statusCode, 200);
    });

    it('the ETag names one write: another one of the same bytes has another', async (t) => {
      const { put, get, remove } = await openKeys(t, env());
      const etags = [await put('k', 'v'), await put('k', 'v')].map(
        ({ headers }) => headers['etag'],
      );
      await put('k', 'w');
      etags.push((await put('k', 'v')).headers['etag']);
      await remove('k');
      etags.push((await put('k', 'v', { ttl: '5' })).headers['etag']);
      etags.push((await put('l', 'v')).headers['etag']);
      assert.equal(new Set(etags).size, 5);
      assert.equal((await get('k')).headers['etag'], etags[3]);
    });

    it('the ETag is unchanged by moves and restarts', async (t) => {
      const own = env();
      const { put, get, change, close } = await openKeys(t, own);
      const keys = Array.from({ length: 20 }, (_, i) => `key-${i}`);
      const etags = new Map<string, unknown>();
      for (const key of keys) etags.set(key, (await put(key, 'v')).headers['etag']);
      await change('d', 'e');
      for (const key of keys) assert.equal((await get(key)).headers['etag'], etags.get(key));
      await close();
      const again = await openKeys(t, { ...own, KV_NODES: 'e,f' });
      for (const key of keys) assert.equal((await again.get(key)).headers['etag'], etags.get(key));
    });

    /** A key with a value, its ETag, and an ETag that it had before. */
    async function openWithKey(t: Parameters<typeof openKeys>[0]) {
      const keys = await openKeys(t, env());
      const stale = String((await keys.put('k', 'stale')).headers['etag']);
      const etag = String((await keys.put('k', 'v')).headers['etag']);
      const bytesEtag = String((await keys.get('k', asBytes)).headers['etag']);
      const expectUnchanged = async () => {
        const answer = await keys.get('k');
        assert.deepEqual([answer.headers['etag'], answer.json().data.value], [etag, 'v']);
      };
      return { ...keys, etag, bytesEtag, stale, expectUnchanged };
    }

    it('If-Match writes over the value that it names, in a list or by *', async (t) => {
      const { put, get, etag, stale } = await openWithKey(t);
      const second = (await put('k', '2', { 'if-match': etag })).headers['etag'];
      assert.equal((await put('k', '3', { 'if-match': `${stale}, ${second}` })).statusCode, 200);
      assert.equal((await put('k', '4', { 'if-match': '*' })).statusCode, 200);
      assert.equal((await get('k')).json().data.value, '4');
    });

    it('412 PRECONDITION_FAILED changes nothing', async (t) => {
      const { put, remove, etag, stale, expectUnchanged } = await openWithKey(t);
      const refused: Readonly<Record<string, string>>[] = [
        { 'if-match': stale },
        { 'if-match': `W/${etag}` },
        { 'if-match': '"other", ""' },
        { 'if-none-match': '*' },
        { 'if-none-match': etag },
        { 'if-none-match': `${stale}, W/${etag}` },
        { 'if-match': etag, 'if-none-match': etag },
      ];
      for (const headers of refused) {
        for (const send of [put('k', 'w', { ...headers, ttl: '1' }), remove('k', headers)]) {
          const answer = await send;
          assert.deepEqual([answer.statusCode, answer.json().code], [412, 'PRECONDITION_FAILED']);
          assert.equal(answer.headers['etag'], undefined);
          await expectUnchanged();
        }
      }
    });

    it('If-Match of an absent key is 412, * too, and creates nothing', async (t) => {
      const { put, get, remove, etag } = await openWithKey(t);
      for (const ifMatch of ['*', etag]) {
        assert.equal((await put('absent', 'v', { 'if-match': ifMatch })).statusCode, 412);
        assert.equal((await remove('absent', { 'if-match': ifMatch })).statusCode, 412);
      }
      assert.equal((await get('absent')).statusCode, 404);
      // A key that has no value can be read by no condition.
      assert.equal((await get('absent', { 'if-match': '*' })).statusCode, 404);
      assert.equal((await get('absent', { 'if-none-match': '*' })).statusCode, 404);
    });

    it('If-None-Match: * creates a key that is absent or has expired', async (t) => {
      const { put, get, remove, clock } = await openKeys(t, env());
      const create = (ttl: string) => put('k', ttl, { 'if-none-match': '*', ttl });
      assert.equal((await create('5')).statusCode, 200);
      assert.equal((await create('6')).statusCode, 412);
      assert.equal((await remove('k', { 'if-none-match': '*' })).statusCode, 412);
      clock.advance(5_000);
      assert.equal((await remove('k', { 'if-none-match': '*' })).statusCode, 200);
      assert.equal((await create('7')).statusCode, 200);
      assert.equal((await get('k')).json().data.value, '7');
    });

    it('If-Match deletes the value that it names', async (t) => {
      const { get, remove, etag } = await openWithKey(t);
      const answer = await remove('k', { 'if-match': etag });
      assert.deepEqual(
        [answer.statusCode, answer.json()],
        [200, { data: { key: 'k', deleted: true } }],
      );
      assert.equal((await get('k')).statusCode, 404);
    });

    it('a value that has expired meets no If-Match', async (t) => {
      const { put, get, clock } = await openKeys(t, env());
      const etag = String((await put('k', 'v', { ttl: '1' })).headers['etag']);
      clock.advance(1_000);
      assert.equal((await put('k', 'w', { 'if-match': etag })).statusCode, 412);
      assert.equal((await put('k', 'w', { 'if-match': '*' })).statusCode, 412);
      assert.equal((await get('k')).statusCode, 404);
    });

    it('GET and HEAD answer 304 when If-None-Match names the value', async (t) => {
      const { get, head, put, etag, stale } = await openWithKey(t);
      await put('short', 'v', { ttl: '9' });
      for (const header of ['*', etag, `W/${etag}`, `${stale}, ${etag}`]) {
        for (const answer of [
          await get('k', { 'if-none-match': header }),
          await head('k', { 'if-none-match': header }),
        ]) {
          const { etag: named, vary, ttl } = answer.headers;
          assert.deepEqual([answer.statusCode, answer.body], [304, ''], header);
          assert.deepEqual([named, vary === 'Accept, Origin', ttl], [etag, true, undefined]);
        }
      }
      assert.equal((await get('short', { 'if-none-match': '*' })).headers['ttl'], '9');
      const other = await get('k', { 'if-none-match': stale });
      assert.deepEqual([other.statusCode, other.json().data.value], [200, 'v']);
    });

    it('GET answers 412 when If-Match does not name the value', async (t) => {
      const { get, etag, stale } = await openWithKey(t);
      assert.equal((await get('k', { 'if-match': etag })).statusCode, 200);
      assert.equal((await get('k', { 'if-match': stale })).statusCode, 412);
      const both = await get('k', { 'if-match': stale, 'if-none-match': etag });
      assert.equal(both.statusCode, 412);
    });

    it('a malformed condition is 400 and names its header', async (t) => {
      const { put, get, remove, expectUnchanged } = await openWithKey(t);
      for (const path of ['if-match', 'if-none-match']) {
        const headers = { [path]: 'unquoted' };
        for (const send of [put('k', 'w', headers), get('k', headers), remove('k', headers)]) {
          const answer = await send;
          assert.deepEqual([answer.statusCode, answer.json().code], [400, 'VALIDATION_FAILED']);
          assert.equal(answer.json().errors[0].path, path);
        }
      }
      await expectUnchanged();
    });

    it('of clients that count at once by compare-and-set, none loses an increment', async (t) => {
      const { put, get, change } = await openKeys(t, env());
      await put('counter', '0');
      let refusals = 0;
      const count = async () => {
        for (let done = 0; done < 5;) {
          const { headers, body } = await get('counter');
          const next = Number(JSON.parse(body).data.value) + 1;
          const answer = await put('counter', String(next), {
            'if-match': String(headers['etag']),
          });
          if (answer.statusCode === 200) done++;
          else refusals++;
        }
      };
      const changes = async () => {
        for (const nodes of [['d'], ['a', 'b'], ['c', 'd', 'e']]) await change(...nodes);
      };
      await Promise.all([changes(), ...Array.from({ length: 6 }, count)]);
      assert.equal((await get('counter')).json().data.value, '30');
      assert.ok(refusals > 0);
    });
  });
}
