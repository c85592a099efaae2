/** PostgreSQL: the pool, transactions, numbered migrations and functions. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Pool,
  type Client,
  type ClientBase,
  type ClientConfig,
  type PoolClient,
  type QueryResult,
} from 'pg';
import { addressProblem, postgresAddress, redactUrl } from '../base/address-form.ts';
import { StartupError } from '../base/startup-error.ts';
import { Availability, answerTimeoutMs, slowLimitMs } from './availability.ts';
import { isLost, refuseIfAway } from './postgres/errors.ts';
import { cut, endSoon, Listener, type NotifyHandler } from './postgres/listener.ts';
import { migrate } from './postgres/migrations.ts';
import { probe } from './postgres/probe.ts';
import { settingsOf } from './postgres/settings.ts';
import { storeStep } from './store-steps.ts';
import { Refusal } from '../base/refusal.ts';
import { sql, type Sql } from './sql.ts';
import type { Store } from './store.ts';

/** What the pool and a transaction have in common. */
export interface Queries {
  /**
   * Yields the rows. A 64-bit integer, a count among them, comes as a number.
   *
   * @throws Refusal 503 when the server is away, or takes more than 2.5 s; then it is unknown whether
   *   the statement took effect. 507 when its disk is full; then it took none
   */
  query<Row>(statement: Sql<Row>): Promise<Row[]>;

  /**
   * Yields how many rows the statement changed, or found.
   *
   * @throws Refusal 503 and 507 as above
   */
  execute(statement: Sql): Promise<number>;
}

/** How many queries a process has under way at once. */
const connections = 10;

/**
 * Connects and brings the schema up to date.
 *
 * @param name the service; its version is kept under this name
 * @param folder holds `0001-name.sql`, `0002-…`, each applied once, in order; never edit one
 *   that shipped. Its `functions/*.sql`, if there are any, hold the functions as they are now, each to be
 *   created or replaced. After the migrations, the files that have changed are applied, in the order of
 *   their names; an older replica that runs on calls the new ones: see docs/adr/0055
 * @throws StartupError when nothing answers, the server cannot keep what services promise (see
 *   postgres/start.ts), or a newer version has migrated the database
 */
export async function openPostgres(url: string, name: string, folder: URL): Promise<Postgres> {
  const problem = addressProblem(postgresAddress, url);
  if (problem !== undefined) throw new StartupError(`the address of PostgreSQL ${problem}`);
  try {
    await migrate(settingsOf(url, name), name, folder);
    return new Postgres(url, name);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`PostgreSQL at ${redactUrl(url)}: ${reason}; see DATABASE_URL`);
  }
}

/** A pool; it connects when the first query comes. */
export class Postgres implements Queries, Store {
  readonly description = 'postgres';
  readonly #settings: ClientConfig;
  readonly #pool: Pool;
  readonly #open = new Set<Client>();
  readonly #listeners: Listener[] = [];
  readonly #availability: Availability;
  #closed: Promise<void> | undefined;

