/** Numbered migrations of one service in PostgreSQL. */
import { readdirSync, readFileSync } from 'node:fs';
import { Client, type ClientConfig } from 'pg';
import { StartupError } from '../../host/env.ts';

/**
 * Applies the files of the folder that the database does not have yet, in one transaction.
 *
 * @throws StartupError when a newer version has migrated it; else the driver's errors
 */
export async function migrate(settings: ClientConfig, name: string, folder: URL): Promise<void> {
  const client = new Client(settings);
  // Not handled here: queries reject when the connection breaks.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('BEGIN; SET LOCAL statement_timeout = 0');
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
