import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openPostgres, query, type Postgres } from './postgres.ts';
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

describe('a PostgreSQL query', () => {
  it('is given up with 503 after 10 seconds without an answer', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const answer = query(new Promise(() => {}));
    t.mock.timers.tick(9_999);
    const early = await Promise.race([answer, Promise.resolve('still waiting')]);
    t.mock.timers.tick(1);
    assert.equal(early, 'still waiting');
    await assert.rejects(answer, { code: 'STORE_UNAVAILABLE', status: 503 });
  });

  it('passes on what went wrong, but for a server that is away', async () => {
    const fault = new Error('syntax error');
    await assert.rejects(query(Promise.reject(fault)), fault);
    const away = Object.assign(new Error('terminating'), { code: '57P01' });
    await assert.rejects(query(Promise.reject(away)), { code: 'STORE_UNAVAILABLE' });
  });
});
