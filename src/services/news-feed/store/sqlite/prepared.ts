import type { Sqlite } from '#kit/stores/sqlite.ts';

export interface Account {
  readonly n: number;
  readonly followers: number;
}

/** The statements that the units of work have in common. */
export interface Prepared {
  readonly db: Sqlite;
  readonly account: (id: string) => Account | undefined;
  /** The number of the last change. */
  readonly lastChange: () => number;
}
