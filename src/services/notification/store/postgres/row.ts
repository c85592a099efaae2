import { sql, type Sql } from '#kit/stores/sql.ts';
import { columnNames } from '../row.ts';

/** What to select or return. */
export const columns = (table = '') => sql.raw(columnNames.map((name) => table + name).join(', '));

/** Yields the offset from the caller's clock, which shows `now`, to the clock of `due_at`. */
export type ClockOffset = (now: number) => Sql;

/** Claims and pauses last by the clock of the database: those of replicas may differ. */
export const toDatabaseClock: ClockOffset = (now) =>
  sql`((extract(epoch FROM now()) * 1000)::bigint - ${now}::bigint)`;
