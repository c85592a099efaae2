/** Checks at a start whether the server can keep what services promise. */
import { escapeIdentifier, type Client } from 'pg';
import { StartupError } from '../../base/startup-error.ts';

interface Facts {
  readonly database: string;
  readonly role: string;
  readonly encoding: string;
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  /** Where `default_transaction_read_only` was set, as `pg_settings` names it. */
  readonly readOnlySource: string;
  /** The schema in which tables are made; null when the role may use none of its search path. */
  readonly schema: string | null;
  readonly searchPath: string;
  readonly mayCreate: boolean | null;
}

/** Each returns what was found, what is needed and what changes it; undefined when all is well. */
const checks = [encodingProblem, standbyProblem, readOnlyProblem, rightsProblem];

/** @throws StartupError when the server fails one of the checks */
export async function checkServer(client: Client): Promise<void> {
  const { rows } = await client.query<Facts>(`
    SELECT
      current_database() AS database,
      current_user AS role,
      current_setting('server_encoding') AS encoding,
      pg_is_in_recovery() AS "isStandby",
      setting = 'on' AS "isReadOnly",
      source AS "readOnlySource",
      current_schema() AS schema,
      current_setting('search_path') AS "searchPath",
      has_schema_privilege(current_schema(), 'CREATE') AS "mayCreate"
    FROM pg_settings
    WHERE name = 'default_transaction_read_only'`);
  for (const check of checks) {
    const problem = check(rows[0]!);
    if (problem !== undefined) throw new StartupError(problem);
  }
}

function encodingProblem({ database, encoding }: Facts): string | undefined {
  if (encoding === 'UTF8') return undefined;
  return (
    `the database ${escapeIdentifier(database)} has the encoding ${encoding}, which cannot hold every ` +
    `text; it must be UTF8: make one by CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0, and name ` +
    'it in DATABASE_URL'
  );
}

function standbyProblem({ database, isStandby }: Facts): string | undefined {
  if (!isStandby) return undefined;
  return (
    `the server of the database ${escapeIdentifier(database)} is a standby, which only reads; name the ` +
    'primary in DATABASE_URL, or promote this one by SELECT pg_promote()'
  );
}

function readOnlyProblem({ database, role, isReadOnly, readOnlySource }: Facts) {
  if (!isReadOnly) return undefined;
  const [databaseName, roleName] = [database, role].map(escapeIdentifier);
  const reset = 'RESET default_transaction_read_only';
  const remedies: Readonly<Record<string, string>> = {
    client: 'remove that option from DATABASE_URL',
    database: `ALTER DATABASE ${databaseName} ${reset}`,
    user: `ALTER ROLE ${roleName} ${reset}`,
    'database user': `ALTER ROLE ${roleName} IN DATABASE ${databaseName} ${reset}`,
  };
  const remedy = remedies[readOnlySource] ?? `ALTER SYSTEM ${reset}, then SELECT pg_reload_conf()`;
  return (
    `the database ${databaseName} is read-only for the role ${roleName} ` +
    `(default_transaction_read_only is on); it must take writes: ${remedy}`
  );
}

function rightsProblem({ role, schema, searchPath, mayCreate }: Facts): string | undefined {
  if (mayCreate === true) return undefined;
  const roleName = escapeIdentifier(role);
  if (schema !== null) {
    const schemaName = escapeIdentifier(schema);
    return (
      `the role ${roleName} may not create tables in the schema ${schemaName}, and they are made at the ` +
      `start: GRANT USAGE, CREATE ON SCHEMA ${schemaName} TO ${roleName}`
    );
  }
  const last = searchPath.split(',').at(-1)!.trim() || 'public';
  return (
    `the role ${roleName} may use no schema of its search_path (${searchPath}), and needs one for its ` +
    `tables: GRANT USAGE, CREATE ON SCHEMA ${last} TO ${roleName}`
  );
}
