import type { Sqlite } from '#kit/stores/sqlite.ts';
import { parseBatch, parseSummary, summaryOf, type BatchStore } from '../batches.ts';
import { limits } from '../dispatch-store.ts';

export function sqliteBatches(db: Sqlite): BatchStore {
  const insert = db.get<{ seq: number }>(
    'INSERT INTO batch (batch_id, summary, body) VALUES (?, ?, ?) RETURNING seq',
  );
  const deleteOld = db.run(
    'DELETE FROM batch WHERE seq IN (SELECT seq FROM batch WHERE seq <= ? LIMIT ?)',
  );
  const find = db.get<{ body: string }>('SELECT body FROM batch WHERE batch_id = ?');
  const page = db.all<{ seq: number; summary: string }>(
    'SELECT seq, summary FROM batch WHERE seq < ? ORDER BY seq DESC LIMIT ?',
  );
  return {
    save(batch, keep) {
      const [summary, body] = [JSON.stringify(summaryOf(batch)), JSON.stringify(batch)];
      return db.write(() => {
        const { seq } = insert(batch.batchId, summary, body)!;
        deleteOld(seq - keep, limits.portion);
      });
    },
    async find(batchId) {
      const row = find(batchId);
      return row && parseBatch(row.body);
    },
    page: async (before, limit) =>
      page(before, limit).map(({ seq, summary }) => ({ seq, summary: parseSummary(summary) })),
  };
}
