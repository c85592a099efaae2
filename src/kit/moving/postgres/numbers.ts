/** Numbers that are handed out, and never used again. */
import type { Client } from 'pg';
import { RowError, type Entry, type Row } from '../movable-store.ts';
import { sequences } from '../sqlite/tables.ts';
import { schemaOf, type PostgresPlan } from './plan.ts';

/** The last numbers that were handed out. */
export class Numbers {
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
