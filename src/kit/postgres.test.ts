import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openPostgres, type Postgres } from './postgres.ts';
import { missing, servers, temporaryFolder, unique } from './testing.ts';

describe('PostgreSQL migrations', { skip: missing('postgres') }, () => {
  it('are applied once each, also when replicas start together', async (t) => {
    const service = unique('svc');
    const folder = temporaryFolder();
    const url = pathToFileURL(`${folder}/`);
    writeFileSync(join(folder, '0001-a.sql'), `CREATE TABLE ${service} (n int)`);
    const pools: Postgres[] = await Promise.all(
      [1, 2, 3].map(() => openPostgres(servers.postgres, service, url)),
    );
    t.after(() => Promise.all(pools.map((sql) => sql.end())));
    const [sql] = pools as [Postgres];
    await sql.unsafe(`INSERT INTO ${service} VALUES (1)`);
    writeFileSync(join(folder, '0002-b.sql'), `ALTER TABLE ${service} ADD m int DEFAULT 2`);
    pools.push(await openPostgres(servers.postgres, service, url));
    assert.deepEqual([...(await sql.unsafe(`SELECT * FROM ${service}`))], [{ n: 1, m: 2 }]);
  });

  it('refuse a database that a newer version has migrated', async () => {
    const service = unique('svc');
    const folder = temporaryFolder();
    const newer = temporaryFolder();
    writeFileSync(join(newer, '0001-a.sql'), 'SELECT 1');
    const sql = await openPostgres(servers.postgres, service, pathToFileURL(`${newer}/`));
    await sql.end();
    await assert.rejects(
      openPostgres(servers.postgres, service, pathToFileURL(`${folder}/`)),
      /has version 1 of .*, but this program knows only 0; run a newer one/,
    );
  });
});
