/** PostgreSQL: the pool, transactions, and numbered migrations. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Client,
  DatabaseError,
  Pool,
  type ClientBase,
  type ClientConfig,
  type QueryResult,
} from 'pg';
import { redactUrl, StartupError } from './env.ts';
import { Listener, type Hearing } from './postgres-listener.ts';
import { Refusal, storeUnavailable } from './problem.ts';
import type { Sql } from './sql.ts';

/** What the pool and a transaction have in common. */
export interface Queries {
  /**
   * Yields the rows. A 64-bit integer, a count among them, comes as text.
   *
   * @throws Refusal 503 when the server is away, or takes more than 10 seconds
   */
  query<Row>(statement: Sql<Row>): Promise<Row[]>;

  /**
   * Yields how many rows the statement changed, or found.
   *
   * @throws Refusal 503 as above
   */
  execute(statement: Sql): Promise<number>;
}

/** How many queries a process has under way at once. */
const connections = 10;
/** How long to wait for a connection, new or free, milliseconds. */
const connectPatience = 5_000;
/** How long an answer may take, milliseconds: a server that stalls is as good as away. */
const patience = 10_000;

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
  try {
    await migrate(url, name, folder);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`PostgreSQL at ${redactUrl(url)}: ${reason}; see DATABASE_URL`);
  }
  return new Postgres(url, name);
}

/** A pool; it connects when the first query comes. */
export class Postgres implements Queries {
  readonly #settings: ClientConfig;
  readonly #pool: Pool;
  readonly #open = new Set<Client>();
  readonly #listeners: Listener[] = [];
  /** The last query found nobody, or no answer. */
  #away = false;
  /** Queries and transactions without an outcome. */
  #waiting = 0;
  #closed: Promise<void> | undefined;

  /** @param name shown by `pg_stat_activity` */
  constructor(url: string, name: string) {
    this.#settings = {
      ...settingsOf(url, name),
      query_timeout: patience,
      // What nobody waits for any more must not go on, nor be done after all.
      statement_timeout: patience,
    };
    this.#pool = new Pool({ ...this.#settings, max: connections, idleTimeoutMillis: 0 });
    // Of connections that break while nobody uses them: the next query has a new one.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => this.#open.add(client));
    this.#pool.on('remove', (client) => this.#open.delete(client));
  }

  async query<Row>(statement: Sql<Row>): Promise<Row[]> {
    const { rows } = await this.#attempt(() => send<Row>(this.#pool, statement));
    return rows;
  }

  async execute(statement: Sql): Promise<number> {
    const { rowCount } = await this.#attempt(() => send(this.#pool, statement));
    return rowCount ?? 0;
  }

  /**
   * Commits what `work` did, or nothing of it when it throws.
   *
   * @throws Refusal 503 as `query` does; then it is unknown whether the commit took place
   */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T> {
    return this.#attempt(async () => {
      const client = await this.#pool.connect().catch(refuseIfAway);
      // Each query tells that the connection broke.
      client.on('error', ignore);
      try {
        await client.query('BEGIN').catch(refuseIfAway);
        const result = await work({
          query: async <Row>(statement: Sql<Row>) => (await send<Row>(client, statement)).rows,
          execute: async (statement) => (await send(client, statement)).rowCount ?? 0,
        });
        const { command } = await client.query('COMMIT').catch(refuseIfAway);
        if (command !== 'COMMIT') throw new Error('a statement failed, and the work went on');
        client.release();
        return result;
      } catch (error) {
        // Without a rollback it may still hold locks: the connection ends then.
        await client.query('ROLLBACK').then(
          () => client.release(),
          () => client.release(true),
        );
        throw error;
      } finally {
        client.off('error', ignore);
      }
    });
  }

  /**
   * Hears what is notified on the channel until the pool closes, on a connection of its own.
   *
   * @throws Refusal 503 when the server is away now; when it is later, hearing resumes by itself
   */
  async listen(channel: string, hearing: Hearing): Promise<void> {
    const listener = new Listener(this.#settings, channel, hearing);
    this.#listeners.push(listener);
    await listener.start().catch(refuseIfAway);
  }

  /** Gives what is under way one second. */
  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => listener.close()));
    await Promise.race([this.#pool.end(), sleep(1_000, undefined, { ref: false })]);
    await Promise.all([...this.#open].map((client) => client.end()));
  }

  /**
   * While the server is known to be away, no more queries are begun than there are connections to
   * try: the others would queue behind them.
   */
  async #attempt<T>(work: () => Promise<T>): Promise<T> {
    if (this.#away && this.#waiting >= connections) throw storeUnavailable();
    this.#waiting++;
    try {
      const result = await work();
      this.#away = false;
      return result;
    } catch (error) {
      this.#away = error instanceof Refusal && error.code === 'STORE_UNAVAILABLE';
      throw error;
    } finally {
      this.#waiting--;
    }
  }
}

/** Statements are parsed once on each connection, under a name that their text has here. */
const names = new Map<string, string>();

async function send<Row>(client: Pool | ClientBase, statement: Sql<Row>): Promise<QueryResult> {
  const { text, values } = statement.compose();
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `statement ${names.size}`));
  return client.query({ name, text, values }).catch(refuseIfAway);
}

