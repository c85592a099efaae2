/** What every store shows to the host, whatever engine is behind it. */
export interface Store {
  /** For the start-up line: `sqlite ./data/chat.db`, `redis`, `postgres`. */
  readonly description: string;
  /** Resolves when the store answers; rejects with what is wrong. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** The three members of a store, to be spread into a port that is built upon it. */
export function lifecycleOf(store: Store): Store {
  return {
    description: store.description,
    ready: () => store.ready(),
    close: () => store.close(),
  };
}
