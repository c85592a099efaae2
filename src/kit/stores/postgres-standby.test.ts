import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { noPostgres, startPostgres } from '../../../faults/lib/postgres.ts';
import { openPostgres } from './postgres.ts';
import { temporaryFolder } from '../testing/testing.ts';

it('a start on a standby of PostgreSQL is refused', { skip: noPostgres() }, async (t) => {
  const parent = temporaryFolder();
  const server = await startPostgres(t, parent);
  const start = () => openPostgres(server.url, 'svc', pathToFileURL(`${temporaryFolder()}/`));
  await server.stop();
  writeFileSync(join(parent, 'pg/standby.signal'), '');
  await server.start();
  await assert.rejects(start(), {
    message:
      'the server of the database "postgres" is a standby, which only reads; name the primary in ' +
      'DATABASE_URL, or promote this one by SELECT pg_promote()',
  });
  await server.stop();
  rmSync(join(parent, 'pg/standby.signal'));
  await server.start();
  await (await start()).close();
});
