/** Writes what changes in a frontier, in order: one write at a time, what gathers meanwhile is the next. */
import { Refusal } from '#kit/problem.ts';
import type { Frontier } from './frontier.ts';
import type { Progress } from './store.ts';

export interface JournalOptions {
  readonly frontier: Frontier;
  /** False when the job is not ours any more. */
  readonly save: (progress: Progress) => Promise<boolean>;
  /** Waits before a write is tried again; throws when there is no more time. */
  readonly pause: () => Promise<void>;
  /** Called once when the job is not ours any more. */
  readonly lost: () => void;
}

export class Journal {
  readonly #options: JournalOptions;
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  /** Resolves once everything that changed before the call is durable. */
  flush(): Promise<void> {
    if (!this.#options.frontier.hasChanged) return this.#next ?? this.#writing;
    return (this.#next ??= this.#after(this.#writing));
  }

  async #after(writing: Promise<void>): Promise<void> {
    await writing;
    this.#writing = this.#next!;
    this.#next = undefined;
    const { frontier, save, lost } = this.#options;
    const progress = frontier.takeChanges();
    while (!(await this.#attempt(save, progress, lost))) await this.#options.pause();
  }

  /** False while the store is away. */
  async #attempt(
    save: JournalOptions['save'],
    progress: Progress,
    lost: () => void,
  ): Promise<boolean> {
    try {
      if (!(await save(progress))) lost();
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.status === 503) return false;
      throw error;
    }
  }
}
