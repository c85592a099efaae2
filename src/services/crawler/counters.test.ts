/** Counts of retries, contents, removals and webhooks; src/metrics.test.ts has the rest. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counted } from '#kit/observe/counters.ts';
import { Metrics } from '#kit/observe/metrics.ts';
import { fakeClock } from '#kit/testing/testing.ts';
import { registerCounters } from './counters.ts';
import { stores } from './test/fixtures.ts';
import type { UrlState } from './store/crawler-store.ts';

for (const { name, skip, open } of stores) {
  test(`on ${name}, each is counted once, where it happened`, { skip }, async (t) => {
    const clock = fakeClock();
    const metrics = new Metrics();
    const store = counted(await open(t, clock), registerCounters(metrics, 'crawler'));
    const now = clock();
    const url = 'http://a/';
    const { n, totals } = await store.create(url, url, 1, now, { webhook: url });
    await store.acquire({ owner: 'me', until: now + 1 }, now, 1);
    const note = (attempts: number, state: UrlState, detail = '') => {
      const row = { seq: 0, url, depth: 0, state, detail, attempts };
      return store.save('me', n, { urls: [row], pages: [], totals });
    };
    await note(1, 'claimed');
    await note(1, 'claimed', 'attempt 1: status 503');
    await note(2, 'claimed', 'attempt 1: status 503');
    await note(2, 'claimed', 'attempt 2: status 503');
    await note(3, 'claimed', 'attempt 2: status 503');
    await note(3, 'out of scope');
    const content = { page: 0, format: 'text', body: Buffer.from('x') } as const;
    await store.keep('me', n, content);
    await store.keep('other', n, content);
    await store.cancel(n, now);
    for (const status of ['pending', 'delivered'] as const) {
      const [due] = await store.takeWebhooks(now, now, 1);
      await store.settleWebhook(n, due!.attempt, status, status === 'pending' ? now : null);
    }
    await store.remove(n);
    await store.remove(n);
    const text = await metrics.registry.metrics();
    const value = (line: string) =>
      Number(new RegExp(`^hawker_crawler_${line}\\} (\\d+)$`, 'm').exec(text)?.[1]);
    assert.deepEqual(
      [
        value('retries_total\\{service="crawler"'),
        value('left_out_total\\{service="crawler",reason="out of scope"'),
        value('contents_total\\{service="crawler",format="text"'),
        value('webhooks_total\\{service="crawler",result="retried"'),
        value('webhooks_total\\{service="crawler",result="delivered"'),
        value('removed_total\\{service="crawler"'),
      ],
      [2, 1, 1, 1, 1, 1],
    );
  });
}
