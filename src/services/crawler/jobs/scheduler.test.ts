/** Which jobs a process runs, seen from the store. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { eventually, fakeClock } from '#kit/testing/testing.ts';
import { stores } from '../test/fixtures.ts';
import { Scheduler } from './scheduler.ts';
import type { CrawlStore, UrlRow } from '../store/store.ts';

for (const { name, skip, open } of stores) {
  test(
    `on ${name}, a job that comes back before its former run has ended waits for that`,
    { skip },
    async (t) => {
      const clock = fakeClock(0);
      const stop = new AbortController();
      const loads: PromiseWithResolvers<UrlRow[]>[] = [];
      t.after(async () => {
        stop.abort();
        for (const { reject } of loads) reject(new Error('stopped'));
        await scheduler.close();
      });
      const kept = await open(t, clock);
      const { n } = await kept.create('http://a/', 'http://a/', 1, 0);
      const load = () => {
        const loading = Promise.withResolvers<UrlRow[]>();
        loads.push(loading);
        return loading.promise;
      };
      const scheduler = new Scheduler(
        {
          store: withLoad(kept, load),
          fetcher: { get: () => assert.fail('nothing is requested'), close: async () => {} },
          clock,
          sleep: async () => {},
          owner: 'me',
          delayMs: 0,
          robotsToken: undefined,
          stopping: stop.signal,
          ending: stop.signal,
        },
        { maxJobs: 2, leaseMs: 15_000, log: pino({ enabled: false }) },
      );

      await scheduler.tick();
      assert.equal(loads.length, 1);
      await kept.release('me', n);
      await scheduler.tick();
      assert.deepEqual([loads.length, scheduler.running], [1, 1]);
      assert.equal((await kept.acquire({ owner: 'other', until: 1 }, 0, 1)).length, 1);
      await kept.release('other', n);

      loads[0]!.reject(new Error('broken'));
      await eventually(() => loads.length >= 2);
      assert.equal(scheduler.running, 1);
    },
  );
}

/** The store, but jobs are loaded when the test says so. */
function withLoad(store: CrawlStore, load: CrawlStore['urls']): CrawlStore {
  return new Proxy(store, {
    get(target, name: keyof CrawlStore) {
      if (name === 'urls') return load;
      const member = target[name];
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
