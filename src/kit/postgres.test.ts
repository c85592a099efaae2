import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { connectPostgres, openPostgres, query, type Postgres } from './postgres.ts';
import { missing, servers, temporaryFolder, unique } from './testing.ts';

const emptyFolder = () => pathToFileURL(`${temporaryFolder()}/`);

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

describe('a PostgreSQL connection', () => {
  it('that breaks as soon as it is open is an error like any other', async (t) => {
    // AuthenticationOk and ReadyForQuery; the first query is not answered any more.
    const welcome = Buffer.from('5200000008000000005a0000000549', 'hex');
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.write(welcome);
        socket.once('data', () => socket.resetAndDestroy());
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const url = `postgres://hawker@127.0.0.1:${port}/postgres`;
    await assert.rejects(
      openPostgres(url, 'svc', emptyFolder()),
      /PostgreSQL at .*; see DATABASE_URL/,
    );
  });
});

describe('an array as a parameter', { skip: missing('postgres') }, () => {
  const awkward = ['', 'NULL', 'null', 'a b', '"', '\\', "'", ',', '{}', ' ', '\n', '🍜', null];
  const lists = { text: [awkward, []], bigint: [[1, -5, 2 ** 53 - 1, null], []], int: [[7], []] };

  it('arrives as it is', async (t) => {
    const sql = await openPostgres(servers.postgres, unique('svc'), emptyFolder());
    t.after(() => sql.end());
    for (const [type, values] of Object.entries(lists)) {
      for (const list of values) {
        const [row] = await sql`SELECT to_json(${list as string[]}::${sql.unsafe(type)}[]) AS list`;
        assert.deepEqual(row!['list'], list);
      }
    }
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