function refuseIfAway(error: unknown): never {
  throw isAway(error) ? storeUnavailable(error) : error;
}

/** What the driver throws by itself is trouble with the connection. */
function isAway(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true;
  // A newer replica has changed a table that a statement of this connection was planned for; the
  // pool drops the connection.
  if (error.routine === 'RevalidateCachedQuery') return true;
  // 08 is connection trouble, 28 and 3D a refusal to let in, 53300 too many connections, 57014 a
  // statement that took too long, 57P0x a server that stops or starts (PostgreSQL, appendix A).
  return /^(08|28|3D|53300|57014|57P0)/.test(error.code ?? '');
}

function settingsOf(url: string, name: string): ClientConfig {
  const address = new URL(url);
  // `sslmode` means what it means to psql.
  if (!address.searchParams.has('uselibpqcompat')) {
    address.searchParams.set('uselibpqcompat', 'true');
  }
  return {
    connectionString: address.href,
    application_name: `hawker ${name}`,
    connectionTimeoutMillis: connectPatience,
    // A peer that vanished without a word is noticed.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/** On a connection of its own: what migrates may take its time. */
async function migrate(url: string, name: string, folder: URL): Promise<void> {
  const client = new Client(settingsOf(url, name));
  // Each query tells that the connection broke.
  client.on('error', ignore);
  try {
    await client.connect();
    await client.query('BEGIN');
    await applyNew(client, name, folder);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

async function applyNew(client: Client, name: string, folder: URL): Promise<void> {
  // Replicas start together: one migrates, the others wait and find the work done.
  await client.query(`SELECT pg_advisory_xact_lock(hashtext('hawker migrations'))`);
  await client.query(`
    CREATE TABLE IF NOT EXISTS hawker_schema (service text PRIMARY KEY, version int NOT NULL)`);
  const { rows } = await client.query<{ version: number }>(
    'SELECT version FROM hawker_schema WHERE service = $1',
    [name],
  );
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  const version = rows[0]?.version ?? 0;
  if (version > files.length) {
    throw new StartupError(
      `the database has version ${version} of ${name}, but this program knows only ${files.length}; run a newer one`,
    );
  }
  for (const file of files.toSorted().slice(version)) {
    await client.query(readFileSync(new URL(file, folder), 'utf8'));
  }
  await client.query(
    `INSERT INTO hawker_schema VALUES ($1, $2)
    ON CONFLICT (service) DO UPDATE SET version = excluded.version`,
    [name, files.length],
  );
}

function ignore(): void {}
