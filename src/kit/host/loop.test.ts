import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pino } from 'pino';
import { storeFull } from '../web/problem.ts';
import { loop } from './loop.ts';

it('a loop goes on after a failure, and says once what fails and that it works again', async () => {
  const lines: string[] = [];
  const log = pino(
    { base: null },
    { write: (line: string) => void lines.push(JSON.parse(line).msg) },
  );
  const stop = new AbortController();
  const failures = ['away', 'away', undefined, 'away', 'broken', undefined];
  let runs = 0;
  await loop({ every: 0, signal: stop.signal, log, name: 'sweep' }, async () => {
    const failure = failures[runs++];
    if (runs === failures.length) stop.abort();
    if (failure !== undefined) throw new Error(failure);
  });
  assert.equal(runs, failures.length);
  assert.deepEqual(lines, [
    'sweep failed',
    'sweep works again',
    'sweep failed',
    'sweep failed',
    'sweep works again',
  ]);
});

it('a loop whose store fails now and then says so once in 10 seconds', async (t) => {
  let now = 10_000;
  t.mock.method(performance, 'now', () => now);
  const lines: string[] = [];
  const write = (line: string) => void lines.push(`${now} ${JSON.parse(line).msg}`);
  const log = pino({ base: null }, { write });
  const stop = new AbortController();
  let runs = 0;
  await loop({ every: 0, signal: stop.signal, log, name: 'sweep' }, async () => {
    now += 1_000;
    if (++runs === 13) stop.abort();
    if (runs % 2 === 1) throw storeFull(new Error('no space'));
  });
  assert.deepEqual(lines, [
    '11000 sweep failed',
    '12000 sweep works again',
    '21000 sweep failed',
    '22000 sweep works again',
  ]);
});

it('a loop pauses by what it is given, and ends when that rejects', async () => {
  const pauses: number[] = [];
  const stop = new AbortController();
  const pause = async (ms: number, signal: AbortSignal) => {
    signal.throwIfAborted();
    pauses.push(ms);
  };
  const log = pino({ level: 'silent' });
  let runs = 0;
  await loop({ every: 60_000, signal: stop.signal, log, name: 'sweep', pause }, async () => {
    if (++runs === 3) stop.abort();
  });
  assert.deepEqual(pauses, [60_000, 60_000, 60_000]);
});
