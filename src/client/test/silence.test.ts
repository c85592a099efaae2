/** A room whose connection says nothing any more, dead or not. */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createHawker } from '../index.ts';

/** A connection that brings what it is told to bring, and never notices that it is dead. */
class FakeSocket {
  readonly #events = new EventEmitter();
  readonly since: string | null;

  constructor(url: string) {
    this.since = new URL(url).searchParams.get('since');
  }

  says(seq: number): void {
    const data = JSON.stringify({ user: 'bob', room: 'tea', content: 'm', timestamp: 1, seq });
    this.#events.emit('open');
    this.#events.emit('message', { data });
  }

  addEventListener(type: string, heard: (event: { data: unknown; code: number }) => void): void {
    this.#events.on(type, heard);
  }

  send(): void {}
  close(): void {}
}

/**
 * Reads message 1; then comes silence.
 *
 * @param answer what a request is told that the newest message is
 */
async function silentRoom(t: TestContext, answer: () => number | Promise<number>) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const opened: FakeSocket[] = [];
  class WebSocket extends FakeSocket {
    constructor(url: string) {
      super(url);
      opened.push(this);
    }
  }
  const fetch = async () => Response.json({ room: 'tea', messages: [{ seq: await answer() }] });
  const options = { baseUrl: 'http://hawker', WebSocket, fetch, wait: async () => {} };
  const room = createHawker(options).chat.follow({ room: 'tea', user: 'ann', since: 0 });
  const read = async () => (await room.next()).value!['seq'];
  /** All that can happen without the clock happens in a turn: nothing here waits for anything else. */
  const pass = async (ms: number) => {
    await nextTurn();
    t.mock.timers.tick(ms);
    await nextTurn();
  };
  await nextTurn();
  opened[0]!.says(1);
  assert.equal(await read(), 1);
  return { opened, pass, next: read() };
}

describe('a room that is silent for 45 s is asked by a request how far it is, and', () => {
  it('followed again when it is further', async (t) => {
    let last = 1;
    const { opened, pass, next } = await silentRoom(t, () => last);
    await pass(45_000);
    last = 2;
    await pass(44_999);
    assert.equal(opened.length, 1);
    await pass(1);
    assert.deepEqual(
      opened.map(({ since }) => since),
      ['0', '1'],
    );
    opened[1]!.says(2);
    assert.equal(await next, 2);
  });

  it('followed again when there is no answer for 10 s', async (t) => {
    const { opened, pass, next } = await silentRoom(t, () => new Promise(() => {}));
    await pass(45_000);
    await pass(9_999);
    assert.equal(opened.length, 1);
    await pass(1);
    opened[1]!.says(2);
    assert.equal(await next, 2);
  });

  it('left as it is when it speaks before the answer', async (t) => {
    const { opened, pass, next } = await silentRoom(t, () => new Promise(() => {}));
    await pass(45_000);
    opened[0]!.says(2);
    await pass(10_000);
    assert.equal(await next, 2);
    assert.equal(opened.length, 1);
  });
});
