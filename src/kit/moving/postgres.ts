/** Exports the rows of PostgreSQL as those of the embedded store, and imports them. */
import { Client } from 'pg';
import { redactUrl } from '../base/address-form.ts';
import { StartupError } from '../base/startup-error.ts';
import { migrationsAfter } from '../stores/migrations.ts';
import { migrate } from '../stores/postgres/migrations.ts';
import { settingsOf } from '../stores/postgres/settings.ts';
import type { Entry, Filling, MovableStore } from './movable-store.ts';
import { Numbers } from './postgres/numbers.ts';
import type { PostgresPlan } from './postgres/plan.ts';
import { tablesOf, type Table } from './postgres/table.ts';
import { sequences } from './sqlite/tables.ts';

/** All rows are imported by one transaction: what is broken off leaves nothing. */
export function postgresMovable(plan: PostgresPlan): MovableStore {
  const open = () => connect(plan);
  const tables = plan.tables.map(({ name }) => name);
  return {
    description: 'postgres',
    tables: [...tables, sequences, ...(plan.beside?.tables ?? [])],
    async *read() {
      const client = await open();
      try {
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        await expectVersion(client, plan);
        const numbers = new Numbers(client, plan);
        yield* numbers.read();
        for (const table of tablesOf(client, plan)) yield* table.read();
        if (plan.beside) yield* plan.beside.read(client);
      } finally {
        await client.end();
      }
    },
    async take(token) {
      const client = await open();
      try {
        await lock(client, plan);
      } catch (error) {
        await client.end();
        throw error;
      }
      return {
        // What is broken off leaves nothing here, unless the other place was not finished after it.
        brokenOff: [],
        async clear(brokenOff) {
          const origin = await originOf(client, plan);
          if (origin === undefined || !brokenOff.includes(origin)) return;
          await client.query('BEGIN');
          for (const table of (await existing(client, plan)).toReversed()) await table.clear();
          await client.query('COMMIT');
        },
        async begin() {
          // First: a database in use is not brought up to date by an import that it refuses.
          for (const table of await existing(client, plan)) await table.expectEmpty();
          await migrate(settingsOf(plan.url, plan.service), plan.service, plan.migrations);
          const beside = await plan.beside?.begin();
          await client.query('BEGIN');
          await keepOrigin(client, plan, token);
          return new PostgresFilling(client, plan, tablesOf(client, plan), beside);
        },
        release: () => client.end(),
      };
    },
  };
}

/** @throws StartupError when another import has it; the lock ends with the connection */
async function lock(client: Client, { service, deployment = '' }: PostgresPlan): Promise<void> {
  const { rows } = await client.query(
    `SELECT pg_try_advisory_lock(hashtext('hawker import'), hashtext($1)) AS is_ours`,
    [`${service} ${deployment}`],
  );
  if (rows[0].is_ours) return;
  throw new StartupError(`another import of ${service} into the database is under way`);
}

/** The import that has put the rows there; undefined when it was none. */
async function originOf(client: Client, plan: PostgresPlan): Promise<string | undefined> {
  if (!(await hasTable(client, 'hawker_imports'))) return undefined;
  const { service, deployment = '' } = plan;
  const { rows } = await client.query(
    'SELECT token FROM hawker_imports WHERE service = $1 AND deployment = $2',
    [service, deployment],
  );
  return rows[0]?.token;
}

async function keepOrigin(client: Client, plan: PostgresPlan, token: string): Promise<void> {
  const { service, deployment = '' } = plan;
  await client.query(`
    CREATE TABLE IF NOT EXISTS hawker_imports (
      service text, deployment text, token text NOT NULL, PRIMARY KEY (service, deployment))`);
  await client.query(
    `INSERT INTO hawker_imports VALUES ($1, $2, $3)
    ON CONFLICT (service, deployment) DO UPDATE SET token = excluded.token`,
    [service, deployment, token],
  );
}

/** Those of the tables that are there: a new database has none. */
async function existing(client: Client, plan: PostgresPlan): Promise<Table[]> {
  const found: Table[] = [];
  for (const table of tablesOf(client, plan)) {
    if (await hasTable(client, table.name)) found.push(table);
  }
  return found;
}

async function connect(plan: PostgresPlan): Promise<Client> {
  const client = new Client({ ...settingsOf(plan.url, plan.service), statement_timeout: 0 });
  // Queries reject when the connection breaks.
  client.on('error', () => {});
  await client.connect().catch((error: unknown) => unreachable(plan, error));
  return client;
}

function unreachable({ url }: PostgresPlan, error: unknown): never {
  if (error instanceof StartupError) throw error;
  const reason = error instanceof Error ? error.message : String(error);
  throw new StartupError(`PostgreSQL at ${redactUrl(url)}: ${reason}; see DATABASE_URL`);
}

async function hasTable(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query('SELECT to_regclass($1) AS it', [name]);
  return rows[0].it !== null;
}

/** Undefined: the database has nothing of the service. */
async function versionOf(client: Client, service: string): Promise<number | undefined> {
  if (!(await hasTable(client, 'hawker_schema'))) return undefined;
  const { rows } = await client.query('SELECT version FROM hawker_schema WHERE service = $1', [
    service,
  ]);
  return rows[0]?.version;
}

async function expectVersion(client: Client, { service, migrations }: PostgresPlan): Promise<void> {
  const version = await versionOf(client, service);
  if (version === undefined) throw new StartupError(`the database holds nothing of ${service}`);
  if (migrationsAfter(version, migrations, `the database of ${service}`).length > 0) {
    throw new StartupError(
      `the database of ${service} is of an older version: start this one once, and stop it`,
    );
  }
}

class PostgresFilling implements Filling {
  readonly #client: Client;
  readonly #plan: PostgresPlan;
  readonly #tables: readonly Table[];
  readonly #numbers: Numbers;
  readonly #beside: Filling | undefined;

  constructor(client: Client, plan: PostgresPlan, tables: readonly Table[], beside?: Filling) {
    this.#client = client;
    this.#plan = plan;
    this.#tables = tables;
    this.#numbers = new Numbers(client, plan);
    this.#beside = beside;
  }

  async write(entries: readonly Entry[]): Promise<void> {
    for (const [name, own] of Map.groupBy(entries, ({ table }) => table)) {
      const table = this.#tables.find(({ plan }) => plan.name === name);
      const rows = own.map(({ row }) => row);
      if (table) await table.write(rows).catch(explain);
      else if (name === sequences) for (const row of rows) await this.#numbers.write(row);
      else await this.#beside!.write(own);
    }
  }

  async finish(): Promise<void> {
    const { derive = [], deployment } = this.#plan;
    for (const text of derive) {
      await this.#client.query(text, text.includes('$1') ? [deployment] : []);
    }
    await this.#numbers.finish();
    await this.#beside?.finish();
    await this.#client.query('COMMIT');
  }

  async abandon(): Promise<void> {
    await this.#client.query('ROLLBACK').catch(() => {});
    await this.#beside?.abandon();
  }
}

/** @throws StartupError when another deployment has the same numbers */
function explain(error: unknown): never {
  const { code, detail } = error as { code?: string; detail?: string };
  if (code !== '23505') throw error;
  throw new StartupError(
    `the database has such a row already, perhaps of another deployment: ${detail}; import into a database of its own`,
  );
}
