/** Lists that come in pages. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HawkerError, pages } from '../index.ts';
import { fakeClient, json, problem } from './fake.ts';

const page = (name: string, next_cursor?: string | null) =>
  json(200, { rooms: [{ name }], ...(next_cursor !== undefined && { next_cursor }) });

describe('pages of a list', () => {
  it('come in their order, each from the cursor of the page before, until one has none', async (t) => {
    const replies = [page('a', 'x y'), page('b', 'z'), page('c'), page('never')];
    const { hawker, requests } = await fakeClient(t, replies);
    const names: string[] = [];
    for await (const { rooms } of pages((cursor) => hawker.chat.listRooms({ limit: 1, cursor }))) {
      names.push(...rooms.map(({ name }) => name));
    }
    assert.deepEqual(names, ['a', 'b', 'c']);
    assert.deepEqual(
      requests.map(({ url }) => url),
      ['', '&cursor=x%20y', '&cursor=z'].map((more) => `/api/chat/api/rooms?limit=1${more}`),
    );
  });

  it('end with a page whose cursor is null', async (t) => {
    const { hawker, requests } = await fakeClient(t, [page('a', null), page('never')]);
    const all = await Array.fromAsync(pages((cursor) => hawker.chat.listRooms({ cursor })));
    assert.equal(all.length, 1);
    assert.equal(requests.length, 1);
  });

  it('are read when they are asked for: a loop that breaks off reads no further one', async (t) => {
    const { hawker, requests } = await fakeClient(t, [page('a', 'x'), page('b', 'y')]);
    const list = pages((cursor) => hawker.chat.listRooms({ cursor }));
    assert.equal(requests.length, 0);
    let read = 0;
    for await (const _ of list) {
      assert.equal(requests.length, ++read);
      if (read === 2) break;
    }
    assert.equal(requests.length, 2);
    assert.deepEqual(await list.next(), { value: undefined, done: true });
  });

  it('fail as the request of a page fails, after the pages before it', async (t) => {
    const { hawker } = await fakeClient(t, [page('a', 'x'), problem(400, 'VALIDATION_FAILED')]);
    const list = pages((cursor) => hawker.chat.listRooms({ cursor }));
    assert.equal((await list.next()).value?.rooms[0]?.name, 'a');
    await assert.rejects(
      list.next(),
      (error) => error instanceof HawkerError && error.code === 'VALIDATION_FAILED',
    );
    assert.equal((await list.next()).done, true);
  });

  it('end with the signal of their requests', async (t) => {
    const { hawker, requests } = await fakeClient(t, [page('a', 'x'), page('b', 'y')]);
    const stop = new AbortController();
    const { signal } = stop;
    const list = pages((cursor) => hawker.chat.listRooms({ cursor, signal }));
    await list.next();
    stop.abort();
    await assert.rejects(list.next(), { name: 'AbortError' });
    assert.equal(requests.length, 1);
  });
});
