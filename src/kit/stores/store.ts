/** What every store shows to the host, whatever engine is behind it. */
export interface Store {
  /** The name on the start-up line: `sqlite ./data/chat.db`, `redis`, `postgres`. */
  readonly description: string;
  /** Resolves when the store answers; rejects with what is wrong. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Why a store of its own cannot do its work; the log shows each store's failure at most every 10 s. */
export class StoreFailure extends Error {
  /** Which one: the path of its file. */
  readonly store: string;

  constructor(store: string, cause: unknown) {
    super(`${store}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.store = store;
  }
}

/** The three members of a store, to be spread into a port that is built upon it. */
export function lifecycleOf(store: Store): Store {
  return {
    description: store.description,
    ready: () => store.ready(),
    close: () => store.close(),
  };
}
