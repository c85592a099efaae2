import { sql, type Sql } from '#kit/sql.ts';
import { columnNames, noteOf, type Row } from './row.ts';

/** A row as PostgreSQL gives it: a bigint comes as text. */
export type Stored = Omit<Row, 'n'> & { readonly n: string };

/** What to select or return. */
export const columns = (table = '') => sql.raw(columnNames.map((name) => table + name).join(', '));

/** What turns an instant of the caller's clock, where it is `now`, into one of `due_at`. */
export type Shift = (now: number) => Sql;

/** Claims and pauses last by the clock of the database: those of replicas may differ. */
export const toDatabaseClock: Shift = (now) =>
  sql`((extract(epoch FROM now()) * 1000)::bigint - ${now}::bigint)`;

export const read = (row: Stored) => noteOf({ ...row, n: Number(row.n) });
