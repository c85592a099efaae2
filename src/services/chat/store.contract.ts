/** What every chat store does. Two handles on one state stand for two replicas. */
import assert from 'node:assert/strict';
import { once, EventEmitter } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { historyLimit, presence, type ChatStore, type Message } from './store.ts';

export type OpenTwo = (t: TestContext) => Promise<[ChatStore, ChatStore]>;

const at = Date.UTC(2026, 0, 1);

export function storeContract(name: string, open: OpenTwo, skip: string | false = false): void {
  describe(`chat store on ${name}`, { skip }, () => {
    it('numbers the messages of a room from 1, growing by one, whichever replica appends', async (t) => {
      const [a, b] = await open(t);
      await a.append('tea', [draft('ann', 'one')]);
      await b.append('tea', [draft('bob', 'two'), draft('bob', 'three')]);
      const expected = [
        message('ann', 'one', 1),
        message('bob', 'two', 2),
        message('bob', 'three', 3),
      ];
      assert.deepEqual(await a.history('tea', 0), expected);
      assert.deepEqual(await b.history('tea', 0), expected);
      assert.equal(await b.lastSeq('tea'), 3);
    });

    it('gives rooms their own numbers and histories', async (t) => {
      const [a, b] = await open(t);
      await a.append('tea', [draft('ann', 'one')]);
      await b.append('rice', [draft('bob', 'uno')]);
      assert.equal((await a.history('rice', 0))[0]?.seq, 1);
      assert.equal(await a.lastSeq('never'), 0);
      assert.deepEqual(await b.history('never', 0), []);
    });

    it('never gives one place twice when two replicas append at once', async (t) => {
      const [a, b] = await open(t);
      const texts = Array.from({ length: 40 }, (_, i) => `m${i}`);
      await Promise.all(
        texts.map((text, i) => (i % 2 ? a : b).append('tea', [draft('ann', text)])),
      );
      const history = await a.history('tea', 0);
      assert.deepEqual(
        history.map(({ seq }) => seq),
        texts.map((_, i) => i + 1),
      );
      assert.deepEqual(history.map(({ content }) => content).toSorted(), texts.toSorted());
    });

    it('keeps the last 100 messages, also when more come at once', async (t) => {
      const [a, b] = await open(t);
      await a.append('tea', [draft('ann', 'first')]);
      await a.append(
        'tea',
        Array.from({ length: 149 }, (_, i) => draft('ann', `m${i}`)),
      );
      const history = await b.history('tea', 0);
      assert.equal(history.length, historyLimit);
      assert.deepEqual([history[0]?.seq, history.at(-1)?.seq], [51, 150]);
      assert.equal((await b.history('tea', 148)).length, 2);
    });

    it('keeps any text as it was sent', async (t) => {
      const [a, b] = await open(t);
      const contents = ['', '\n"\\', '\0', '👩‍🍳 点心', 'a'.repeat(4096), '{"seq":9}'];
      await a.append(
        'tea',
        contents.map((content) => draft('ünï "x"', content)),
      );
      assert.deepEqual(
        (await b.history('tea', 0)).map(({ content }) => content),
        contents,
      );
    });

    it('delivers what any replica appends to the followers of all, in one order', async (t) => {
      const [a, b] = await open(t);
      const [seenByA, seenByB] = [recorder(), recorder()];
      await a.follow('tea', seenByA);
      await b.follow('tea', seenByB);
      await Promise.all(
        Array.from({ length: 30 }, (_, i) =>
          (i % 2 ? a : b).append('tea', [draft('ann', `m${i}`)]),
        ),
      );
      const history = await a.history('tea', 0);
      assert.deepEqual(await seenByA.upTo(30), history);
      assert.deepEqual(await seenByB.upTo(30), history);
    });

    it('delivers nothing of other rooms, and nothing any more after unfollow', async (t) => {
      const [a, b] = await open(t);
      const seen = recorder();
      await a.follow('tea', seen);
      await a.follow('rice', recorder());
      await b.append('rice', [draft('bob', 'elsewhere')]);
      await b.append('tea', [draft('bob', 'here')]);
      await seen.upTo(1);
      await a.unfollow('tea');
      await b.append('tea', [draft('bob', 'unheard')]);
      const witness = recorder();
      await a.follow('tea', witness);
      await b.append('tea', [draft('bob', 'heard')]);
      await witness.upTo(1);
      assert.deepEqual(seen.contents(), ['here']);
      assert.deepEqual(witness.contents(), ['heard']);
    });

    it('lists general, rooms with history and rooms with clients, by name', async (t) => {
      const [a, b] = await open(t);
      assert.deepEqual(await a.rooms(at), [{ name: 'general', clients: 0 }]);
      await b.append('tea', [draft('ann', 'one')]);
      await a.announce(
        new Map([
          ['rice', 2],
          ['general', 1],
        ]),
        at,
      );
      await b.announce(new Map([['rice', 3]]), at);
      const expected = [
        { name: 'general', clients: 1 },
        { name: 'rice', clients: 5 },
        { name: 'tea', clients: 0 },
      ];
      assert.deepEqual(await a.rooms(at), expected);
      assert.deepEqual(await b.rooms(at), expected);
      await a.announce(
        new Map([
          ['rice', 0],
          ['general', 0],
        ]),
        at,
      );
      await b.announce(new Map([['rice', 0]]), at);
      assert.deepEqual(
        (await a.rooms(at)).map(({ name }) => name),
        ['general', 'tea'],
      );
    });

    it('takes back the counts of a replica that closes', async (t) => {
      const [a, b] = await open(t);
      await a.announce(new Map([['rice', 2]]), at);
      await a.close();
      assert.deepEqual(await b.rooms(at), [{ name: 'general', clients: 0 }]);
    });

    it('answers readiness', async (t) => {
      const [a] = await open(t);
      await a.ready();
    });
  });
}

/** Counts of a replica that died are believed for 15 s: only a shared store can show it. */
export function presenceContract(name: string, open: OpenTwo, skip: string | false): void {
  it(`forgets the counts of a replica that is silent for 15 s, on ${name}`, { skip }, async (t) => {
    const [a, b] = await open(t);
    await a.announce(new Map([['rice', 2]]), at);
    const heard = (now: number) => b.rooms(now).then((rooms) => rooms.map(({ name }) => name));
    assert.deepEqual(await heard(at + presence.lifetime), ['general', 'rice']);
    assert.deepEqual(await heard(at + presence.lifetime + 1), ['general']);
  });
}

function draft(user: string, content: string) {
  return { user, content, timestamp: at };
}

function message(user: string, content: string, seq: number): Message {
  return { user, room: 'tea', content, timestamp: at, seq };
}

/** A follower that remembers, and waits until it has seen `n` messages. */
function recorder() {
  const seen: Message[] = [];
  const events = new EventEmitter();
  return {
    messages(messages: readonly Message[]) {
      seen.push(...messages);
      events.emit('more');
    },
    resumed() {},
    contents: () => seen.map(({ content }) => content),
    async upTo(n: number) {
      while (seen.length < n) await once(events, 'more');
      return seen;
    },
  };
}
