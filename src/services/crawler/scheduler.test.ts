/** Which jobs a process runs, seen from the store. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { fakeClock } from '#kit/testing.ts';
import { Scheduler } from './scheduler.ts';
import { openDatabase, sqliteStore } from './store.sqlite.ts';
import type { Loaded } from './store.ts';

test('a job that comes back before its former run has ended waits for that', async (t) => {
  const lease = 15_000;
  const clock = fakeClock(0);
  const db = openDatabase({ file: ':memory:' });
  const kept = sqliteStore(db);
  const { n } = await kept.create('http://a/', 'http://a/', 1, 0);
  const loads: PromiseWithResolvers<Loaded>[] = [];
  const store = {
    ...kept,
    load: () => {
      const loading = Promise.withResolvers<Loaded>();
      loads.push(loading);
      return loading.promise;
    },
  };
  const stop = new AbortController();
  const fetcher = { get: () => assert.fail('nothing is requested'), close: async () => {} };
  const scheduler = new Scheduler(
    {
      store,
      fetcher,
      clock,
      sleep: async () => {},
      owner: 'me',
      delay: 0,
      token: undefined,
      stopping: stop.signal,
      ending: stop.signal,
    },
    { slots: 2, lease, log: pino({ enabled: false }) },
  );
  t.after(async () => {
    stop.abort();
    for (const { reject } of loads) reject(new Error('stopped'));
    await scheduler.close();
    await db.close();
  });

  await scheduler.tick();
  assert.equal(loads.length, 1);
  await kept.release('me', n);
  await scheduler.tick();
  assert.deepEqual([loads.length, scheduler.running], [1, 1]);
  assert.equal((await kept.acquire({ owner: 'other', until: 1 }, 0, 1)).length, 1);
  await kept.release('other', n);

  loads[0]!.reject(new Error('broken'));
  while (loads.length < 2) await setImmediate();
  assert.equal(scheduler.running, 1);
});
