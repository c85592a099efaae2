/** Applies the migrations and the functions of one service in PostgreSQL. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Client, type ClientConfig } from 'pg';
import { migrationsAfter } from '../migrations.ts';
import { checkServer } from './start.ts';

/**
 * Applies the files of the folder that the database does not have yet, and those of its `functions/` that
 * have changed, in one transaction. `openPostgres` says what the files hold.
 *
 * @throws StartupError when the server cannot keep what services promise, or a newer version has migrated
 *   the database; else the driver's errors
 */
export async function migrate(settings: ClientConfig, name: string, folder: URL): Promise<void> {
  const client = new Client(settings);
  // Not handled here: queries reject when the connection breaks.
  client.on('error', () => {});
  try {
    await client.connect();
    await checkServer(client);
    await client.query('BEGIN; SET LOCAL statement_timeout = 0');
    // Replicas start together: one migrates, the others wait and find the work done.
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('hawker migrations'))`);
    const isMigrated = await applyNew(client, name, folder);
    await applyFunctions(client, name, new URL('functions/', folder), isMigrated);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

/** Returns whether there were new migrations. */
async function applyNew(client: Client, name: string, folder: URL): Promise<boolean> {
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
  return migrations.length > 0;
}

/** @param isMigrated all files are applied again, since a migration may have dropped a function */
async function applyFunctions(
  client: Client,
  name: string,
  folder: URL,
  isMigrated: boolean,
): Promise<void> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS hawker_functions (
      service text, file text, hash text NOT NULL, PRIMARY KEY (service, file))`);
  const { rows } = await client.query<{ file: string; hash: string }>(
    'SELECT file, hash FROM hawker_functions WHERE service = $1',
    [name],
  );
  const applied = new Map(rows.map(({ file, hash }) => [file, hash]));
  const files = functionFiles(folder);
  for (const { file, text } of files) {
    const hash = createHash('sha256').update(text).digest('hex');
    if (applied.get(file) === hash && !isMigrated) continue;
    await client.query(text);
    await client.query(
      `INSERT INTO hawker_functions VALUES ($1, $2, $3)
      ON CONFLICT (service, file) DO UPDATE SET hash = excluded.hash`,
      [name, file, hash],
    );
  }
  // An older version that starts again needs the files that this one no longer has.
  await client.query('DELETE FROM hawker_functions WHERE service = $1 AND file <> ALL($2)', [
    name,
    files.map(({ file }) => file),
  ]);
}

function functionFiles(folder: URL): { file: string; text: string }[] {
  // Most services have no functions.
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return files
    .toSorted()
    .map((file) => ({ file, text: readFileSync(new URL(file, folder), 'utf8') }));
}
