import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pino } from 'pino';
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
