/** Tells those who asked for it that jobs are over, until they have taken it. */
import type { Logger } from 'pino';
import type { Clock } from '#kit/host/service.ts';
import { jobId, toJobView } from '../job.ts';
import { askedForMs } from '../web/retry-after.ts';
import type { Job, WebhookStatus } from '../store/job.ts';
import type { DueWebhook, WebhookOutbox } from '../store/webhooks.ts';
import type { Message, Sender } from './sender.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Pauses before the second attempt and the later ones: 18 hours in all. */
export const pausesMs = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
];

/** Longest pause that a receiver may ask for. */
const maxRetryAfterMs = hour;

/** Attempts of one process at the same time. */
const maxUnderWay = 20;

/** How long an attempt belongs to the process that began it: longer than one may take. */
export const leaseMs = 30_000;

interface NotifierOptions {
  readonly store: WebhookOutbox;
  readonly sender: Sender;
  readonly clock: Clock;
  /** Aborted when attempts must end. */
  readonly ending: AbortSignal;
  readonly stopping: AbortSignal;
  readonly log: Logger;
}

export class Notifier {
  readonly #options: NotifierOptions;
  readonly #underWay = new Set<Promise<void>>();

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  /** Begins the attempts that are due; it does not wait for them. */
  async tick(): Promise<void> {
    const { store, clock, stopping, log } = this.#options;
    const free = maxUnderWay - this.#underWay.size;
    if (free <= 0 || stopping.aborted) return;
    const now = clock();
    for (const due of await store.takeWebhooks(now, now + leaseMs, free)) {
      const attempt = this.#tell(due)
        // It is due again when its lease is over.
        .catch((error: unknown) => log.warn({ err: error, job: due.job.n }, 'a webhook is late'))
        .finally(() => this.#underWay.delete(attempt));
      this.#underWay.add(attempt);
    }
  }

  /** Resolves when no attempt is under way; `ending` aborts those that take long. */
  async close(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #tell({ job, attempt }: DueWebhook): Promise<void> {
    const { store, sender, clock, ending, log } = this.#options;
    const delivery = await sender.send(messageOf(job), clock(), ending);
    const settle = (status: WebhookStatus, dueAgain: number | null) =>
      store.settleWebhook(job.n, attempt, status, dueAgain);
    if (delivery.kind === 'delivered') return settle('delivered', null);
    const pauseMs = pausesMs[attempt - 1];
    if (delivery.kind === 'refused' || pauseMs === undefined) {
      log.warn({ job: job.n, reason: delivery.reason }, 'a webhook was given up');
      return settle('failed', null);
    }
    const now = clock();
    const askedFor = Math.min(askedForMs(delivery.retryAfter, now), maxRetryAfterMs);
    return settle('pending', now + Math.max(pauseMs, askedFor));
  }
}

/** The job as it ended, without its pages. */
function messageOf(job: Job): Message {
  const { webhook, webhook_status: _, ...view } = toJobView(job);
  const message = {
    type: `crawl.${job.status}`,
    timestamp: new Date(job.endedAt!).toISOString(),
    data: { ...view, page_count: job.totals.pages },
  };
  const id = `${jobId.format(job.n)}_${job.startedAt}`;
  return { id, url: webhook!, body: JSON.stringify(message) };
}
