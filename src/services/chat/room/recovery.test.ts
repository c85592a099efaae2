/** A room whose messages arrive while it reads history, against a store that answers on request. */
import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import {
  array,
  assert as assertProperty,
  asyncProperty,
  constant,
  integer,
  oneof,
  record,
  subarray,
  type Arbitrary,
} from 'fast-check';
import { pino } from 'pino';
import type { Client } from './client.ts';
import { Room } from './room.ts';
import { ScriptedStore } from './scripted-store.ts';
import type { Message } from '../store/message.ts';
import { defaultHistory } from '../store/chat-store.ts';

/** Stops the clock that cuts deliveries into slices: these tests count the turns of the event loop. */
function deliverWhole(): void {
  let clock: { readonly mock: { restore(): void } };
  before(() => {
    const now = performance.now();
    clock = mock.method(performance, 'now', () => now);
  });
  after(() => clock.mock.restore());
}

describe('while a room reads history', () => {
  deliverWhole();

  it('sends nothing twice, though more comes than history had when it was read', async () => {
    const { store, contents } = await open();
    store.say('a', 'b');
    store.interrupt();
    store.resume();
    store.read();
    store.say('c', 'd');
    await store.answerAll();
    assert.deepEqual(contents, ['a', 'b', 'c', 'd']);
  });

  it('sends messages that arrive during the read after those that were missed', async () => {
    const { store, contents } = await open();
    store.say('a');
    store.interrupt();
    store.say('b');
    store.resume();
    store.say('c');
    store.read();
    store.say('d');
    await store.answer();
    assert.deepEqual(contents, ['a', 'b', 'c', 'd']);
  });

  it('sends a deletion that arrives during the read after the message that it deletes', async () => {
    const { store, frames } = await open();
    store.interrupt();
    store.say('a');
    store.resume();
    store.read();
    store.say('b');
    store.delete(2);
    await store.answerAll();
    assert.deepEqual(
      frames.map((frame) => ('type' in frame ? frame.type : frame.content)),
      ['a', 'b', 'deleted'],
    );
  });

  it('keeps what comes, though more comes at once than a call has room for arguments', async () => {
    const { room } = await open();
    const messages = Array.from({ length: 200_000 }, (_, i) => {
      return { user: 'ann', room: 'tea', content: '', timestamp: 0, seq: i + 2 };
    });
    assert.doesNotThrow(() => room.messages(messages));
  });

  it('reads it once more after another interruption', async () => {
    const { store, contents } = await open();
    store.interrupt();
    store.say('a');
    store.resume();
    store.read();
    store.say('b');
    store.interrupt();
    store.say('c');
    store.resume();
    await store.answerAll();
    assert.deepEqual(contents, ['a', 'b', 'c']);
  });

  it('keeps what comes until it can be read', async () => {
    const { store, contents } = await open();
    store.say('a');
    store.interrupt();
    store.say('b');
    store.resume();
    await store.fail();
    store.say('c');
    await store.fail();
    store.say('d');
    assert.deepEqual(contents, ['a']);
    await store.answerAll();
    assert.deepEqual(contents, ['a', 'b', 'c', 'd']);
  });

  it('tries again at a check when nothing more comes', async () => {
    const { store, room, contents } = await open();
    store.interrupt();
    store.say('a');
    store.resume();
    await store.fail();
    await room.check();
    await store.answerAll();
    assert.deepEqual(contents, ['a']);
  });

  it('sends also what came and is kept no more', async () => {
    const { store, contents } = await open();
    store.interrupt();
    store.say('missed');
    store.resume();
    await store.fail();
    const many = Array.from({ length: defaultHistory + 20 }, (_, i) => `m${i}`);
    store.say(...many);
    await store.fail();
    store.say('last');
    await store.answerAll();
    assert.deepEqual(contents, [...many, 'last']); // a gap: the missed ones are no longer kept
  });
});

describe('a room whose store has lost its latest messages in a failover', () => {
  deliverWhole();

  it('goes on from what is left, and sends nothing of that again', async () => {
    const { store, contents } = await open();
    store.say('a', 'b', 'c', 'lost', 'lost too');
    store.interrupt();
    store.lose(2);
    store.say('d', 'e');
    store.resume();
    store.say('f');
    await store.answerAll();
    store.say('g');
    assert.deepEqual(contents, ['a', 'b', 'c', 'lost', 'lost too', 'd', 'e', 'f', 'g']);
  });

  it('goes on when nothing has been said since', async () => {
    const { store, contents } = await open();
    store.say('a', 'b', 'lost');
    store.interrupt();
    store.lose(1);
    store.resume();
    await store.answerAll();
    store.say('c');
    assert.deepEqual(contents, ['a', 'b', 'lost', 'c']);
  });

  it('goes on when what was said since has the same numbers, though none was sent yet', async () => {
    const { store, contents } = await open('earlier', 'lost');
    store.interrupt();
    store.lose(1);
    store.say('a');
    store.resume();
    await store.answerAll();
    assert.deepEqual(contents, ['a']);
  });

  it('sees at a message that comes without an interruption that another had its number', async () => {
    const { store, contents } = await open();
    store.say('a', 'lost');
    store.lose(1);
    store.say('b');
    await store.answerAll();
    assert.deepEqual(contents, ['a', 'lost', 'b']);
  });

  it('sends nothing again that it has sent, though hundreds of messages are lost', async () => {
    const { store, contents } = await open();
    const many = Array.from({ length: 500 }, (_, i) => `m${i}`);
    store.say(...many);
    store.interrupt();
    store.lose(300);
    store.say('d');
    store.resume();
    await store.answerAll();
    assert.deepEqual(contents, [...many, 'd']);
  });

  it('starts over when all are lost', async () => {
    const { store, contents } = await open();
    const many = Array.from({ length: defaultHistory + 20 }, (_, i) => `m${i}`);
    store.say(...many);
    store.interrupt();
    store.lose(many.length);
    store.say('again', 'and on');
    store.resume();
    await store.answerAll();
    store.say('live');
    assert.deepEqual(contents.slice(many.length), ['again', 'and on', 'live']);
  });

  it('does not take a message that was deleted for another one', async () => {
    const { store, contents } = await open();
    store.say('a', 'b');
    store.interrupt();
    store.delete(2);
    store.say('c');
    store.resume();
    await store.answerAll();
    assert.deepEqual(contents, ['a', 'b', 'c']);
    store.interrupt();
    store.lose(2);
    store.say('other');
    store.delete(2);
    store.resume();
    await store.answerAll();
    assert.deepEqual(contents, ['a', 'b', 'c', '']);
  });

  it('says at a check that numbers went back', async () => {
    const { store, room, contents } = await open();
    store.say('a', 'lost');
    store.lose(1);
    await room.check();
    await store.answerAll();
    store.say('b');
    assert.deepEqual(contents, ['a', 'lost', 'b']);
  });
});

