/** Writes the changes of a frontier in order: one write at a time, later changes in the next. */
import type { Frontier } from './frontier.ts';

export type Changes = ReturnType<Frontier['takeChanges']>;

export class ProgressWriter {
  readonly #frontier: Frontier;
  readonly #save: (changes: Changes) => Promise<void>;
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(frontier: Frontier, save: (changes: Changes) => Promise<void>) {
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
