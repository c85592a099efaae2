/** SQL as text with its values apart. Statements and parts of them are written alike. */

export type SqlValue = string | number | boolean | null | readonly (string | number | null)[];

/** What a server is sent: values stand in the text as `$1`, `$2`, … */
export interface Statement {
  text: string;
  readonly values: SqlValue[];
}

/** A statement, or a part of one, and the shape of the rows that it yields. */
export class Sql<Row = unknown> {
  /** For the compiler only. */
  declare readonly row: Row;
  readonly #strings: readonly string[];
  readonly #values: readonly (SqlValue | Sql)[];

  constructor(strings: readonly string[], values: readonly (SqlValue | Sql)[]) {
    this.#strings = strings;
    this.#values = values;
  }

  compose(): Statement {
    const statement: Statement = { text: '', values: [] };
    this.#appendTo(statement);
    return statement;
  }

  #appendTo(statement: Statement): void {
    for (const [i, string] of this.#strings.entries()) {
      statement.text += string;
      const value = this.#values[i];
      if (value instanceof Sql) value.#appendTo(statement);
      else if (value !== undefined) statement.text += `$${statement.values.push(value)}`;
    }
  }
}

/** A value becomes a parameter, never SQL; another piece of SQL becomes part of this one. */
export function sql<Row = Record<string, unknown>>(
  strings: TemplateStringsArray,
  ...values: readonly (SqlValue | Sql)[]
): Sql<Row> {
  return new Sql(strings, values);
}

/** Text as it stands, such as the name of a table: ours, never a client's. */
sql.raw = (text: string): Sql => new Sql([text], []);
