/** PostgreSQL: the pool and numbered migrations. */
import { readdirSync, readFileSync } from 'node:fs';
import postgres from 'postgres';
import { redactUrl, StartupError } from './env.ts';
import { storeUnavailable } from './problem.ts';

export type Postgres = postgres.Sql;

/**
 * Parameters that are arrays: `${names}::text[]`. Left to itself the driver asks the server for the
 * types on each new connection, and one that breaks meanwhile would end the process, for nobody
 * awaits that answer. Results that are arrays are left as text: yield JSON instead.
 */
const arrays = Object.fromEntries(
  // https://github.com/postgres/postgres/blob/REL_15_STABLE/src/include/catalog/pg_type.dat
  Object.entries({ int4: 1007, text: 1009, int8: 1016 }).map(([element, oid]) => [
    `${element} array`,
    { to: oid, from: [], serialize: arrayLiteral, parse: String },
  ]),
);

function arrayLiteral(items: readonly (string | number | null)[]): string {
  const element = (item: string | number | null) =>
    typeof item === 'string' ? `"${item.replaceAll(/["\\]/g, '\\$&')}"` : (item ?? 'NULL');
  return `{${items.map(element).join(',')}}`;
}

/**
 * Connects and brings the schema up to date.
 *
 * @param name the service; its version is kept under this name
 * @param folder holds `0001-name.sql`, `0002-…`, each applied once, in order; never edit one
 *   that shipped
 * @throws StartupError when nothing answers, or a newer version has migrated the database
 */
export async function openPostgres(url: string, name: string, folder: URL): Promise<Postgres> {
  if (!URL.canParse(url)) throw new StartupError('DATABASE_URL is not an address');
  const sql = connectPostgres(url);
  try {
    await migrate(sql, name, folder);
    return sql;
  } catch (error) {
    await sql.end({ timeout: 1 });
    if (error instanceof StartupError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`PostgreSQL at ${redactUrl(url)}: ${reason}; see DATABASE_URL`);
  }
}

/** The pool; it connects when the first query comes. */
export function connectPostgres(url: string): Postgres {
  return postgres(url, {
    max: connections,
    connect_timeout: 5,
    // Seconds. A server that is back should be found at once.
    backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 1),
    // What nobody waits for any more must not keep a connection, nor be done after all.
    connection: { statement_timeout: patience },
    onnotice: () => {},
    fetch_types: false,
    types: arrays,
  });
}

async function migrate(sql: Postgres, name: string, folder: URL): Promise<void> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  await sql.begin(async (tx) => {
    // Replicas start together: one migrates, the others wait and find the work done.
    await tx`SET LOCAL statement_timeout = 0`;
    await tx`SELECT pg_advisory_xact_lock(hashtext('hawker migrations'))`;
    await tx`CREATE TABLE IF NOT EXISTS hawker_schema (service text PRIMARY KEY, version int NOT NULL)`;
    const [row] = await tx<{ version: number }[]>`
      SELECT version FROM hawker_schema WHERE service = ${name}`;
    const version = row?.version ?? 0;
    if (version > files.length) {
      throw new StartupError(
        `the database has version ${version} of ${name}, but this program knows only ${files.length}; run a newer one`,
      );
    }
    for (const file of files.toSorted().slice(version)) {
      await tx.unsafe(readFileSync(new URL(file, folder), 'utf8'));
    }
    await tx`INSERT INTO hawker_schema VALUES (${name}, ${files.length})
      ON CONFLICT (service) DO UPDATE SET version = excluded.version`;
  });
}

const connections = 10;
/** How long an answer may take, milliseconds: a server that stalls is as good as away. */
const patience = 10_000;

/** The last query found nobody, or no answer. A process has one PostgreSQL. */
let away = false;
/** Queries without an answer. */
let waiting = 0;

/**
 * Awaits a query; a server that is away, or stalls, becomes a refusal (503). While it is known to be
 * away, no more queries are begun than there are connections to try: the others would queue behind.
 */
export async function query<T>(promise: PromiseLike<T>): Promise<T> {
  // The client begins a query when it is awaited; a transaction has begun.
  if (away && waiting >= connections && 'execute' in promise) throw storeUnavailable();
  const { promise: stalled, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(storeUnavailable()), patience);
  waiting++;
  try {
    const answer = await Promise.race([promise, stalled]);
    away = false;
    return answer;
  } catch (error) {
    away = isAway(error);
    throw away ? storeUnavailable() : error;
  } finally {
    waiting--;
    clearTimeout(timer);
  }
}

function isAway(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // Class 08 is connection trouble, 57014 a statement that took too long, 57P0x a server that stops
  // or starts (PostgreSQL, appendix A).
  return /^(STORE_UNAVAILABLE|ECONN|EPIPE|ETIMEDOUT|CONNECT|CONNECTION_|08|57014|57P0)/.test(code);
}
