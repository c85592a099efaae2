/** Writes the changes of a frontier in order: one write at a time, later changes in the next. */
import { Refusal } from '#kit/web/problem.ts';
import type { Progress } from '../store/store.ts';
import type { Frontier } from './frontier.ts';

export interface ProgressWriterOptions {
  readonly frontier: Frontier;
  /** False when the job is not ours any more. */
  readonly save: (progress: Progress) => Promise<boolean>;
  /** Waits before a write is tried again; throws when there is no more time. */
  readonly pause: () => Promise<void>;
  /** Called when the job is not ours any more. */
  readonly abandon: () => void;
}

export class ProgressWriter {
  readonly #options: ProgressWriterOptions;
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(options: ProgressWriterOptions) {
    this.#options = options;
  }

  /** Resolves once everything that changed before the call is durable. */
  flush(): Promise<void> {
    if (!this.#options.frontier.hasChanged) return this.#next ?? this.#writing;
    return (this.#next ??= this.#writeAfter(this.#writing));
  }

  async #writeAfter(writing: Promise<void>): Promise<void> {
    await writing;
    this.#writing = this.#next!;
    this.#next = undefined;
    const { frontier, save, pause, abandon } = this.#options;
    const progress = frontier.takeChanges();
    for (;;) {
      const isOurs = await ifAvailable(() => save(progress));
      if (isOurs === false) abandon();
      if (isOurs !== undefined) return;
      await pause();
    }
  }
}

/** Undefined while the store is away. */
export async function ifAvailable<T>(step: () => Promise<T>): Promise<T | undefined> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof Refusal && error.status === 503) return undefined;
    throw error;
  }
}
