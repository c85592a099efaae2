/** The end of the day does not wait for what takes real time. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eventually } from '#kit/testing/testing.ts';
import { openPlay } from '../play.ts';
import { disagrees, readAgreements } from '../summary/summary.ts';
import { freePorts } from '../../test/free-ports.ts';

it('a crawl that is under way is cancelled, and its pages are in no number', async (t) => {
  const play = await openPlay({
    env: freePorts,
    seed: 3,
    portOffset: 0,
    // All of it would take minutes.
    crawlDelayMs: 10_000,
    startAt: Date.UTC(2026, 5, 5, 3),
    moveEveryMs: 30_000,
  });
  t.after(() => play.stop());
  const { crawler } = play.city.hawker;
  await eventually(async () => (await crawler.list({})).jobs[0]?.status === 'running');
  await play.close();
  assert.equal((await crawler.list({})).jobs[0]!.status, 'cancelled');
  assert.deepEqual((await readAgreements(play.city)).filter(disagrees), []);
});
