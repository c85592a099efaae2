/** Jobs as both databases return them. */
import type { Job, JobStatus } from './store.ts';

export interface JobRow {
  n: number;
  seed_url: string;
  max_pages: number;
  status: JobStatus;
  started_at: number;
  ended_at: number | null;
  left_out: number;
}

export const toJob = (row: JobRow): Job => ({
  n: row.n,
  seedUrl: row.seed_url,
  maxPages: row.max_pages,
  status: row.status,
  startedAt: row.started_at,
  endedAt: row.ended_at ?? undefined,
  leftOut: row.left_out,
});
