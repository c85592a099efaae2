/** What a service says of its tables in PostgreSQL. */
import type { Client } from 'pg';
import type { Entry, Filling, Row, Value } from '../movable-store.ts';
import type { SqliteTable } from '../sqlite/tables.ts';

export interface PostgresTable extends SqliteTable {
  /** Columns that have another name here. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** Which rows are ours, `$1` being the deployment; needed where no column says it. */
  readonly ours?: string;
  /** Columns of this store alone: their values, made of the row. */
  readonly more?: (row: Row) => Record<string, Value> | Promise<Record<string, Value>>;
  /** Whether numbers are handed out by the column of this name, and never used again. */
  readonly numbered?: string;
}

export interface PostgresPlan {
  readonly url: string;
  /** The service: its schema is named after it. */
  readonly service: string;
  /** Undefined: the service is alone in its schema. */
  readonly deployment: string | undefined;
  readonly migrations: URL;
  /** Those of the embedded store, whose columns are the format. */
  readonly embedded: URL;
  /** A table comes after those that it refers to. */
  readonly tables: readonly PostgresTable[];
  /** Makes what is derived, when all rows are there; `$1` is the deployment. */
  readonly derive?: readonly string[];
  /** Where numbers come from that are handed out by no column. */
  readonly sequences?: readonly Sequence[];
  readonly beside?: BesidePostgres;
}

/** Numbers of a table of the embedded store that are never used again. */
export interface Sequence {
  readonly table: string;
  /** Yields `seq`; `$1` is the deployment. */
  readonly select: string;
  /** `$1` is the deployment, `$2` the last number. */
  readonly set: string;
}

interface BesidePostgres {
  readonly tables: readonly string[];
  readonly read: (client: Client) => AsyncGenerator<Entry>;
  readonly begin: () => Promise<Filling>;
}

export const schemaOf = ({ service }: PostgresPlan) => service.replaceAll('-', '_');
