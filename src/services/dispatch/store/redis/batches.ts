import { Type } from 'typebox';
import { command, type RedisConnection } from '#kit/stores/redis.ts';
import { parseBatch, parseSummary, summaryOf, type BatchStore } from '../batches.ts';
import type { Steps } from './scripts.ts';

const Numbered = Type.Object({ seq: Type.Number(), summary: Type.String() });

export function redisBatches(redis: RedisConnection, tag: string, steps: Steps): BatchStore {
  const save = steps('save-batch', Type.Null());
  const page = steps('list-batches', Type.Array(Numbered));
  return {
    async save(batch, keep) {
      const [summary, body] = [JSON.stringify(summaryOf(batch)), JSON.stringify(batch)];
      await save(batch.at, batch.batchId, summary, body, keep);
    },
    async find(batchId) {
      const body = await command(redis.hget(`${tag}:batch:${batchId}`, 'body'));
      return body === null ? undefined : parseBatch(body);
    },
    async page(before, limit) {
      const found = await page(0, before, limit);
      return found.map(({ seq, summary }) => ({ seq, summary: parseSummary(summary) }));
    },
  };
}
