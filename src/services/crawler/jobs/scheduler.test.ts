/** Which jobs a process runs, seen from the store. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { eventually, fakeClock } from '#kit/testing/testing.ts';
import { storeUnavailable } from '#kit/web/problem.ts';
import { noContents, stores } from '../test/fixtures.ts';
import { HostPauses } from './host-pauses.ts';
import { Scheduler } from './scheduler.ts';
import type { CrawlStore, Job, UrlRow } from '../store/crawler-store.ts';

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
          fetcher: noFetcher,
          contents: noContents,
          pauses: new HostPauses(),
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

for (const { name, skip, open } of stores) {
  test(
    `on ${name}, leases that lapsed in an outage of the store are left to their owners for a while`,
    { skip },
    async (t) => {
      const clock = fakeClock();
      const stop = new AbortController();
      const kept = await open(t, clock);
      let isAway = false;
      const taken: number[][] = [];
      const store = new Proxy(kept, {
        get(target, name: keyof CrawlStore) {
          const member = target[name];
          if (typeof member !== 'function') return member;
          return async (...args: unknown[]) => {
            if (isAway) throw storeUnavailable();
            const result = (await (member as (...args: unknown[]) => unknown).apply(
              target,
              args,
            )) as Job[];
            if (name === 'acquire') taken.push(result.map(({ n }) => n));
            // None of them is run here.
            return name === 'acquire' ? [] : result;
          };
        },
      });
      const context = { store, fetcher: noFetcher, contents: noContents, clock };
      const pauses = new HostPauses();
      const more = { pauses, sleep: async () => {}, delayMs: 0, robotsToken: undefined };
      const signals = { stopping: stop.signal, ending: stop.signal };
      const options = { maxJobs: 2, leaseMs: 15_000, log: pino({ enabled: false }) };
      const scheduler = new Scheduler({ ...context, ...more, ...signals, owner: 'me' }, options);
      t.after(() => scheduler.close());

      const owned = await kept.create('http://a/', 'http://a/', 1, clock());
      const lease = { owner: 'other', until: clock() + 15_000 };
      await kept.acquire(lease, clock(), 1);
      isAway = true;
      await assert.rejects(scheduler.tick());
      clock.advance(60_000);
      isAway = false;
      await scheduler.tick();
      assert.deepEqual(taken, [[]]);
      // A job that nobody has begun does not wait.
      const fresh = await kept.create('http://b/', 'http://b/', 1, clock());
      await scheduler.tick();
      assert.deepEqual(taken.at(-1), [fresh.n]);
      // The owner has had its time: it is gone.
      clock.advance(7_500);
      await scheduler.tick();
      assert.deepEqual(taken.at(-1), [owned.n]);
    },
  );
}

const noRequest = () => assert.fail('nothing is requested');
const noFetcher = { get: noRequest, stream: noRequest, close: async () => {} };

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
