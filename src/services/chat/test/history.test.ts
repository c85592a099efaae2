/** A longer memory, over HTTP and WebSocket. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import type { Message } from '../store/message.ts';
import { get, join, listen, range, request, start, stores, type Frame } from './fixtures.ts';

const seqs = (messages: readonly Message[]) => messages.map(({ seq }) => seq);

/** A room in which so much was said, as far as it is kept. */
async function startWith(t: TestContext, env: Environment, said: number, history = 1_000) {
  const address = await start(t, { ...env, CHAT_HISTORY: String(history) });
  const ann = await join(address, 'ann', 'tea');
  for (let done = 0; done < said; done += 50) {
    for (let i = 0; i < 50; i++) ann.say(`m${done + i}`);
    await ann.take(50);
  }
  const path = '/api/rooms/tea/messages';
  const list = async (query: string) => seqs((await get(address, path + query)).body.messages);
  return { address, ann, list };
}

for (const { store, skip, env } of stores) {
  describe(`messages over HTTP, on ${store}`, { skip }, () => {
    it('are the newest 100 without before and limit, however many are kept', async (t) => {
      const { list } = await startWith(t, env(), 250);
      assert.deepEqual(await list(''), range(151, 250));
    });

    it('page back by before and limit, oldest first, to the first that is kept', async (t) => {
      const { list } = await startWith(t, env(), 1_250);
      assert.deepEqual(await list('?limit=1000'), range(251, 1_250));
      assert.deepEqual(await list('?limit=7'), range(1_244, 1_250));
      assert.deepEqual(await list('?limit=101'), range(1_150, 1_250));
      assert.deepEqual(await list('?before=1151'), range(1_051, 1_150));
      assert.deepEqual(await list('?before=301&limit=1000'), range(251, 300));
      assert.deepEqual(await list('?before=253&limit=2'), [251, 252]);
      for (const before of [251, 1]) assert.deepEqual(await list(`?before=${before}`), []);
      assert.deepEqual(await list('?before=1e300&limit=1'), [1_250]);
      const pages = [];
      for (let before = 1_251; before > 251; before -= 150) {
        pages.unshift(...(await list(`?before=${before}&limit=150`)));
      }
      assert.deepEqual(pages, range(251, 1_250));
    });

    it('are refused with a before or limit that is none, and of unknown rooms', async (t) => {
      const { address } = await startWith(t, env(), 0);
      for (const query of ['before=0', 'before=x', 'limit=0', 'limit=1001', 'limit=1.5']) {
        const { status, body } = await get(address, `/api/rooms/tea/messages?${query}`);
        assert.deepEqual([status, body.errors[0].path], [400, query.split('=')[0]]);
      }
      const { status, body } = await get(address, '/api/rooms/nowhere/messages?before=7');
      assert.deepEqual([status, body.code], [404, 'UNKNOWN_ROOM']);
    });
  });

  describe(`since with a longer memory, on ${store}`, { skip }, () => {
    it('replays all that is kept, then the live messages, without a gap or a repetition', async (t) => {
      const { address, ann } = await startWith(t, env(), 700);
      const late = await Promise.all(
        range(1, 5).map(async (i) => {
          for (let n = 0; n < 20; n++) ann.say(`${i}-${n}`);
          return join(address, `late-${i}`, 'tea', '&since=0');
        }),
      );
      for (const client of late) assert.deepEqual(seqs(await client.take(800)), range(1, 800));
    });

    it('tells with events=1 what is missing first, both ends included', async (t) => {
      const { address } = await startWith(t, env(), 250, 100);
      const gapOf = async (since: number) => {
        const client = await listen(address, 'bob', 'tea', `&since=${since}`);
        const frames: Frame[] = [];
        while (frames.at(-1)?.seq !== 250) frames.push(await client.next());
        const { gap = [], message = [] } = Object.groupBy(
          frames.filter(({ type }) => type === undefined || type === 'gap'),
          ({ type }) => (type === 'gap' ? 'gap' : 'message'),
        );
        if (gap.length > 0) assert.ok(frames.indexOf(gap[0]!) < frames.indexOf(message[0]!));
        return { gap, seqs: seqs(message) };
      };
      const gap = { type: 'gap', room: 'tea', from: 1, to: 150 };
      assert.deepEqual(await gapOf(0), { gap: [gap], seqs: range(151, 250) });
      assert.deepEqual(await gapOf(149), { gap: [{ ...gap, from: 150 }], seqs: range(151, 250) });
      assert.deepEqual(await gapOf(150), { gap: [], seqs: range(151, 250) });
      assert.deepEqual(await gapOf(248), { gap: [], seqs: [249, 250] });
    });

    it('tells nothing without events=1, nor of a room that begins', async (t) => {
      const { address, ann } = await startWith(t, env(), 150, 100);
      const plain = await join(address, 'bob', 'tea', '&since=0');
      assert.equal((await plain.next()).seq, 51);
      const early = await listen(address, 'cid', 'rice', '&since=0');
      assert.equal((await early.next())['type'], 'joined');
      await request(address, 'POST', '/api/rooms/rice/messages', { user: 'shop', content: 'x' });
      assert.equal((await early.next()).seq, 1);
      ann.ws.close();
    });
  });
}
