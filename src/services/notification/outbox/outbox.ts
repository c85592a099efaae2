/**
 * Attempts to send. Each attempt is claimed in the store before it begins, ends when its time is up,
 * and its claim lapses after that. So a notification has at most one attempt under way, whatever
 * replica makes it, and whichever replica dies. A temporary failure is tried again after growing
 * pauses, until it is sent or has been tried for long enough.
 */
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Clock } from '#kit/host/service.ts';
import { refuse } from '../errors.ts';
import type { Notification, Outcome } from '../notification.ts';
import type { Senders, SendResult } from '../senders/sender.ts';
import type { Accepted, NotificationStore, Preferred } from '../store/notification-store.ts';
import { retryDelayMs } from './retry.ts';
import { stepsOf } from './steps.ts';

/**
 * How long a claim outlives the time of its attempt: a busy process ends an attempt late, and to
 * record its result takes time as well.
 */
const leaseMarginMs = 5_000;

/** Attempts of one replica at once: first ones, which clients wait for, by channel; and repetitions. */
const concurrency = { first: 32, repeated: 16 } as const;

/** A first attempt that is due later than this is not counted as waiting, but as scheduled. */
const horizonMs = 600_000;

/** How long attempts may go on when the process stops. */
const stopTimeoutMs = 3_000;

export interface OutboxOptions {
  readonly store: NotificationStore;
  readonly senders: Senders;
  readonly clock: Clock;
  readonly log: Logger;
  /** Attempts before a notification has failed for good. */
  readonly maxAttempts: number;
  /** How long after the first attempt a failure is not final. */
  readonly retryMs: number;
  /** Longest time of one attempt. */
  readonly timeoutMs: number;
  /** Called with each recorded outcome. */
  readonly settled?: (notification: Notification, outcome: Outcome) => void;
}

/** Stores a notification, claimed until the given instant. */
export type Accept<T> = (claimedUntil: number, now: number) => Promise<Accepted | T>;

export class Outbox {
  /** Notifications that are due, under way, or soon tried again, at the last count. */
  backlog = 0;
  readonly #options: OutboxOptions;
  /** By channel: a mail server that stalls does not hold up pushes. */
  readonly #inFirstSlot = {
    email: limited(concurrency.first),
    push: limited(concurrency.first),
  };
  readonly #running = new Set<Promise<unknown>>();
  readonly #repeating = new Set<Promise<unknown>>();
  readonly #aborting = new AbortController();
  #stopping: Promise<void> | undefined;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /**
   * Stores a notification and makes its first attempt.
   *
   * @throws Refusal SENDERS_BUSY; then nothing was stored
   */
  attemptFirst<T extends Preferred>(
    channel: keyof Senders,
    accept: Accept<T>,
  ): Promise<Accepted | T> {
    const work = async () => {
      const { signal, claimedUntil, now } = this.#lease();
      const accepted = await accept(claimedUntil, now);
      if (accepted.kind !== 'new') return accepted;
      return { ...accepted, notification: await this.#attempt(accepted.notification, signal) };
    };
    return this.#inFirstSlot[channel](() => addUntilSettled(this.#running, work()));
  }

  /** Begins the repetitions that are due. Some may still be under way when it resolves. */
  async repeatDue(): Promise<void> {
    const { store, log } = this.#options;
    while (this.#stopping === undefined) {
      const free = concurrency.repeated - this.#repeating.size;
      if (free === 0) {
        await Promise.race(this.#repeating);
        continue;
      }
      const { signal, claimedUntil, now } = this.#lease();
      const due = await store.claim(free, claimedUntil, now);
      if (due.length === 0) return;
      for (const notification of due) {
        // Without a recorded result the claim lapses, and another attempt is made.
        const attempt = this.#attempt(notification, signal).catch((error: unknown) =>
          log.error({ err: error }, 'the result of an attempt is not recorded'),
        );
        void addUntilSettled(this.#repeating, addUntilSettled(this.#running, attempt));
      }
    }
  }

  async countBacklog(): Promise<void> {
    const { store, clock } = this.#options;
    this.backlog = await store.pending(horizonMs, clock());
  }

  /** Resolves when no attempt is under way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /** Begins no more repetitions. Resolves when all attempts have ended; after 3 s it aborts them. */
  async stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    await this.#stopping;
    await this.idle();
  }

  async #stop(): Promise<void> {
    const timer = setTimeout(() => this.#aborting.abort(), stopTimeoutMs);
    await this.idle();
    clearTimeout(timer);
    this.#aborting.abort();
  }

  /** The attempt's time runs from before the claim, so that the claim cannot lapse first. */
  #lease() {
    const { clock, timeoutMs } = this.#options;
    const signal = AbortSignal.any([this.#aborting.signal, AbortSignal.timeout(timeoutMs)]);
    const now = clock();
    return { signal, now, claimedUntil: now + timeoutMs + leaseMarginMs };
  }

  async #attempt(notification: Notification, signal: AbortSignal): Promise<Notification> {
    const { store, log, clock } = this.#options;
    const { n, attempts, triedSince } = notification;
    const result = await this.#send(notification, signal);
    const now = clock();
    const outcome = this.#outcome(result, attempts, triedSince ?? now, now);
    const trace = stepsOf(result, outcome, attempts, now);
    const isRecorded = await store.settle(n, attempts, outcome, now, trace);
    if (!isRecorded) log.error({ n, attempts }, 'a claim lapsed during its attempt');
    else this.#options.settled?.(notification, outcome);
    return { ...notification, error: undefined, ...outcome };
  }

  async #send(notification: Notification, signal: AbortSignal): Promise<SendResult> {
    const { senders, maxAttempts, timeoutMs, log } = this.#options;
    const { channel, attempts } = notification;
    if (attempts > maxAttempts) {
      return { kind: 'permanent-failure', error: 'the outcome of the last attempt is unknown' };
    }
    const late = { kind: 'temporary-failure', error: `no result within ${timeoutMs} ms` } as const;
    if (signal.aborted) return late;
    try {
      const result = await senders[channel as keyof Senders].send(notification, signal);
      return result.kind === 'temporary-failure' && signal.aborted ? late : result;
    } catch (error) {
      log.error({ err: error }, 'a sender is defective');
      return { kind: 'temporary-failure', error: 'the sender failed with an internal error' };
    }
  }

  #outcome(result: SendResult, attempts: number, since: number, now: number): Outcome {
    if (result.kind === 'sent' || result.kind === 'simulated') return { state: result.kind };
    const { maxAttempts, retryMs } = this.#options;
    const { kind, error } = result;
    const isLast = attempts >= maxAttempts || now >= since + retryMs;
    if (kind === 'permanent-failure' || isLast) return { state: 'failed', error };
    const pauseMs = Math.max(retryDelayMs(attempts), result.retryAfterMs ?? 0);
    return { state: 'pending', error, dueAt: now + pauseMs };
  }
}

/** Runs at most `max` pieces of work at once; as many again wait, any further one is refused. */
function limited(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const limit = pLimit(max);
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= 2 * max) {
      throw refuse.SENDERS_BUSY(undefined, { headers: { 'retry-after': '1' } });
    }
    return limit(work);
  };
}

/** The promise is in the set until it is settled. */
function addUntilSettled<T>(set: Set<Promise<unknown>>, promise: Promise<T>): Promise<T> {
  const member: Promise<T> = promise.finally(() => set.delete(member));
  set.add(member);
  return member;
}
