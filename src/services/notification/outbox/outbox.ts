/**
 * Attempts to send. Each is claimed in the store before it begins, is over when its time is up, and
 * its claim outlives it: so at most one is under way for a notification, whatever replica runs it,
 * and whichever dies. What fails is tried again, after pauses that grow, until it is sent or has
 * failed for good.
 */
import type { Logger } from 'pino';
import type { Clock } from '#kit/service.ts';
import { refuse } from './errors.ts';
import type { Notification, Outcome } from './notification.ts';
import { retryDelay } from './retry.ts';
import type { Senders, Sent } from './sender.ts';
import { slots } from './slots.ts';
import type { Accepted, NotificationStore } from './store.ts';

/**
 * How long a claim outlives its attempt, milliseconds: a busy process ends an attempt late, and the
 * result takes its time to be recorded.
 */
const leaseMargin = 5_000;

/** Attempts of one replica at once: those that a client waits for, by channel; and repetitions. */
const concurrency = { first: 32, repeated: 16 } as const;

/** How long attempts may go on when the process stops, milliseconds. */
const grace = 3_000;

export interface OutboxOptions {
  readonly store: NotificationStore;
  readonly senders: Senders;
  readonly clock: Clock;
  readonly log: Logger;
  /** Attempts before a notification has failed for good. */
  readonly maxAttempts: number;
  /** Longest time of an attempt, milliseconds. */
  readonly timeout: number;
  /** Yields 0 ≤ random < 1. */
  readonly random: () => number;
}

export class Outbox {
  /** Notifications that wait for an attempt or its end, as of the last count. */
  backlog = 0;
  /** Those that failed for good here. */
  failed = 0;
  readonly #options: OutboxOptions;
  /** Each channel has its own: a mail server that stalls does not hold pushes up. */
  readonly #inFirstSlot = {
    email: slots(concurrency.first, busy),
    push: slots(concurrency.first, busy),
  };
  readonly #running = new Set<Promise<unknown>>();
  readonly #repeating = new Set<Promise<unknown>>();
  readonly #ending = new AbortController();
  #stopping: Promise<void> | undefined;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /**
   * Takes a notification on and makes the first attempt.
   *
   * @param accept puts it into the store, claimed until the instant that it is given
   * @throws Refusal SENDERS_BUSY; then nothing was accepted
   */
  first(
    channel: keyof Senders,
    accept: (claimedUntil: number, now: number) => Promise<Accepted>,
  ): Promise<Accepted> {
    const work = async () => {
      const { signal, claimedUntil, now } = this.#lease();
      const accepted = await accept(claimedUntil, now);
      if (accepted.kind !== 'new') return accepted;
      return { ...accepted, notification: await this.#attempt(accepted.notification, signal) };
    };
    return this.#inFirstSlot[channel](() => tracked(this.#running, work()));
  }

  /** Begins what is due; resolves when nothing more is, though attempts may still be under way. */
  async repeat(): Promise<void> {
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
        // Not recorded: the claim lapses, and another attempt is made.
        const attempt = this.#attempt(notification, signal).catch((error: unknown) =>
          log.error({ err: error }, 'the end of an attempt is not recorded'),
        );
        void tracked(this.#repeating, tracked(this.#running, attempt));
      }
    }
  }

  async count(): Promise<void> {
    this.backlog = await this.#options.store.pending();
  }

  /** Resolves when no attempt is under way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /** Begins no repetition any more; resolves once the attempts are over, cut short if need be. */
  async stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    await this.#stopping;
    await this.idle();
  }

  async #stop(): Promise<void> {
    const limit = setTimeout(() => this.#ending.abort(), grace);
    await this.idle();
    clearTimeout(limit);
    this.#ending.abort();
  }

  /** Its time runs from before the claim, so that the claim cannot lapse first. */
  #lease() {
    const { clock, timeout } = this.#options;
    const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(timeout)]);
    const now = clock();
    return { signal, now, claimedUntil: now + timeout + leaseMargin };
  }

  async #attempt(notification: Notification, signal: AbortSignal): Promise<Notification> {
    const { store, log, clock } = this.#options;
    const { n, attempts } = notification;
    const sent = await this.#send(notification, signal);
    const now = clock();
    const outcome = this.#outcome(sent, attempts, now);
    const isRecorded = await store.settle(n, attempts, outcome, now);
    if (!isRecorded) log.error({ n, attempts }, 'a claim lapsed during its attempt');
    else if (outcome.state === 'failed') this.failed++;
    return { ...notification, error: undefined, ...outcome };
  }

  async #send(notification: Notification, signal: AbortSignal): Promise<Sent> {
    const { senders, maxAttempts, timeout, log } = this.#options;
    const { channel, attempts } = notification;
    if (attempts > maxAttempts) {
      return { kind: 'refused', error: 'what became of the last attempt is not known' };
    }
    const late = { kind: 'failed', error: `no result within ${timeout} ms` } as const;
    if (signal.aborted) return late;
    try {
      const sent = await senders[channel as keyof Senders].send(notification, signal);
      return sent.kind === 'failed' && signal.aborted ? late : sent;
    } catch (error) {
      log.error({ err: error }, 'a sender is defective');
      return { kind: 'failed', error: 'the sender is defective' };
    }
  }

  #outcome(sent: Sent, attempts: number, now: number): Outcome {
    if (sent.kind === 'sent') return { state: 'sent' };
    const { maxAttempts, random } = this.#options;
    const { error } = sent;
    if (sent.kind === 'refused' || attempts >= maxAttempts) return { state: 'failed', error };
    return { state: 'pending', error, dueAt: now + retryDelay(attempts, random()) };
  }
}

const busy = () => refuse.SENDERS_BUSY(undefined, { headers: { 'retry-after': '1' } });

/** Keeps the promise in the set until it is settled. */
function tracked<T>(set: Set<Promise<unknown>>, promise: Promise<T>): Promise<T> {
  const kept: Promise<T> = promise.finally(() => set.delete(kept));
  set.add(kept);
  return kept;
}
