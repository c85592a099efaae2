/** Writes the changes of a frontier in order: one write at a time, later changes in the next. */
import type { Progress } from '../store/store.ts';
import type { Frontier } from './frontier.ts';

export class ProgressWriter {
  readonly #frontier: Frontier;
  readonly #save: (progress: Progress) => Promise<void>;
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(frontier: Frontier, save: (progress: Progress) => Promise<void>) {
    this.#frontier = frontier;
    this.#save = save;
  }

  /** Resolves once everything that changed before the call is durable. */
  flush(): Promise<void> {
    if (!this.#frontier.hasChanged) return this.#next ?? this.#writing;
    return (this.#next ??= this.#writeAfter(this.#writing));
  }

  async #writeAfter(writing: Promise<void>): Promise<void> {
    await writing;
    this.#writing = this.#next!;
    this.#next = undefined;
    await this.#save(this.#frontier.takeChanges());
  }
}
