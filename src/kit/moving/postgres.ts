/** Exports the rows of PostgreSQL as those of the embedded store, and imports them. */
import { Client } from 'pg';
import { redactUrl, StartupError } from '../host/env.ts';
import { migrationsAfter } from '../stores/migrations.ts';
import { migrate } from '../stores/postgres/migrations.ts';
import { settingsOf } from '../stores/postgres/settings.ts';
import { RowError, type Entry, type Filling, type Place, type Row, type Value } from './place.ts';
import { embeddedColumns, expectColumns, type SqliteTable } from './sqlite.ts';

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

export interface BesidePostgres {
  readonly tables: readonly string[];
  readonly read: (client: Client) => AsyncGenerator<Entry>;
  readonly begin: () => Promise<Filling>;
}

const fetched = 500;
const sequences = 'sqlite_sequence';

/** All rows are imported by one transaction: what is broken off leaves nothing. */
export function postgresPlace(plan: PostgresPlan): Place {
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
    isHalfFilled: async () => false,
    async clear() {
      const client = await open();
      try {
        await client.query('BEGIN');
        for (const table of tablesOf(client, plan).toReversed()) await table.clear();
        await client.query('COMMIT');
      } finally {
        await client.end();
      }
    },
    async begin() {
      await migrate(settingsOf(plan.url, plan.service), plan.service, plan.migrations).catch(
        (error: unknown) => unreachable(plan, error),
      );
      const client = await open();
      try {
        await client.query('BEGIN');
        const filled = tablesOf(client, plan);
        for (const table of filled) await table.expectEmpty();
        return new PostgresFilling(client, plan, filled, await plan.beside?.begin());
      } catch (error) {
        await client.end();
        throw error;
      }
    },
  };
}

