/**
 * All policies and overrides in the memory of this replica, so that a check asks no store for them. It
 * follows the store: a change that was made elsewhere is in force after the next `refresh`. Changes come
 * in pages, and instead of changes that the store has forgotten come all policies, which must replace
 * the others in one step: no check may find a book that is half full.
 */
import { TimeSlice } from '#kit/base/time-slice.ts';
import type { Entry, Policy, PolicyStore } from '../store/policies.ts';
import type { Limit } from '../store/rate-limiter-store.ts';

/** How often a replica looks for changes, milliseconds: they are in force within 1 s. */
export const refreshEveryMs = 250;

export interface KnownPolicy extends Policy {
  readonly name: string;
  /** By key, its own limits. */
  readonly overrides: ReadonlyMap<string, readonly Limit[]>;
}

type Book = Map<string, Policy & { name: string; overrides: Map<string, readonly Limit[]> }>;

export class PolicyBook {
  readonly #store: PolicyStore;
  #book: Book = new Map();
  #cursor: string | undefined;
  #refreshing: Promise<void> = Promise.resolve();
  /** A refresh that has not begun. */
  #next: Promise<void> | undefined;

  constructor(store: PolicyStore) {
    this.#store = store;
  }

  find(name: string): KnownPolicy | undefined {
    return this.#book.get(name);
  }

  /**
   * Takes over what has changed until now.
   *
   * @throws Refusal STORE_UNAVAILABLE; the known policies stay in force
   */
  refresh(): Promise<void> {
    // One that is under way may have read before the change that its caller wants to see.
    this.#next ??= this.#refreshing
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        this.#refreshing = this.#takeOver();
        return this.#refreshing;
      });
    return this.#next;
  }

  async #takeOver(): Promise<void> {
    const slice = new TimeSlice();
    for (let hasMore = true; hasMore;) {
      const changes = await this.#store.changesSince(this.#cursor);
      const book: Book = changes.isAll ? new Map() : this.#book;
      for (const entry of changes.entries) {
        if (slice.isOver) await slice.next();
        accept(book, entry);
      }
      this.#book = book;
      this.#cursor = changes.cursor;
      hasMore = changes.hasMore;
    }
  }
}

function accept(book: Book, entry: Entry): void {
  const { name } = entry;
  const known = book.get(name);
  if (entry.kind === 'removed') book.delete(name);
  else if (entry.kind === 'override') {
    // Without its policy it was removed since.
    if (entry.limits) known?.overrides.set(entry.key, entry.limits);
    else known?.overrides.delete(entry.key);
  } else if (entry.policy) {
    book.set(name, { ...entry.policy, name, overrides: known?.overrides ?? new Map() });
  }
}
