import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { batch } from './batch.ts';

/** Batches that are answered by hand: with each call times ten, or an error. */
function byHand(t: TestContext, maxSize = 100) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const sent: number[][] = [];
  const ends: (() => void)[] = [];
  const call = batch(
    async (calls: readonly number[]) => {
      sent.push([...calls]);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      await promise;
      if (calls.includes(13)) throw new Error('unlucky');
      return calls.map((n) => n * 10);
    },
    { timeoutMs: 50, maxSize },
  );
  return { call, sent, ends };
}

test('the calls of one turn travel together, and each gets its answer', async (t) => {
  const { call, sent, ends } = byHand(t);
  const answers = Promise.all([call(1), call(2), call(3)]);
  await setImmediate();
  await setImmediate();
  assert.deepEqual(sent, [[1, 2, 3]]);
  ends[0]!();
  assert.deepEqual(await answers, [10, 20, 30]);
});

test('what arrives while a batch is under way is the next one', async (t) => {
  const { call, sent, ends } = byHand(t);
  const first = call(1);
  await setImmediate();
  await setImmediate();
  const second = call(2);
  await setImmediate();
  await setImmediate();
  const third = call(3);
  assert.deepEqual(sent, [[1]]);
  ends[0]!();
  assert.equal(await first, 10);
  await setImmediate();
  assert.deepEqual(sent, [[1], [2, 3]]);
  ends[1]!();
  assert.deepEqual(await Promise.all([second, third]), [20, 30]);
});

test('nobody waits for longer than the timeout', async (t) => {
  const { call, sent, ends } = byHand(t);
  const first = call(1);
  await setImmediate();
  await setImmediate();
  const second = call(2);
  t.mock.timers.tick(49);
  const third = call(3);
  assert.deepEqual(sent, [[1]]);
  t.mock.timers.tick(1);
  assert.deepEqual(sent, [[1], [2, 3]]);
  ends[1]!();
  assert.deepEqual(await Promise.all([second, third]), [20, 30]);
  ends[0]!();
  assert.equal(await first, 10);
});

test('a batch has a largest size, and the rest follows', async (t) => {
  const { call, sent, ends } = byHand(t, 2);
  const answers = [1, 2, 3, 4, 5].map(call);
  await setImmediate();
  await setImmediate();
  assert.deepEqual(sent, [[1, 2]]);
  ends[0]!();
  await setImmediate();
  ends[1]!();
  await setImmediate();
  ends[2]!();
  assert.deepEqual(await Promise.all(answers), [10, 20, 30, 40, 50]);
  assert.deepEqual(sent, [[1, 2], [3, 4], [5]]);
});

test('a batch that fails fails for each of its calls, and the next one goes on', async (t) => {
  const { call, ends } = byHand(t);
  const failing = Promise.allSettled([call(1), call(13)]);
  await setImmediate();
  await setImmediate();
  ends[0]!();
  assert.deepEqual(
    (await failing).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  const next = call(2);
  await setImmediate();
  await setImmediate();
  ends[1]!();
  assert.equal(await next, 20);
});

test('without a timeout nobody waits for the batch under way', async () => {
  const sent: number[][] = [];
  const call = batch(async (calls: readonly number[]) => {
    sent.push([...calls]);
    if (calls.includes(1)) await call(3);
    return calls.map((n) => 2 * n);
  });
  assert.deepEqual(await Promise.all([call(1), call(2)]), [2, 4]);
  assert.deepEqual(sent, [[1, 2], [3]]);
});

test('a batch is sent in parts, of which one that fails does not harm the others', async () => {
  const call = batch(
    async (calls: readonly number[]) => {
      if (calls.includes(3)) throw new Error('odd one');
      return calls;
    },
    { split: (calls) => calls.map((n) => [n]) },
  );
  const outcomes = await Promise.allSettled([2, 3, 4].map(call));
  const statuses = outcomes.map(({ status }) => status);
  assert.deepEqual(statuses, ['fulfilled', 'rejected', 'fulfilled']);
});
