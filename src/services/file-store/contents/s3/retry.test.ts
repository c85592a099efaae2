import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { answerTimeoutMs } from '#kit/stores/availability.ts';
import { whileMoving, type Moved } from './retry.ts';

describe('an upload to S3', () => {
  /** Ends when the test says so or when aborted, behind timers that stand still. */
  function upload(t: TestContext) {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const stop = new AbortController();
    const done = Promise.withResolvers<string>();
    let moved: Moved = () => {};
    let isOver = false;
    const answer = whileMoving(stop.signal, async (signal, itMoved) => {
      moved = itMoved;
      signal.addEventListener('abort', () => done.reject(signal.reason as Error));
      return done.promise;
    });
    const over = () => (isOver = true);
    answer.then(over, over);
    const pass = async (ms: number) => {
      t.mock.timers.tick(ms);
      await setImmediate();
    };
    return { answer, stop, end: done, moved: () => moved, pass, isOver: () => isOver };
  }

  it('may take any time as long as bytes move', async (t) => {
    const { answer, end, moved, pass, isOver } = upload(t);
    for (let i = 0; i < 100; i++) {
      await pass(answerTimeoutMs - 1);
      moved()();
    }
    assert.equal(isOver(), false);
    end.resolve('done');
    assert.equal(await answer, 'done');
  });

  it('is 503 when nothing has moved for 2.5 s, or for longer when all was sent', async (t) => {
    const { answer, moved, pass, isOver } = upload(t);
    await pass(answerTimeoutMs - 1);
    moved()(60_000);
    await pass(59_999);
    assert.equal(isOver(), false);
    await pass(1);
    await assert.rejects(answer, { code: 'STORE_UNAVAILABLE' });
  });

  it('ends with the signal, by the reason of the signal', async (t) => {
    const { answer, stop } = upload(t);
    stop.abort(new Error('closing'));
    await assert.rejects(answer, /closing/);
  });
});
