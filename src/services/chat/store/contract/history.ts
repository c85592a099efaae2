/** How much is kept of a room, and how it is read. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { range } from '../../test/fixtures.ts';
import type { Message } from '../message.ts';
import type { ChatStore } from '../chat-store.ts';
import { at, draft, type OpenTwo } from './fixtures.ts';

/** Opens stores that keep this many messages of a room. */
export type OpenKeeping = (history: number) => OpenTwo;

const seqs = (messages: readonly Message[]) => messages.map(({ seq }) => seq);

export function historyContract(name: string, open: OpenKeeping, skip: string | false): void {
  const say = (store: ChatStore, n: number) =>
    store.append(
      'tea',
      range(1, n).map((i) => draft('ann', `m${i}`)),
    );
  const openFull = async (t: TestContext, history: number, said: number) => {
    const [a, b] = await open(history)(t);
    while ((await a.lastSeq('tea')) < said) await say(a, 50);
    return b;
  };

  describe(`history on ${name}`, { skip }, () => {
    it('has as many messages as are to be kept', async (t) => {
      const store = await openFull(t, 250, 400);
      const { first, last, messages } = await store.history('tea', 0, 1_000);
      assert.deepEqual([first, last], [151, 400]);
      assert.deepEqual(seqs(messages), range(151, 400));
    });

    it('is read from its oldest end on, in portions', async (t) => {
      const store = await openFull(t, 250, 400);
      const read = async (since: number, limit: number) => {
        const { first, last, messages } = await store.history('tea', since, limit);
        assert.deepEqual([first, last], [151, 400]);
        return seqs(messages);
      };
      assert.deepEqual(await read(0, 100), range(151, 250));
      assert.deepEqual(await read(-5, 3), [151, 152, 153]);
      assert.deepEqual(await read(250, 100), range(251, 350));
      assert.deepEqual(await read(398, 100), [399, 400]);
      for (const since of [400, 401, 1e300]) assert.deepEqual(await read(since, 100), []);
    });

    it('is read from its latest end on, and before a message', async (t) => {
      const store = await openFull(t, 250, 400);
      const read = async (before: number, limit: number) =>
        seqs(await store.latest('tea', before, limit));
      assert.deepEqual(await read(Number.MAX_SAFE_INTEGER, 100), range(301, 400));
      assert.deepEqual(await read(1e300, 1), [400]);
      assert.deepEqual(await read(301, 100), range(201, 300));
      assert.deepEqual(await read(201, 100), range(151, 200));
      assert.deepEqual(await read(152, 100), [151]);
      for (const before of [0, 1, 151]) assert.deepEqual(await read(before, 100), []);
    });

    it('has messages in the order in which a replica stored them, at each heartbeat too', async (t) => {
      const [a] = await open(1_000)(t);
      const contents = range(1, 300).map((i) => `m${i}`);
      const stored: Promise<unknown>[] = [];
      for (const [i, content] of contents.entries()) {
        if (i % 10 === 0) stored.push(a.heartbeat(at));
        stored.push(a.append('tea', [draft('ann', content)]));
        await setImmediate();
      }
      await Promise.all(stored);
      const { messages } = await a.history('tea', 0, 1_000);
      assert.deepEqual(
        messages.map(({ content }) => content),
        contents,
      );
    });

    it('is empty of a room where nothing was said', async (t) => {
      const [a] = await open(250)(t);
      assert.deepEqual(await a.history('tea', 7, 100), { first: 1, last: 0, messages: [] });
      assert.deepEqual(await a.latest('tea', 7, 100), []);
    });

    it('may be thousands of messages long, and is removed with its room', async (t) => {
      const [a, b] = await open(3_000)(t);
      while ((await a.lastSeq('tea')) < 3_500) await say(b, 500);
      const { first, messages } = await a.history('tea', 600, 2);
      assert.deepEqual([first, seqs(messages)], [501, [601, 602]]);
      await a.removeRooms(Number.MAX_SAFE_INTEGER, 0);
      assert.deepEqual(await b.history('tea', 0, 10), { first: 1, last: 0, messages: [] });
    });
  });
}
