/** Checks at a start whether the server can keep what services promise. */
import { escapeIdentifier, type Client } from 'pg';
import { StartupError } from '../../base/startup-error.ts';

interface Facts {
  readonly database: string;
  readonly encoding: string;
}

/** @throws StartupError naming what was found, what is needed, and what changes it */
export async function checkServer(client: Client): Promise<void> {
  const { rows } = await client.query<Facts>(`
    SELECT current_database() AS database, current_setting('server_encoding') AS encoding`);
  const facts = rows[0]!;
  const problem = encodingProblem(facts);
  if (problem === undefined) return;
  throw new StartupError(`the database ${escapeIdentifier(facts.database)} ${problem}`);
}

function encodingProblem({ encoding }: Facts): string | undefined {
  if (encoding === 'UTF8') return undefined;
  return (
    `has the encoding ${encoding}, which cannot hold every text; it must be UTF8: make one by ` +
    `CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0, and name it in DATABASE_URL`
  );
}
