/** Reads and fills one table. */
import type { Client } from 'pg';
import { StartupError } from '../../base/startup-error.ts';
import type { Entry, Row, Value } from '../movable-store.ts';
import { completeRow, embeddedColumns, type Column as Moving } from '../sqlite/tables.ts';
import { schemaOf, type PostgresPlan, type PostgresTable } from './plan.ts';
import { carrier, exported, imported } from './values.ts';

const fetched = 500;

export function tablesOf(client: Client, plan: PostgresPlan): Table[] {
  const columns = embeddedColumns(plan.embedded, plan.tables);
  return plan.tables.map((table) => new Table(client, plan, table, columns.get(table.name)!));
}

interface Column {
  /** Here. */
  readonly name: string;
  /** The name that PostgreSQL gives the type: `int8`, `_text`. */
  readonly type: string;
}

export class Table {
  readonly #client: Client;
  readonly #plan: PostgresPlan;
  readonly plan: PostgresTable;
  readonly name: string;
  readonly #moving: readonly Moving[];
  #columns: Map<string, string> | undefined;

  /** @param moving columns of the embedded store that move */
  constructor(client: Client, plan: PostgresPlan, table: PostgresTable, moving: readonly Moving[]) {
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
    const list = this.#moving.map(({ name: column }) => {
      const here = this.#here(column);
      return `${exported(`"${here}"`, types.get(here)!)} AS "${column}"`;
    });
    await this.#client.query(
      `DECLARE moving CURSOR FOR SELECT ${list.join(', ')} FROM ${this.name} WHERE ${this.#ours}`,
      this.#args,
    );
    const json = this.#moving
      .map(({ name }) => name)
      .filter((column) => types.get(this.#here(column)) === 'jsonb');
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
    for (const given of rows) {
      const row = completeRow(this.plan.name, this.#moving, given);
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

/** Writes `jsonb` as the embedded store does: without blanks. */
function withPlainJson(row: Row, columns: readonly string[]): Row {
  if (columns.length === 0) return row;
  const plain = columns.map((name) => [name, JSON.stringify(JSON.parse(String(row[name])))]);
  return { ...row, ...(Object.fromEntries(plain) as Row) };
}
