/** SQL as text with its values apart. Statements and parts of them are written alike. */
import { raw, Sql as Template } from 'sql-template-tag';

type SqlValue = string | number | boolean | null | readonly (string | number | null)[];

/** A statement, or a part of one, and the shape of the rows that it yields. */
export type Sql<RowT = unknown> = Template & {
  /** The type of a row. Only the compiler reads it. */
  readonly row?: RowT;
};

/** A value becomes a parameter, never SQL; another piece of SQL becomes part of this one. */
export function sql<RowT = Record<string, unknown>>(
  strings: TemplateStringsArray,
  ...values: readonly (SqlValue | Sql)[]
): Sql<RowT> {
  return new Template(strings, values);
}

/** Text as it stands, such as the name of a table: ours, never a client's. */
sql.raw = (text: string): Sql => raw(text);
