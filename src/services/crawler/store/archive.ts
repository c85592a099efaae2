/** The store of jobs beside their frontier: content of pages, and the removal of old jobs. */
import type { Format } from '../options.ts';
import type { Job, JobStatus } from './job.ts';

/** The content of a page in one format. */
export interface Content {
  /** Number of the page, from 0 on. */
  readonly page: number;
  readonly format: Format;
  /** Text in UTF-8, compressed by gzip. */
  readonly body: Uint8Array;
}

export interface JobArchive {
  /**
   * Keeps content of a page that `save` records later: it counts only once that page says so. May be
   * repeated. False, and nothing is kept, when `owner` no longer holds the job.
   */
  keep(owner: string, n: number, content: Content): Promise<boolean>;
  /** The `body` that was kept. */
  content(n: number, page: number, format: Format): Promise<Uint8Array | undefined>;

  /**
   * Jobs, the newest first.
   *
   * @param status undefined for any
   * @param before only jobs with a smaller number
   */
  list(status: JobStatus | undefined, before: number, limit: number): Promise<Job[]>;
  /** Removes a job that is over: from then on nobody finds it. `purge` deletes its remains. */
  remove(n: number): Promise<'removed' | 'running' | 'unknown'>;
  /** Removes up to `limit` jobs that ended at `before` or earlier, and yields how many there were. */
  removeEnded(before: number, limit: number): Promise<number>;
  /** Deletes a portion of what removed jobs left; false once there is nothing left. */
  purge(): Promise<boolean>;
}
