import assert from 'node:assert/strict';
import { it } from 'node:test';
import { counted } from '#kit/observe/counters.ts';
import { Metrics } from '#kit/observe/metrics.ts';
import { registerCounters } from './counters.ts';
import type { FeedStore } from './store/news-feed-store.ts';

it('counts deletions of posts and comments that there are', async () => {
  const metrics = new Metrics();
  const step = async (isKnown: unknown) => isKnown as boolean;
  const store = { removePost: step, removeComment: step } as unknown as FeedStore;
  const steps = counted(store, registerCounters(metrics, 'news-feed'));
  for (const isKnown of [true, true, false]) await steps.removePost(isKnown as never, 0);
  for (const isKnown of [true, false]) await steps.removeComment(isKnown as never);
  const text = await metrics.registry.metrics();
  for (const line of [
    'posts_deleted_total{service="news-feed"} 2',
    'comments_deleted_total{service="news-feed"} 1',
  ]) {
    assert.ok(text.includes(`hawker_news_feed_${line}\n`), text);
  }
});