  /** @param name shown by `pg_stat_activity` */
  constructor(url: string, name: string) {
    this.#settings = settingsOf(url, name);
    this.#availability = new Availability({
      probe: (signal) => probe(this.#settings, signal),
      isLost: (error) =>
        error instanceof Refusal && error.cause !== undefined && isLost(error.cause),
      // Idle connections as well: when another machine takes over, nobody answers on them.
      wentAway: () => this.#open.forEach((client) => cut(client, 'the server went away')),
    });
    // Idle connections end after the pool's 10 s: the server may not have many.
    this.#pool = new Pool({
      ...this.#settings,
      connectionTimeoutMillis: answerTimeoutMs,
      max: connections,
    });
    // An idle connection broke: the next query opens a new one.
    this.#pool.on('error', ignore);
    this.#pool.on('connect', (client) => {
      this.#open.add(client);
      // The pool stops listening for errors when it hands the client out. The server's last message
      // may come in the same packet as the reply that freed the client: before a caller can listen.
      client.on('error', ignore);
    });
    this.#pool.on('remove', (client) => this.#open.delete(client));
  }

  async query<Row>(statement: Sql<Row>): Promise<Row[]> {
    const { rows } = await this.#send(statement);
    return rows;
  }

  async execute(statement: Sql): Promise<number> {
    const { rowCount } = await this.#send(statement);
    return rowCount ?? 0;
  }

  #send<Row>(statement: Sql<Row>): Promise<QueryResult> {
    const step = { system: 'postgresql', name: kindOf(statement) } as const;
    return storeStep(step, () => this.#lend((client) => send(client, statement)));
  }

  /** @throws Refusal 503 when the server is away */
  async ready(): Promise<void> {
    await this.execute(sql`SELECT 1`);
  }

  /**
   * Runs statements that may take longer than others, each in a transaction of its own. A server that is
   * away is noticed as soon as by any other statement.
   *
   * @param limitMs how long one may take, milliseconds
   */
  within(limitMs = slowLimitMs): Queries {
    return {
      query: (statement) => this.transaction((tx) => tx.query(statement), limitMs),
      execute: (statement) => this.transaction((tx) => tx.execute(statement), limitMs),
    };
  }

  /**
   * Commits what `work` did, or nothing of it when it throws.
   *
   * @param limitMs how long it may take, the wait for a connection included, milliseconds
   * @throws Refusal 503 as `query` does; then it is unknown whether the commit took place
   */
  transaction<T>(work: (tx: Queries) => Promise<T>, limitMs = answerTimeoutMs): Promise<T> {
    const begin =
      limitMs === answerTimeoutMs ? 'BEGIN' : `BEGIN; SET LOCAL statement_timeout = ${limitMs}`;
    const step = { system: 'postgresql', name: 'transaction' } as const;
    const steps = async (client: PoolClient) => {
      let isOver = false;
      const ask = async <Row>(statement: Sql<Row>) => {
        // The connection may be in another transaction by now.
        if (isOver) throw new Error('the transaction is over');
        return send<Row>(client, statement);
      };
      try {
        await client.query(begin).catch(refuseIfAway);
        const result = await work({
          query: async <Row>(statement: Sql<Row>) => (await ask<Row>(statement)).rows,
          execute: async (statement) => (await ask(statement)).rowCount ?? 0,
        });
        isOver = true;
        const { command } = await client.query('COMMIT').catch(refuseIfAway);
        if (command !== 'COMMIT') throw new Error('a statement failed, and the work went on');
        return result;
      } finally {
        isOver = true;
      }
    };
    return storeStep(step, () => this.#lend(steps, limitMs));
  }

  /**
   * Listens to the notifications of one deployment on a channel, on a connection of its own, until
   * the pool closes. What is notified is `<deployment> <payload>`.
   *
   * @throws Refusal 503 when the server is away now; when it is later, listening resumes by itself
   */
  async listenTo(channel: string, deployment: string, handler: NotifyHandler): Promise<void> {
    const prefix = `${deployment} `;
    const listener = new Listener(this.#settings, channel, {
      notified: (text) => {
        if (text.startsWith(prefix)) handler.notified(text.slice(prefix.length));
      },
      resumed: () => handler.resumed(),
    });
    this.#listeners.push(listener);
    await listener.start().catch(refuseIfAway);
  }

  /** Waits up to one second for what is under way. */
  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#availability.close();
    await Promise.all(this.#listeners.map((listener) => listener.close()));
    await Promise.race([this.#pool.end(), sleep(1_000, undefined, { ref: false })]);
    await Promise.all([...this.#open].map(endSoon));
  }

  /**
   * Lends a connection. It ends when the work fails, or is given up: then the server rolls back, and
   * a broken connection is not used again.
   */
  #lend<T>(work: (client: PoolClient) => Promise<T>, limitMs = answerTimeoutMs): Promise<T> {
    return this.#availability.attempt(async (signal) => {
      const client = await this.#pool.connect().catch(refuseIfAway);
      const end = () => cut(client, 'given up');
      try {
        signal.throwIfAborted();
        signal.addEventListener('abort', end);
        const result = await work(client);
        client.release();
        return result;
      } catch (error) {
        client.release(true);
        throw error;
      } finally {
        signal.removeEventListener('abort', end);
      }
    }, limitMs);
  }
}

/**
 * Names of prepared statements, by text: each connection parses a statement once. A name is the
 * hash of its text, so it means the same in all processes that share connections behind a pooler.
 */
const names = new Map<string, string>();

async function send<Row>(client: ClientBase, statement: Sql<Row>): Promise<QueryResult> {
  const { text, values } = statement;
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('hex');
    names.set(text, name);
  }
  return client.query({ name, text, values }).catch(refuseIfAway);
}

/** `SELECT`, `INSERT` … */
const kindOf = ({ text }: Sql): string => /\w+/.exec(text)?.[0].toUpperCase() ?? 'statement';

function ignore(): void {}