describe('whatever happens, a room', () => {
  deliverWhole();

  const names = ['interrupt', 'resume', 'read', 'answer', 'fail', 'check'];
  /** Each history draws what happens in it (swarm testing, Groce et al., 2012). */
  const histories = (isLosing: boolean) =>
    record({
      enabled: subarray([...names, 'delete', ...(isLosing ? ['lose'] : [])]),
      said: integer({ min: 1, max: 4 }),
    }).chain(({ enabled, said }) => {
      const others = enabled.map((kind): Arbitrary<Step> => {
        if (kind === 'delete') return record({ delete: integer({ min: 0, max: 9 }) });
        if (kind === 'lose') return record({ lose: integer({ min: 1, max: 3 }) });
        return constant(kind);
      });
      const say = record({ say: integer({ min: 1, max: said }) });
      const step = oneof({ weight: 2, arbitrary: say }, ...others);
      return record({ enabled: constant(enabled), steps: array(step, { maxLength: 24 }) });
    });

  it('sends each message once, in order, and none is missing, also when some are deleted', async () => {
    await assertProperty(
      asyncProperty(histories(false), async ({ steps }) => {
        const { sent, all } = await play(steps);
        assert.deepEqual(sent, all);
      }),
      { numRuns: 300 },
    );
  });

  it('sends no message twice and misses none that is kept, also when the store loses some', async () => {
    await assertProperty(
      asyncProperty(histories(true), async ({ steps }) => {
        const { sent, kept } = await play(steps);
        assert.equal(new Set(sent).size, sent.length);
        assert.deepEqual(
          sent.filter((one) => kept.includes(one)),
          kept,
        );
      }),
      { numRuns: 300 },
    );
  });

  it('sends no content after the deletion of its message', async () => {
    await assertProperty(
      asyncProperty(histories(false), async ({ steps }) => {
        const { frames } = await play(steps);
        const deleted = new Set<number>();
        for (const frame of frames) {
          if ('type' in frame) deleted.add(frame.seq);
          else if (deleted.has(frame.seq)) assert.equal(frame.content, '');
        }
      }),
      { numRuns: 300 },
    );
  });
});

type Step =
  | string
  | { readonly say: number }
  | { readonly lose: number }
  | { readonly delete: number };

/** Plays the steps, then lets the room come to rest. */
async function play(steps: readonly Step[]) {
  const { store, room, frames } = await open();
  let all = 0;
  const say = (n: number) => {
    store.say(...Array.from({ length: n }, (_, i) => `m${all + i}`));
    all += n;
  };
  for (const one of steps) {
    if (typeof one === 'object') {
      if ('say' in one) {
        say(one.say);
      } else if ('delete' in one) {
        store.delete(one.delete, 'from the latest');
      } else {
        // As a failover: it takes the connection with it.
        store.interrupt();
        store.lose(one.lose);
      }
    }
    if (one === 'interrupt') store.interrupt();
    if (one === 'resume') store.resume();
    if (one === 'read') store.read();
    if (one === 'answer') await store.answer();
    if (one === 'fail') await store.fail();
    if (one === 'check') await room.check();
  }
  store.resume();
  await store.answerAll();
  say(1);
  await store.answerAll();
  const sent = frames.flatMap((frame) => ('type' in frame ? [] : [frame.timestamp]));
  return { sent, all: Array.from({ length: all }, (_, i) => i + 1), kept: store.kept(), frames };
}

/** A room with one client, and what that was sent. */
async function open(...earlier: string[]) {
  const store = new ScriptedStore();
  store.say(...earlier);
  const room = new Room('tea', store.port, pino({ level: 'silent' }));
  const opened = room.open();
  await store.answerAll();
  await opened;
  const contents: string[] = [];
  const frames: (Message | Deletion)[] = [];
  const client: Partial<Client> = {
    user: 'bob',
    events: true,
    id: 'a connection',
    deliver(messages) {
      frames.push(...messages);
      contents.push(...messages.map(({ content }) => content));
    },
    signal: (frame) => void frames.push(JSON.parse(String(frame.subarray(2))) as Deletion),
    goBack: () => {},
  };
  await room.join(client as Client, undefined);
  return { store, room, contents, frames };
}

interface Deletion {
  readonly type: 'deleted';
  readonly seq: number;
}
