/** Where a service keeps what it has, as `hawker export` reads it and `hawker import` fills it. */

/** A value of a row. Bytes are base64; an integer beyond 2^53 is its digits. */
export type Value = string | number | null;

/** A row of the embedded store, whatever store it comes from: by the names of its columns. */
export type Row = Readonly<Record<string, Value>>;

/** One line of an export. */
export interface Entry {
  /** A table of the embedded store. */
  readonly table: string;
  readonly row: Row;
}

/** One store of a service. A service has one or two. */
export interface MovableStore {
  /** The name that messages use: a file, `redis`, `postgres`. */
  readonly description: string;
  /** What it keeps. Together the stores of a service keep all tables of its embedded store. */
  readonly tables: readonly string[];
  /**
   * Checks a row whose values become more than values: paths, for example.
   *
   * @throws RowError
   */
  readonly check?: (entry: Entry) => void;
  /**
   * Everything that is there, as of one instant.
   *
   * @throws StartupError when it is not there, in use, or of another version
   */
  read(): AsyncGenerator<Entry>;
  /**
   * Takes it for one import.
   *
   * @param token of the import, unlike that of any other
   * @throws StartupError when a process uses it, or another import is under way
   */
  take(token: string): Promise<Taken>;
}

/** A store that nobody else fills at the same time. */
export interface Taken {
  /** Tokens of imports that were broken off, as far as it is seen here. */
  readonly brokenOff: readonly string[];
  /** Removes all that is there, if one of these imports has put it there. */
  clear(brokenOff: readonly string[]): Promise<void>;
  /**
   * Begins the import. From here on, until the end, a start refuses the store, or finds it empty.
   *
   * @throws StartupError when something is there; nothing has changed then
   */
  begin(): Promise<Filling>;
  /** Lets go of it, whatever became of the import. */
  release(): Promise<void>;
}

/** An import that is under way. */
export interface Filling {
  /** @throws Error saying what is wrong with the rows */
  write(entries: readonly Entry[]): Promise<void>;
  /** Makes it durable; derived rows are made here. The store is not marked as half filled any more. */
  finish(): Promise<void>;
  /** Takes everything back. */
  abandon(): Promise<void>;
}

/** An error of a row: the person who imports it is told the line. */
export class RowError extends Error {}
