/** Webhooks about the end of jobs: due from the very step that ends them, so none is forgotten. */
import type { Job, WebhookStatus } from './job.ts';

/** A webhook that is to be sent now. */
export interface DueWebhook {
  /** As it ended. */
  readonly job: Job;
  /** 1 for the first attempt. */
  readonly attempt: number;
}

export interface WebhookOutbox {
  /**
   * Takes up to `limit` webhooks that are due at `now`, the longest due first, and counts an attempt
   * of each. Each goes to one caller; it is due again at `until`, in case the caller ends before it
   * says what came of it.
   */
  takeWebhooks(now: number, until: number, limit: number): Promise<DueWebhook[]>;
  /**
   * Records the outcome of an attempt, if it is still the latest one.
   *
   * @param dueAgain when the next attempt is due; null: there is none, and `status` is final
   */
  settleWebhook(
    n: number,
    attempt: number,
    status: WebhookStatus,
    dueAgain: number | null,
  ): Promise<void>;
}