function tablesOf(client: Client, plan: PostgresPlan): Table[] {
  const columns = embeddedColumns(plan.embedded, plan.tables);
  return plan.tables.map((table) => new Table(client, plan, table, columns.get(table.name)!));
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

async function expectVersion(client: Client, { service, migrations }: PostgresPlan): Promise<void> {
  const found = await client.query(`SELECT to_regclass('hawker_schema') AS it`);
  const versions =
    found.rows[0].it === null
      ? []
      : (await client.query('SELECT version FROM hawker_schema WHERE service = $1', [service]))
          .rows;
  const version: number | undefined = versions[0]?.version;
  if (version === undefined) throw new StartupError(`the database holds nothing of ${service}`);
  if (migrationsAfter(version, migrations, `the database of ${service}`).length > 0) {
    throw new StartupError(
      `the database of ${service} is of an older version: start this one once, and stop it`,
    );
  }
}

const schemaOf = ({ service }: PostgresPlan) => service.replaceAll('-', '_');

interface Column {
  /** Here. */
  readonly name: string;
  /** Of PostgreSQL: `int8`, `_text`. */
  readonly type: string;
}

class Table {
  readonly #client: Client;
  readonly #plan: PostgresPlan;
  readonly plan: PostgresTable;
  readonly name: string;
  readonly #moving: readonly string[];
  #columns: Map<string, string> | undefined;

  /** @param moving columns of the embedded store that move */
  constructor(client: Client, plan: PostgresPlan, table: PostgresTable, moving: readonly string[]) {
    this.#client = client;
    this.#moving = moving;
    this.#plan = plan;
    this.plan = table;
    this.name = `${schemaOf(plan)}.${table.name}`;
  }

  get #args(): string[] {
    const { deployment } = this.#plan;
    return deployment === undefined ? [] : [deployment];
  }

  get #ours(): string {
    if (this.#plan.deployment === undefined) return 'true';
    return this.plan.ours ?? 'deployment = $1';
  }

  /** The type of each column. */
  async #types(): Promise<Map<string, string>> {
    if (this.#columns) return this.#columns;
    const { rows } = await this.#client.query<Column>(
      `SELECT column_name AS name, udt_name AS type FROM information_schema.columns
       WHERE table_schema = $1 AND table_name = $2`,
      [schemaOf(this.#plan), this.plan.name],
    );
    return (this.#columns = new Map(rows.map(({ name, type }) => [name, type])));
  }

  #here(column: string): string {
    return this.plan.renamed?.[column] ?? column;
  }

  async *read(): AsyncGenerator<Entry> {
    const types = await this.#types();
    const list = this.#moving.map((column) => {
      const here = this.#here(column);
      return `${exported(`"${here}"`, types.get(here)!)} AS "${column}"`;
    });
    await this.#client.query(
      `DECLARE moving CURSOR FOR SELECT ${list.join(', ')} FROM ${this.name} WHERE ${this.#ours}`,
      this.#args,
    );
    const json = this.#moving.filter((column) => types.get(this.#here(column)) === 'jsonb');
    for (;;) {
      const { rows } = await this.#client.query<Row>(`FETCH ${fetched} FROM moving`);
      for (const row of rows) yield { table: this.plan.name, row: withPlainJson(row, json) };
      if (rows.length < fetched) break;
    }
    await this.#client.query('CLOSE moving');
  }

  /** @throws StartupError when something is there */
  async expectEmpty(): Promise<void> {
    const { rows } = await this.#client.query(
      `SELECT 1 FROM ${this.name} WHERE ${this.#ours} LIMIT 1`,
      this.#args,
    );
    if (rows.length === 0) return;
    const { deployment } = this.#plan;
    const whose = deployment === undefined ? '' : ` of deployment "${deployment}"`;
    throw new StartupError(`the database is not empty: ${this.name} has rows${whose}`);
  }

  async clear(): Promise<void> {
    await this.#client.query(`DELETE FROM ${this.name} WHERE ${this.#ours}`, this.#args);
  }

  async write(rows: readonly Row[]): Promise<void> {
    const types = await this.#types();
    const made: Record<string, Value>[] = [];
    for (const row of rows) {
      expectColumns(this.plan.name, this.#moving, row);
      const here = Object.entries(row).map(([name, value]) => [this.#here(name), value]);
      const more = await this.plan.more?.(row);
      made.push({ ...(Object.fromEntries(here) as Row), ...more });
    }
    const columns = Object.keys(made[0]!);
    const hasDeployment = types.has('deployment');
    const names = [...columns, ...(hasDeployment ? ['deployment'] : [])].map((name) => `"${name}"`);
    const values = columns.map((name) => imported(`r."${name}"`, types.get(name)!));
    const shape = columns.map((name) => `"${name}" ${carrier(types.get(name)!)}`);
    const args: unknown[] = [JSON.stringify(made)];
    if (hasDeployment) {
      values.push('$2');
      args.push(this.#plan.deployment);
    }
    await this.#client.query(
      `INSERT INTO ${this.name} (${names.join(', ')}) OVERRIDING SYSTEM VALUE
       SELECT ${values.join(', ')} FROM json_to_recordset($1::json) AS r (${shape.join(', ')})`,
      args,
    );
  }
}

/** Of `jsonb`, as the embedded store writes it: without blanks. */
function withPlainJson(row: Row, columns: readonly string[]): Row {
  if (columns.length === 0) return row;
  const plain = columns.map((name) => [name, JSON.stringify(JSON.parse(String(row[name])))]);
  return { ...row, ...(Object.fromEntries(plain) as Row) };
}

/** A value of this type, as the embedded store has it. */
function exported(column: string, type: string): string {
  switch (type) {
    case 'bool':
      return `${column}::int`;
    case 'jsonb':
      return `${column}::text`;
    case '_text':
      return `to_jsonb(${column})::text`;
    case 'bytea':
      return `translate(encode(${column}, 'base64'), E'\\n', '')`;
    default:
      return column;
  }
}

/** The type in which a value comes out of JSON. */
function carrier(type: string): string {
  if (type === 'bool') return 'int';
  return ['jsonb', '_text', 'bytea', 'box'].includes(type) ? 'text' : type;
}

function imported(value: string, type: string): string {
  switch (type) {
    case 'bool':
    case 'jsonb':
    case 'box':
      return `${value}::${type}`;
    case '_text':
      return `CASE WHEN ${value} IS NOT NULL THEN ARRAY(SELECT json_array_elements_text(${value}::json)) END`;
    case 'bytea':
      return `decode(${value}, 'base64')`;
    default:
      return value;
  }
}

/** The last numbers that were handed out. */
class Numbers {
  readonly #client: Client;
  readonly #plan: PostgresPlan;

  constructor(client: Client, plan: PostgresPlan) {
    this.#client = client;
    this.#plan = plan;
  }

  async *read(): AsyncGenerator<Entry> {
    const { tables, sequences: own = [], deployment } = this.#plan;
    for (const { name, numbered } of tables) {
      if (numbered === undefined) continue;
      const { rows } = await this.#client.query<{ last: number; is_called: boolean }>(
        `SELECT last_value AS last, is_called FROM ${await this.#sequenceOf(name, numbered)}`,
      );
      if (rows[0]!.is_called) yield { table: sequences, row: { name, seq: rows[0]!.last } };
    }
    for (const { table, select } of own) {
      const { rows } = await this.#client.query<{ seq: number }>(select, [deployment]);
      if (rows[0]) yield { table: sequences, row: { name: table, seq: rows[0].seq } };
    }
  }

  async write({ name, seq }: Row): Promise<void> {
    const own = this.#plan.sequences?.find(({ table }) => table === name);
    if (own) return void (await this.#client.query(own.set, [this.#plan.deployment, seq]));
    const table = this.#plan.tables.find((one) => one.name === name && one.numbered !== undefined);
    if (table === undefined) throw new RowError(`${name} hands out no numbers`);
    // Deployments may share it.
    const sequence = await this.#sequenceOf(table.name, table.numbered!);
    await this.#client.query(
      `SELECT setval('${sequence}', greatest($1::bigint, last_value)) FROM ${sequence}`,
      [seq],
    );
  }

  /** Numbers go on behind the greatest one that is there. */
  async finish(): Promise<void> {
    for (const { name, numbered } of this.#plan.tables) {
      if (numbered === undefined) continue;
      const sequence = await this.#sequenceOf(name, numbered);
      const table = `${schemaOf(this.#plan)}.${name}`;
      await this.#client.query(
        `SELECT setval('${sequence}', greatest(last_value, (SELECT max(${numbered}) FROM ${table})))
         FROM ${sequence} WHERE EXISTS (SELECT FROM ${table})`,
      );
    }
  }

  async #sequenceOf(table: string, column: string): Promise<string> {
    const { rows } = await this.#client.query<{ name: string }>(
      'SELECT pg_get_serial_sequence($1, $2) AS name',
      [`${schemaOf(this.#plan)}.${table}`, column],
    );
    return rows[0]!.name;
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
    await this.#client.end();
  }

  async abandon(): Promise<void> {
    await this.#client.query('ROLLBACK').catch(() => {});
    await this.#client.end();
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
