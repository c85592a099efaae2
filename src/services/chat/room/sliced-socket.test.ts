import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { it, mock, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SlicedSocket } from './sliced-socket.ts';

/** The names of the sockets, in the order in which they handed on a piece; `|` for each turn. */
const log: string[] = [];

it('takes turns with the others, 512 bytes each', async (t) => {
  const [ann, bob] = [await open(t, 'a'), await open(t, 'b')];
  const now = stopClock(t);
  // Whatever was handed on by then, the slice of time is over with each piece.
  ann.onPiece = bob.onPiece = () => (now.ms += 5);
  for (const { raw } of [ann, bob]) raw.push(Buffer.alloc(1_300));
  await countTurns(t, () => ann.bytes() + bob.bytes() === 2_600);
  const turns = log
    .join('')
    .split('|')
    .filter((turn) => turn !== '');
  // The second one came when the first had been handed on a piece already, and waited again.
  assert.deepEqual(turns, ['a', 'a', 'b', 'a', 'b', 'b']);
});

it('hands on in one turn what fits into the slice of time', async (t) => {
  const ann = await open(t, 'a');
  stopClock(t);
  ann.raw.push(Buffer.alloc(1_300));
  await countTurns(t, () => ann.bytes() === 1_300);
  assert.deepEqual(log.join('').match(/a+/g), ['aaa']);
});

it('does not read from a connection while its input waits', async (t) => {
  const ann = await open(t, 'a');
  ann.sliced.pause();
  ann.raw.push(Buffer.alloc(60_000));
  await nextTurn();
  assert.equal(ann.raw.isPaused(), true);
  ann.sliced.resume();
  while (ann.bytes() < 60_000) await nextTurn();
  await nextTurn();
  assert.equal(ann.raw.isPaused(), false);
});

it('hands on everything in order: what was read before, what comes, and the end', async (t) => {
  const ann = await open(t, 'a', Buffer.from('x'.repeat(700)));
  ann.raw.push(Buffer.from('y'.repeat(700)));
  ann.raw.push(null);
  await once(ann.sliced, 'end');
  assert.equal(ann.text(), 'x'.repeat(700) + 'y'.repeat(700));
});

it('writes all parts of a frame at once', async (t) => {
  const ann = await open(t, 'a');
  ann.sliced.cork();
  ann.sliced.write('head');
  ann.sliced.write('payload');
  ann.sliced.uncork();
  ann.raw.write('other');
  await nextTurn();
  assert.deepEqual(ann.written, ['headpayload', 'other']);
});

it('ends when its connection is cut', async (t) => {
  const ann = await open(t, 'a');
  ann.raw.push(Buffer.alloc(60_000));
  ann.raw.destroy();
  await once(ann.sliced, 'close');
  assert.ok(ann.sliced.destroyed);
});

async function open(t: TestContext, name: string, head: Buffer = Buffer.alloc(0)) {
  const written: string[] = [];
  const raw = Object.assign(
    new Duplex({
      read: () => {},
      write: (bytes: Buffer, _encoding, done) => {
        written.push(bytes.toString());
        done();
      },
    }),
    { setTimeout: () => {}, setNoDelay: () => {} },
  );
  const sliced = new SlicedSocket(raw as unknown as Socket, head);
  t.after(() => sliced.destroy());
  const pieces: Buffer[] = [];
  const socket = {
    raw,
    sliced,
    written,
    onPiece: () => {},
    bytes: () => Buffer.concat(pieces).length,
    text: () => Buffer.concat(pieces).toString(),
  };
  sliced.on('data', (piece: Buffer) => {
    pieces.push(piece);
    log.push(name);
    socket.onPiece();
  });
  await nextTurn();
  log.length = 0;
  return socket;
}

function stopClock(t: TestContext) {
  const now = { ms: performance.now() };
  const clock = mock.method(performance, 'now', () => now.ms);
  t.after(() => clock.mock.restore());
  return now;
}

async function countTurns(t: TestContext, isOver: () => boolean): Promise<void> {
  while (!isOver() && !t.signal.aborted) {
    await nextTurn();
    log.push('|');
  }
}
