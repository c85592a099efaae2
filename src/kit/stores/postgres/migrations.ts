/** Applies the migrations of one service in PostgreSQL. */
import { Client, type ClientConfig } from 'pg';
import { migrationsAfter } from '../migrations.ts';

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
  const version = rows[0]?.version ?? 0;
  const migrations = migrationsAfter(version, folder, `the database of ${name}`);
  for (const migration of migrations) await client.query(migration);
  await client.query(
    `INSERT INTO hawker_schema VALUES ($1, $2)
    ON CONFLICT (service) DO UPDATE SET version = excluded.version`,
    [name, version + migrations.length],
  );
}
