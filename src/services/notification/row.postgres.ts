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

export const read = (row: Stored) => noteOf({ ...row, n: Number(row.n) });
