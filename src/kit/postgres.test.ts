import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { connectPostgres, openPostgres, query, type Postgres } from './postgres.ts';
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

describe('a PostgreSQL pool', { skip: missing('postgres') }, () => {
  it('asks what types there are once: a connection lost over it would end the process', async (t) => {
    let asked = 0;
    const target = new URL(servers.postgres);
    const line = createServer((client) => {
      client.on('data', (chunk) => (asked += Number(chunk.includes('typarray'))));
      const server = connect(Number(target.port), target.hostname);
      client.pipe(server).pipe(client);
    });
    line.listen(0, '127.0.0.1');
    await once(line, 'listening');
    const url = new URL(target);
    url.port = String((line.address() as AddressInfo).port);
    const folder = pathToFileURL(`${temporaryFolder()}/`);
    const sql = await openPostgres(url.href, unique('svc'), folder);
    t.after(async () => {
      await sql.end();
      line.close();
    });
    const ask = () => query(sql`SELECT ${['a', 'b']}::text[] AS list, pg_backend_pid() AS pid`);
    const rows = (await Promise.all([ask(), ask(), ask()])).flat();
    assert.deepEqual(rows[2]!['list'], ['a', 'b']);
    assert.equal(new Set(rows.map(({ pid }) => pid)).size, 3);
    assert.equal(asked, 1);
  });
});

describe('a PostgreSQL query', () => {
  it('is refused at once while nobody answers and ten wait already', async (t) => {
    let attempts = 0;
    const server = createServer((socket) => {
      attempts++;
      socket.resetAndDestroy();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sql = connectPostgres(`postgres://hawker@127.0.0.1:${port}/postgres`);
    t.after(async () => {
      await sql.end();
      server.close();
    });
    const refused = { code: 'STORE_UNAVAILABLE', status: 503 };
    await assert.rejects(query(sql`SELECT 1`), refused);
    assert.equal(attempts, 1);
    const order: number[] = [];
    const ask = (i: number) =>
      assert.rejects(query(sql`SELECT 1`), refused).then(() => order.push(i));
    await Promise.all(Array.from({ length: 1_000 }, (_, i) => ask(i)));
    assert.equal(attempts, 1 + 10);
    assert.ok(order.slice(-10).every((i) => i < 10));
    // It answers again: whoever asks next is let through, however many there are.
    await query(Promise.resolve());
    await Promise.all(Array.from({ length: 20 }, (_, i) => ask(i)));
    assert.equal(attempts, 1 + 10 + 20);
  });

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
