import type { Logger } from 'pino';
import { loop } from '#kit/loop.ts';
import type { Clock } from '#kit/service.ts';
import { finishDue, processingTime, uploadTime, type Pipeline } from './life.ts';

/** How often videos are looked for whose replica ended or failed, milliseconds. */
const sweepInterval = 2_000;

export interface FinisherOptions {
  readonly pipeline: Pipeline;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** Between two sweeps, milliseconds. */
  readonly every?: number;
}

/**
 * Makes videos ready when they are due. It sleeps until the next one that it knows of, its own
 * uploads and those that it saw in the store; a sweep finds what dead replicas left behind, from
 * the start on.
 */
export class Finisher {
  readonly #pipeline: Pipeline;
  readonly #clock: Clock;
  readonly #sweeping: Promise<void>;
  readonly #signal: AbortSignal;
  #timer: NodeJS.Timeout | undefined;
  /** What the timer waits for, milliseconds since the epoch. */
  #wakesAt = 0;
  #run: Promise<void> = Promise.resolve();

  constructor({ pipeline, clock, signal, log, every = sweepInterval }: FinisherOptions) {
    this.#pipeline = pipeline;
    this.#clock = clock;
    this.#signal = signal;
    const options = { name: 'processing videos', every, signal, log };
    this.#wakeAt(clock());
    this.#sweeping = loop(options, () => this.#finish());
  }

  /** To be called after each upload. */
  uploaded(): void {
    this.#wakeAt(this.#clock() + uploadTime + processingTime);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await Promise.all([this.#sweeping, this.#run]);
  }

  #wakeAt(instant: number): void {
    if (this.#signal.aborted) return;
    if (this.#timer !== undefined && this.#wakesAt <= instant) return;
    clearTimeout(this.#timer);
    this.#wakesAt = instant;
    const ms = Math.max(1, Math.min(instant - this.#clock(), sweepInterval));
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // The sweep tries again, and reports it if that fails too.
      this.#run = this.#finish().catch(() => {});
    }, ms).unref();
  }

  async #finish(): Promise<void> {
    const due = await finishDue(this.#pipeline, this.#clock());
    if (due !== undefined) this.#wakeAt(due);
  }
}
