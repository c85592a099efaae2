import type { Postgres } from '#kit/postgres.ts';
import { noteOf, type Row } from './row.ts';

/** A row as PostgreSQL gives it: a bigint comes as text. */
export type Stored = Omit<Row, 'n'> & { readonly n: string };

const names = [
  'n',
  'user_id',
  'channel',
  'title',
  'body',
  'state',
  'recipient',
  'error',
  'attempts',
];

/** What to select or return. */
export const columns = (sql: Postgres, table = '') =>
  sql.unsafe(names.map((name) => table + name).join(', '));

/** What turns an instant of the caller's clock, where it is `now`, into one of `due_at`. */
export type Shift = (now: number) => Fragment;
export type Fragment = ReturnType<Postgres>;

/** Claims and pauses last by the clock of the database: those of replicas may differ. */
export const toDatabaseClock =
  (sql: Postgres): Shift =>
  (now) =>
    sql`((extract(epoch FROM now()) * 1000)::bigint - ${now}::bigint)`;

export const read = (row: Stored) => noteOf({ ...row, n: Number(row.n) });
