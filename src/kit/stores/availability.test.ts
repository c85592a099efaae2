import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Refusal } from '../base/refusal.ts';
import { Availability, answerTimeoutMs } from './availability.ts';

const refused = { code: 'STORE_UNAVAILABLE', status: 503 };

/** A store that hangs until it is told what to answer, behind timers that stand still. */
function hangingStore(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const probes: PromiseWithResolvers<void>[] = [];
  const aborted: unknown[] = [];
  let wentAway = 0;
  const availability = new Availability({
    probe(signal) {
      signal.addEventListener('abort', () => aborted.push(signal.reason));
      const probe = Promise.withResolvers<void>();
      probes.push(probe);
      return probe.promise;
    },
    isLost: (error) => error === lost || error instanceof Refusal,
    wentAway: () => wentAway++,
  });
  t.after(() => availability.close());
  let attempts = 0;
  const hang = (limitMs?: number) => {
    const attempt = Promise.withResolvers<string>();
    let isSettled = false;
    let signal: AbortSignal | undefined;
    const answer = availability.attempt((its) => {
      attempts++;
      signal = its;
      return attempt.promise;
    }, limitMs);
    const settled = () => (isSettled = true);
    answer.then(settled, settled);
    const isGivenUp = () => signal?.aborted;
    return { answer, end: attempt, isSettled: () => isSettled, isGivenUp };
  };
  const pass = async (ms: number) => {
    t.mock.timers.tick(ms);
    await setImmediate();
  };
  const counts = () => ({ attempts, probes: probes.length, wentAway });
  return { availability, hang, pass, probes, aborted, counts };
}

const lost = new Error('ECONNREFUSED');

describe('a store that hangs', () => {
  it('is waited for at most 2.5 s; a probe that is answered says that only one is slow', async (t) => {
    const { hang, pass, probes, counts } = hangingStore(t);
    const slow = hang();
    await pass(1_500);
    probes[0]!.resolve();
    await pass(answerTimeoutMs - 1_500 - 1);
    const other = hang();
    assert.equal(slow.isSettled(), false);
    await pass(1);
    await assert.rejects(slow.answer, refused);
    assert.ok(slow.isGivenUp());
    assert.equal(other.isSettled(), false);
    other.end.resolve('answered');
    assert.equal(await other.answer, 'answered');
    const next = hang();
    next.end.resolve('tried');
    assert.equal(await next.answer, 'tried');
    assert.deepEqual(counts(), { attempts: 3, probes: 1, wentAway: 0 });
  });

  it('is away when the probe has no answer either: all under way is given up, the rest is not tried', async (t) => {
    const { hang, pass, aborted, counts } = hangingStore(t);
    const first = hang();
    await pass(1_500);
    await pass(500);
    const [second, patient] = [hang(), hang(60_000)];
    await pass(500);
    await assert.rejects(first.answer, refused);
    const later = hang();
    await pass(499);
    assert.equal(second.isSettled(), false);
    await pass(1);
    for (const { answer } of [second, patient, later]) await assert.rejects(answer, refused);
    assert.equal(aborted.length, 1);
    await assert.rejects(hang().answer, refused);
    assert.deepEqual(counts(), { attempts: 4, probes: 1, wentAway: 1 });
  });

  it('is not away when it has answered somebody since the probe that failed began', async (t) => {
    const { availability, hang, pass, probes, counts } = hangingStore(t);
    availability.probe();
    const { answer, end } = hang();
    end.resolve('it is there');
    await answer;
    probes[0]!.reject(lost);
    await pass(0);
    const next = hang();
    availability.probe();
    probes[1]!.reject(lost);
    await assert.rejects(next.answer, refused);
    assert.deepEqual(counts(), { attempts: 2, probes: 2, wentAway: 1 });
  });

  it('is found back by a probe, one at a time', async (t) => {
    const { availability, hang, pass, probes, counts } = hangingStore(t);
    availability.probe();
    availability.probe();
    await pass(1_500);
    await assert.rejects(hang().answer, refused);
    assert.equal(probes.length, 1);
    await pass(500);
    assert.equal(probes.length, 2);
    probes[1]!.reject(lost);
    await pass(0);
    await pass(499);
    assert.equal(probes.length, 2);
    await pass(1);
    await assert.rejects(hang().answer, refused);
    probes[2]!.resolve();
    await pass(0);
    const { answer, end } = hang();
    end.resolve('it is back');
    assert.equal(await answer, 'it is back');
    await pass(10_000);
    assert.deepEqual(counts(), { attempts: 1, probes: 3, wentAway: 1 });
  });

  it('is probed at once when nobody can be reached, not when it answers with an error', async (t) => {
    const { hang, pass, probes } = hangingStore(t);
    const wrong = hang();
    wrong.end.reject(new Error('a defect'));
    await assert.rejects(wrong.answer, /a defect/);
    assert.equal(probes.length, 0);
    const first = hang();
    first.end.reject(lost);
    await assert.rejects(first.answer, lost);
    assert.equal(probes.length, 1);
    probes[0]!.reject(lost);
    await pass(0);
    await assert.rejects(hang().answer, refused);
  });

  it('is waited for longer by work that says so, and is probed all the same', async (t) => {
    const { hang, pass, probes } = hangingStore(t);
    const sweep = hang(10_000);
    await pass(1_500);
    probes[0]!.resolve();
    await pass(0);
    await pass(9_999 - 1_500);
    assert.equal(sweep.isSettled(), false);
    await pass(1);
    await assert.rejects(sweep.answer, refused);
  });

  it('is not probed any more when it is closed', async (t) => {
    const { availability, pass, aborted, probes } = hangingStore(t);
    availability.probe();
    availability.close();
    assert.equal(aborted.length, 1);
    await pass(10_000);
    availability.probe();
    assert.equal(probes.length, 1);
  });
});
