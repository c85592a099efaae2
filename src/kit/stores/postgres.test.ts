import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { answerTimeoutMs } from './availability.ts';
import { openPostgres, Postgres, type Queries } from './postgres.ts';
import { sql } from './sql.ts';
import { relay } from '../testing/process.ts';
import { eventually, missing, servers, temporaryFolder, unique } from '../testing/testing.ts';

const skip = missing('postgres');
const refused = { code: 'STORE_UNAVAILABLE', status: 503 };

function pool(t: TestContext, url = servers.postgres, name = 'test'): Postgres {
  const db = new Postgres(url, name);
  t.after(() => db.close());
  return db;
}

/** A server that is not one: `serve` gets each connection. */
async function fakeServer(t: TestContext, serve: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    t.after(() => socket.destroy());
    serve(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  return `postgres://hawker@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`;
}

/** AuthenticationOk and ReadyForQuery. */
const welcome = Buffer.from('5200000008000000005a0000000549', 'hex');

/** ErrorResponse. */
function failure(severity: string, code: string): Buffer {
  const fields = Buffer.from(`S${severity}\0C${code}\0Mno\0\0`);
  const head = Buffer.from('E0000');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** CommandComplete and ReadyForQuery. */
const done = Buffer.from('43000000084c4953005a0000000549', 'hex');

describe('PostgreSQL migrations', { skip }, () => {
  it('are applied once each, also when replicas start together', async (t) => {
    const service = unique('svc');
    const folder = temporaryFolder();
    const url = pathToFileURL(`${folder}/`);
    const open = async () => {
      const db = await openPostgres(servers.postgres, service, url);
      t.after(() => db.close());
      return db;
    };
    writeFileSync(join(folder, '0001-a.sql'), `CREATE TABLE ${service} (n int); SELECT 1`);
    const [db] = await Promise.all([open(), open(), open()]);
    await db.execute(sql.raw(`INSERT INTO ${service} VALUES (1)`));
    writeFileSync(join(folder, '0002-b.sql'), `ALTER TABLE ${service} ADD m int DEFAULT 2`);
    await open();
    assert.deepEqual(await db.query(sql.raw(`SELECT * FROM ${service}`)), [{ n: 1, m: 2 }]);
  });

  it('that fail leave nothing behind', async () => {
    const service = unique('svc');
    const folder = temporaryFolder();
    const url = pathToFileURL(`${folder}/`);
    writeFileSync(join(folder, '0001-a.sql'), `CREATE TABLE ${service} (n int)`);
    writeFileSync(join(folder, '0002-b.sql'), 'SELECT 1/0');
    const open = () => openPostgres(servers.postgres, service, url);
    await assert.rejects(open(), /PostgreSQL at .*: division by zero; see DATABASE_URL/);
    writeFileSync(join(folder, '0002-b.sql'), 'SELECT 1');
    await (await open()).close();
  });

  it('refuse a database that a newer version has migrated', async () => {
    const service = unique('svc');
    const newer = temporaryFolder();
    writeFileSync(join(newer, '0001-a.sql'), 'SELECT 1');
    const db = await openPostgres(servers.postgres, service, pathToFileURL(`${newer}/`));
    await db.close();
    await assert.rejects(
      openPostgres(servers.postgres, service, pathToFileURL(`${temporaryFolder()}/`)),
      /database of .* has version 1, but this program knows only 0; run a newer one/,
    );
  });

  it('end with one clear line when the server breaks the connection', async (t) => {
    const url = await fakeServer(t, (socket) => {
      socket.once('data', () => {
        socket.write(welcome);
        socket.once('data', () => socket.resetAndDestroy());
      });
    });
    await assert.rejects(
      openPostgres(url, 'svc', pathToFileURL(`${temporaryFolder()}/`)),
      /PostgreSQL at .*; see DATABASE_URL/,
    );
  });
});

describe('PostgreSQL functions', { skip }, () => {
  /** A service whose migration makes a function that yields 1, and a table that counts applications. */
  function serviceWithFunctions(t: TestContext) {
    const service = unique('svc');
    const folder = temporaryFolder();
    const create = `FUNCTION ${service}_value() RETURNS int LANGUAGE plpgsql AS`;
    const first = `CREATE ${create} $$ BEGIN RETURN 1; END $$; CREATE TABLE ${service} (file text)`;
    writeFileSync(join(folder, '0001-a.sql'), first);
    return {
      create,
      /** Writes a file of `functions/`; each time that it is applied makes a row. */
      write: (file: string, text: string) => {
        mkdirSync(join(folder, 'functions'), { recursive: true });
        const counted = `${text}; INSERT INTO ${service} VALUES ('${file}')`;
        writeFileSync(join(folder, 'functions', `${file}.sql`), counted);
      },
      remove: (file: string) => rmSync(join(folder, 'functions', `${file}.sql`)),
      valueFile: (value: number) => `CREATE OR REPLACE ${create} $$ BEGIN RETURN ${value}; END $$`,
      migrate: (text: string) => writeFileSync(join(folder, '0002-b.sql'), text),
      open: async () => {
        const db = await openPostgres(servers.postgres, service, pathToFileURL(`${folder}/`));
        t.after(() => db.close());
        return db;
      },
      valueIn: async (db: Postgres) => {
        const [row] = await db.query(
          sql<{ value: number }>`SELECT ${sql.raw(`${service}_value()`)} AS value`,
        );
        return row!.value;
      },
      appliedIn: async (db: Postgres) => {
        const rows = await db.query(sql<{ file: string }>`
          SELECT file FROM ${sql.raw(service)} ORDER BY ctid`);
        return rows.map(({ file }) => file);
      },
    };
  }

  it('replace those that migrations made', async (t) => {
    const { open, write, valueFile, valueIn } = serviceWithFunctions(t);
    const before = await open();
    assert.equal(await valueIn(before), 1);
    write('value', valueFile(2));
    assert.equal(await valueIn(await open()), 2);
  });

  it('are applied at a start when their file has changed, and only then', async (t) => {
    const { open, write, valueFile, valueIn, appliedIn } = serviceWithFunctions(t);
    write('other', 'SELECT');
    write('value', valueFile(2));
    assert.deepEqual(await appliedIn(await open()), ['other', 'value']);
    assert.deepEqual(await appliedIn(await open()), ['other', 'value']);
    write('value', valueFile(3));
    const db = await open();
    assert.deepEqual(await appliedIn(db), ['other', 'value', 'value']);
    assert.equal(await valueIn(db), 3);
  });

  it('are applied once when replicas start together', async (t) => {
    const { open, write, valueFile, appliedIn } = serviceWithFunctions(t);
    write('value', valueFile(2));
    const [db] = await Promise.all([open(), open(), open()]);
    assert.deepEqual(await appliedIn(db), ['value']);
    write('value', valueFile(3));
    await Promise.all([open(), open(), open()]);
    assert.deepEqual(await appliedIn(db), ['value', 'value']);
  });

  it('are all applied after a migration, which may have dropped some', async (t) => {
    const { open, write, valueFile, valueIn, create, migrate } = serviceWithFunctions(t);
    write('value', valueFile(2));
    await open();
    migrate(`DROP ${create.split(' RETURNS')[0]}`);
    assert.equal(await valueIn(await open()), 2);
  });

  it('that a file drops, and that a later version puts back, are there again', async (t) => {
    const { open, write, valueFile, valueIn, create } = serviceWithFunctions(t);
    write('value', valueFile(2));
    await open();
    write('value', `DROP ${create.split(' RETURNS')[0]}`);
    const db = await open();
    await assert.rejects(valueIn(db), /does not exist/);
    write('value', valueFile(2));
    await open();
    assert.equal(await valueIn(db), 2);
  });

  it('of a file that a version did not have are applied when a later one has it again', async (t) => {
    const { open, write, remove, valueFile, appliedIn } = serviceWithFunctions(t);
    write('value', valueFile(2));
    await open();
    remove('value');
    await open();
    write('value', valueFile(2));
    assert.deepEqual(await appliedIn(await open()), ['value', 'value']);
  });

  it('of a newer version stay while an older one runs beside it', async (t) => {
    const { open, write, valueFile, valueIn } = serviceWithFunctions(t);
    write('value', valueFile(2));
    const older = await open();
    assert.equal(await valueIn(older), 2);
    write('value', valueFile(3));
    const newer = await open();
    assert.equal(await valueIn(older), 3);
    assert.equal(await valueIn(newer), 3);
  });

  it('that fail leave nothing behind', async (t) => {
    const { open, write, valueFile, valueIn, appliedIn } = serviceWithFunctions(t);
    const db = await open();
    write('value', valueFile(2));
    write('wrong', 'SELECT 1/0');
    await assert.rejects(open(), /PostgreSQL at .*: division by zero; see DATABASE_URL/);
    assert.equal(await valueIn(db), 1);
    write('wrong', 'SELECT');
    assert.deepEqual(await appliedIn(await open()), ['value', 'wrong']);
  });
});

describe('an address of PostgreSQL', () => {
  const open = (url: string) => openPostgres(url, 'svc', pathToFileURL(`${temporaryFolder()}/`));

  it('that is none, or names a file that is not there, is one clear line', async () => {
    for (const url of ['', 'x', 'mysql://a/b', 'localhost:5432/db']) {
      await assert.rejects(open(url), /must have the form postgres:/);
    }
    await assert.rejects(
      open('postgres://a:secret@b/c?sslmode=verify-full&sslrootcert=/none'),
      /PostgreSQL at postgres:\/\/b\/c: ENOENT.*; see DATABASE_URL/,
    );
  });
});

describe('an array as a parameter', { skip }, () => {
  const awkward = ['', 'NULL', 'null', 'a b', '"', '\\', "'", ',', '{}', ' ', '\n', '🍜', null];
  const lists = { text: [awkward, []], bigint: [[1, -5, 2 ** 53 - 1, null], []], int: [[7], []] };

  it('arrives as it is', async (t) => {
    const db = pool(t);
    for (const [type, values] of Object.entries(lists)) {
      for (const list of values) {
        const statement = sql`SELECT to_json(${list}::${sql.raw(type)}[]) AS list`;
        assert.deepEqual(await db.query(statement), [{ list }]);
      }
    }
  });
});

describe('a PostgreSQL query', () => {
  it('is refused at once, without a try, when a probe has found that nobody is there', async (t) => {
    let tries = 0;
    const url = await fakeServer(t, (socket) => {
      tries++;
      socket.resetAndDestroy();
    });
    const db = pool(t, url);
    t.mock.timers.enable({ apis: ['setTimeout'] });
    await assert.rejects(db.query(sql`SELECT 1`), refused);
    await eventually(async () => {
      const before = tries;
      await assert.rejects(db.query(sql`SELECT 1`), refused);
      return tries === before;
    });
    const before = tries;
    const ask = () => assert.rejects(db.query(sql`SELECT 1`), refused);
    await Promise.all(Array.from({ length: 1_000 }, ask));
    await assert.rejects(db.ready(), refused);
    assert.equal(tries, before);
  });

  it('is given up after 2.5 s without an answer, and the next has a new connection', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const sockets: Socket[] = [];
    const asked = Promise.withResolvers<void>();
    const url = await fakeServer(t, (socket) => {
      sockets.push(socket);
      // The first query has no answer.
      const answers = sockets.length === 1 ? [welcome] : [welcome, done];
      socket.on('data', () => {
        const answer = answers.shift();
        if (answer === undefined) asked.resolve();
        else socket.write(answer);
      });
    });
    const db = pool(t, url);
    let isOver = false;
    const answer = assert.rejects(db.query(sql`SELECT 1`), refused).then(() => (isOver = true));
    await asked.promise;
    t.mock.timers.tick(answerTimeoutMs - 1);
    await setImmediate();
    assert.equal(isOver, false);
    t.mock.timers.tick(1);
    await answer;
    await eventually(() => sockets[0]!.destroyed);
    await db.query(sql`SELECT 1`);
  });

  it('is 503 when the server does not let anybody in', { skip }, async (t) => {
    const url = new URL(servers.postgres);
    url.pathname = '/none';
    await assert.rejects(pool(t, url.href).query(sql`SELECT 1`), refused);
  });

  it('passes on what went wrong otherwise', { skip }, async (t) => {
    const db = pool(t);
    await assert.rejects(db.query(sql`SELECT ${1}::int / 0`), { code: '22012' });
    await assert.rejects(db.execute(sql`SELEC`), { code: '42601' });
    assert.deepEqual(await db.query(sql`SELECT 1 AS n`), [{ n: 1 }]);
  });

  it(
    'is 503 once for each connection, when its tables were changed by a newer replica',
    { skip },
    async (t) => {
      const db = pool(t);
      const table = sql.raw(unique('t'));
      const all = sql`SELECT * FROM ${table}`;
      await db.execute(sql`CREATE TABLE ${table} AS SELECT 1 AS n`);
      assert.deepEqual(await db.query(all), [{ n: 1 }]);
      await db.execute(sql`ALTER TABLE ${table} ADD m int`);
      await assert.rejects(db.query(all), refused);
      assert.deepEqual(await db.query(all), [{ n: 1, m: null }]);
    },
  );

  it('is 507 when the disk is full, and 503 when it fails', { skip }, async (t) => {
    const db = pool(t);
    const failing = (code: string) =>
      db.execute(sql.raw(`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$`));
    await assert.rejects(failing('53100'), { code: 'STORE_FULL', status: 507 });
    await assert.rejects(failing('58030'), refused);
    await db.ready();
  });

  it('is 503 when the disk is so full that the server ends the connection', async (t) => {
    const url = await fakeServer(t, (socket) => {
      socket.once('data', () => {
        socket.write(welcome);
        socket.once('data', () => socket.end(failure('PANIC', '53100')));
      });
    });
    await assert.rejects(pool(t, url).query(sql`SELECT 1`), refused);
  });

  it('with too many values is a fault, not an outage', { skip }, async (t) => {
    const list = Array.from({ length: 65_536 }, () => 1);
    const strings = ['SELECT 1 WHERE 1 IN (', ...list.slice(1).map(() => ','), ')'];
    const statement = sql(strings as unknown as TemplateStringsArray, ...list);
    await assert.rejects(pool(t).query(statement), { code: '08P01' });
  });

  it('is 503 whatever the server gives as the reason not to go on with a connection', async (t) => {
    const url = await fakeServer(t, (socket) => {
      socket.once('data', () => socket.end(failure('FATAL', '55000')));
    });
    await assert.rejects(pool(t, url).query(sql`SELECT 1`), refused);
  });

  it('takes its turn when all connections are busy', { skip }, async (t) => {
    const db = pool(t);
    const ask = (i: number) => db.query(sql`SELECT ${i}::int AS i, pg_sleep(0.001)::text`);
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => ask(i)));
    assert.deepEqual(
      answers.map(([row]) => row!['i']),
      Array.from({ length: 100 }, (_, i) => i),
    );
  });
});

describe('a PostgreSQL transaction', { skip }, () => {
  async function table(t: TestContext) {
    const db = pool(t);
    const name = sql.raw(unique('t'));
    await db.execute(sql`CREATE TABLE ${name} (n int)`);
    const add = (tx: Queries, n: number) => tx.execute(sql`INSERT INTO ${name} VALUES (${n})`);
    const added = async () => {
      const rows = await db.query(sql<{ n: number }>`SELECT n FROM ${name} ORDER BY n`);
      return rows.map(({ n }) => n);
    };
    return { db, add, added };
  }

  it('is done wholly, and yields what the work does', async (t) => {
    const { db, add, added } = await table(t);
    const result = await db.transaction(async (tx) => {
      await add(tx, 1);
      await add(tx, 2);
      assert.deepEqual(await added(), []);
      return 'done';
    });
    assert.equal(result, 'done');
    assert.deepEqual(await added(), [1, 2]);
  });

  it('is undone when the work throws, and that error is passed on', async (t) => {
    const { db, add, added } = await table(t);
    const error = new Error('changed my mind');
    const work = async (tx: Queries) => {
      await add(tx, 1);
      throw error;
    };
    await assert.rejects(db.transaction(work), error);
    assert.deepEqual(await added(), []);
  });

  it('fails when a statement failed, though the work went on', async (t) => {
    const { db, add, added } = await table(t);
    const work = async (tx: Queries) => {
      await add(tx, 1);
      await tx.execute(sql`SELECT 1/0`).catch(() => {});
    };
    await assert.rejects(db.transaction(work), /a statement failed/);
    assert.deepEqual(await added(), []);
  });

  const pid = sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`;
  const terminate = (db: Queries, backend: number) =>
    db.execute(sql`SELECT pg_terminate_backend(${backend})`);

  it('that loses its connection is 503 and undone, whatever the work does then', async (t) => {
    const { db, add, added } = await table(t);
    const goesOn = async (tx: Queries) => {
      const [backend] = await tx.query(pid);
      await add(tx, 1);
      await terminate(db, backend!.pid);
      await assert.rejects(add(tx, 2), refused);
      await assert.rejects(add(tx, 3), refused);
      return backend!.pid;
    };
    // Each of them on its own connection: none may be of use to those that come after.
    const many = Array.from({ length: 8 }, () => assert.rejects(db.transaction(goesOn), refused));
    await Promise.all(many);
    const whileAsking = async (tx: Queries) => {
      const [backend] = await tx.query(pid);
      const asking = assert.rejects(tx.query(sql`SELECT pg_sleep(10)`), refused);
      await terminate(db, backend!.pid);
      await asking;
      await add(tx, 4);
    };
    await assert.rejects(db.transaction(whileAsking), refused);
    assert.deepEqual(await added(), []);
    await Promise.all(Array.from({ length: 30 }, (_, i) => db.transaction((tx) => add(tx, i))));
    assert.equal((await added()).length, 30);
  });
});

describe('a PostgreSQL transaction that has ended', { skip }, () => {
  it('that waits for another one, which waits for it, is 503 and undone; the other is done', async (t) => {
    const db = pool(t);
    const table = unique('crossed');
    await db.execute(
      sql.raw(`CREATE TABLE ${table} AS SELECT n, 0 AS hits FROM generate_series(0, 1) n`),
    );
    const hit = (n: number) => sql.raw(`UPDATE ${table} SET hits = hits + 1 WHERE n = ${n}`);
    const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // PostgreSQL looks for such a circle after a second: that is to be what ends it.
    const limitMs = 60_000;
    const outcomes = await Promise.allSettled(
      [0, 1].map((own) =>
        db.transaction(async (tx) => {
          await tx.execute(hit(own));
          held[own]!.resolve();
          await held[1 - own]!.promise;
          await tx.execute(hit(1 - own));
        }, limitMs),
      ),
    );
    const reasons = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    assert.deepEqual(
      reasons.map(({ code, status }) => ({ code, status })),
      [refused],
    );
    const rows = await db.query(sql.raw(`SELECT hits FROM ${table}`));
    assert.deepEqual(rows, [{ hits: 1 }, { hits: 1 }]);
  });

  it('has no more statements, for its connection may be in another one', async (t) => {
    const db = pool(t);
    const begun: Queries[] = [];
    await db.transaction(async (tx) => void begun.push(tx));
    await assert.rejects(
      db.transaction(async (tx) => {
        begun.push(tx);
        throw new Error('changed my mind');
      }),
    );
    for (const tx of begun) await assert.rejects(tx.execute(sql`SELECT 1`), /is over/);
  });

  it('with a statement that a migration has overtaken is not met again', async (t) => {
    const db = pool(t);
    const name = sql.raw(unique('t'));
    await db.execute(sql`CREATE TABLE ${name} (n int)`);
    const read = () => db.transaction((tx) => tx.query(sql`SELECT * FROM ${name}`));
    await read();
    await pool(t).execute(sql`ALTER TABLE ${name} ADD m int`);
    await assert.rejects(read(), refused);
    assert.deepEqual(await read(), []);
  });
});

describe('a PostgreSQL server that ends a connection', () => {
  const farewell = failure('FATAL', '57P01');

  it('as soon as it has begun makes a transaction 503', async (t) => {
    const url = await fakeServer(t, (socket) => {
      socket.once('data', () => socket.end(Buffer.concat([welcome, farewell])));
    });
    await assert.rejects(
      pool(t, url).transaction((tx) => tx.query(sql`SELECT 1`)),
      refused,
    );
  });

  it('with its last answer makes the transaction 503 that waited for that connection', async (t) => {
    const url = await fakeServer(t, (socket) => {
      socket.once('data', () => {
        socket.write(welcome);
        socket.once('data', () => socket.end(Buffer.concat([done, farewell])));
      });
    });
    const db = pool(t, url);
    const first = Array.from({ length: 10 }, () => db.query(sql`SELECT 1`));
    const next = db.transaction((tx) => tx.query(sql`SELECT 1`));
    await Promise.all([...first, assert.rejects(next, refused)]);
  });
});

describe('closing PostgreSQL', () => {
  it('does not wait for a server that stalls', async (t) => {
    const sockets: Socket[] = [];
    const url = await fakeServer(t, (socket) => {
      sockets.push(socket);
      const answers = [welcome, done];
      // Half open: the end that we send is not answered either.
      socket.allowHalfOpen = true;
      socket.on('data', () => {
        const answer = answers.shift();
        if (answer) socket.write(answer);
      });
    });
    const db = pool(t, url);
    await db.query(sql`SELECT 1`);
    await db.listenTo('channel', 'test', { notified: () => {}, resumed: () => {} });
    await db.close();
    assert.equal(sockets.length, 2);
  });
});

describe('after an outage of PostgreSQL', { skip }, () => {
  it('queries and transactions go on, whatever was under way when it began', async (t) => {
    const { url, cut, mend } = await relay(servers.postgres);
    const db = pool(t, url);
    const outcomes: ('done' | 'refused')[] = [];
    const stopping = new AbortController();
    const ask = async (work: () => Promise<unknown>) => {
      while (!stopping.signal.aborted) {
        const outcome = await work().then(
          () => 'done' as const,
          (error: { code?: string }) => {
            assert.equal(error.code, 'STORE_UNAVAILABLE');
            return 'refused' as const;
          },
        );
        outcomes.push(outcome);
        await setImmediate();
      }
    };
    const twice = (tx: Queries) => tx.query(sql`SELECT 1`).then(() => tx.query(sql`SELECT 2`));
    const working = Array.from({ length: 20 }, (_, i) =>
      ask(() => (i % 2 ? db.transaction(twice) : db.query(sql`SELECT ${i}::int`))),
    );
    const until = async (count: number, outcome: 'done' | 'refused') => {
      outcomes.length = 0;
      while (outcomes.filter((each) => each === outcome).length < count) {
        await setImmediate();
      }
    };
    for (let outage = 0; outage < 5; outage++) {
      await until(40, 'done');
      await cut();
      await until(40, 'refused');
      await mend();
    }
    await until(40, 'done');
    stopping.abort();
    await Promise.all(working);
  });
});

describe('a PostgreSQL that hangs', { skip }, () => {
  /** A table, and a way to it that can freeze, behind timers that stand still. */
  async function frozenLater(t: TestContext) {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const near = pool(t);
    const name = sql.raw(unique('t'));
    await near.execute(sql`CREATE TABLE ${name} (n int)`);
    const line = await relay(servers.postgres);
    const far = pool(t, line.url);
    const add = (db: Queries, n: number) => db.execute(sql`INSERT INTO ${name} VALUES (${n})`);
    const added = async () => {
      const rows = await near.query(sql<{ n: number }>`SELECT n FROM ${name} ORDER BY n`);
      return rows.map((row) => row.n);
    };
    return { far, line, add, added, tick: (ms: number) => t.mock.timers.tick(ms) };
  }

  it('is waited for once, whatever a request waits for; then all fail at once until it is back', async (t) => {
    const { far, line, add, added, tick } = await frozenLater(t);
    await add(far, 0);
    const [begun, frozen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const step = far.transaction(async (tx) => {
      await add(tx, 1);
      await add(tx, 2);
      begun.resolve();
      await frozen.promise;
      await add(tx, 3);
      return add(tx, 4);
    });
    await begun.promise;
    tick(1_000);
    line.freeze();
    frozen.resolve();
    // More than there are connections: the last ones wait for one.
    const waiting = Array.from({ length: 20 }, (_, i) => add(far, 10 + i));
    const patient = far.within(60_000).execute(sql`SELECT 1`);
    // The probe begins, the step's time is over, and the probe's.
    tick(500);
    tick(1_000);
    await assert.rejects(step, refused);
    tick(500);
    for (const each of [...waiting, patient]) await assert.rejects(each, refused);

    // The clock stands still: whoever waited would wait for ever.
    const tries = line.taken();
    await assert.rejects(add(far, 5), refused);
    await assert.rejects(
      far.transaction((tx) => add(tx, 6)),
      refused,
    );
    await assert.rejects(far.ready(), refused);
    assert.equal(line.taken(), tries);

    line.thaw();
    // Time goes on by half a second whenever a probe has had many turns of the event loop.
    let turns = 0;
    await eventually(() => {
      if (turns++ % 5_000 === 0) tick(500);
      return far.ready().then(
        () => true,
        () => false,
      );
    });
    await add(far, 7);
    // Nothing of a transaction that was given up; of the others each at most once.
    const rows = await added();
    assert.deepEqual(
      rows.filter((n) => n < 10),
      [0, 7],
    );
    assert.deepEqual(rows, [...new Set(rows)]);
  });

  it('is not taken for away when one statement is slow', async (t) => {
    const { far, tick } = await frozenLater(t);
    const others = pool(t);
    const key = 1 + Math.floor(Math.random() * 1e9);
    const lock = (db: Queries) => db.execute(sql`SELECT pg_advisory_xact_lock(${key})`);
    await others.transaction(async (tx) => {
      await lock(tx);
      const waits = far.transaction(lock);
      const isWaitedFor = () =>
        tx.execute(sql`SELECT FROM pg_locks WHERE objid = ${key} AND NOT granted`);
      await eventually(async () => (await isWaitedFor()) > 0);
      tick(answerTimeoutMs);
      await assert.rejects(waits, refused);
      assert.deepEqual(await far.query(sql`SELECT 1 AS n`), [{ n: 1 }]);
    }, 60_000);
  });

  it('is waited for longer where that is said, also by the server', async (t) => {
    const { far } = await frozenLater(t);
    const timeout = sql<{ ms: string }>`SELECT current_setting('statement_timeout') AS ms`;
    assert.deepEqual(await far.within(60_000).query(timeout), [{ ms: '1min' }]);
    assert.deepEqual(await far.query(timeout), [{ ms: '2500ms' }]);
  });
});

describe('listening on PostgreSQL', () => {
  function recorder() {
    const said: string[] = [];
    const resumed = () => void said.push('resumed');
    const notified = (payload: string) => void said.push(payload);
    return { said, handler: { notified, resumed } };
  }
  const until = (said: readonly string[], length: number) =>
    eventually(() => said.length >= length);

  it(
    'tells what is notified to its deployment, and when it may have missed something',
    { skip },
    async (t) => {
      const { url, cut, mend } = await relay(servers.postgres);
      const [near, far] = [pool(t), pool(t, url)];
      const channel = unique('Channel "');
      const say = (what: string) =>
        near.execute(sql`SELECT pg_notify(${channel}, ${`ours ${what}`})`);
      const { said, handler } = recorder();
      await far.listenTo(channel, 'ours', handler);
      await near.execute(sql`SELECT pg_notify(${channel}, 'other a')`);
      await say('a');
      await until(said, 2);
      await cut();
      await say('b');
      await mend();
      await until(said, 3);
      await say('c');
      await until(said, 4);
      assert.deepEqual(said, ['resumed', 'a', 'resumed', 'c']);
    },
  );

  it('is refused while nobody is there, and not begun later', { skip }, async (t) => {
    const { url, cut, mend } = await relay(servers.postgres);
    const db = pool(t, url);
    await cut();
    const { said, handler } = recorder();
    await assert.rejects(db.listenTo('channel', 'ours', handler), refused);
    await mend();
    await db.query(sql`SELECT 1`);
    assert.deepEqual(said, []);
  });

  it('ends for good when the pool closes, also while the server is away', { skip }, async (t) => {
    const { url, cut, mend } = await relay(servers.postgres);
    const db = pool(t, url, unique('ends'));
    const { said, handler } = recorder();
    await db.listenTo('channel', 'ours', handler);
    await cut();
    await db.close();
    await mend();
    const other = pool(t, url);
    await other.query(sql`SELECT 1`);
    assert.deepEqual(said, ['resumed']);
  });

  it('connects again when the server has vanished without a word', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    // ParseComplete and so on are not needed: LISTEN and SELECT 1 are simple queries.
    const { said, handler } = recorder();
    let connections = 0;
    const ping = Promise.withResolvers<void>();
    const url = await fakeServer(t, (socket) => {
      connections++;
      const answers = [welcome, done];
      socket.on('data', () => {
        const answer = answers.shift();
        if (answer === undefined) ping.resolve();
        else socket.write(answer);
      });
    });
    await pool(t, url).listenTo('channel', 'ours', handler);
    t.mock.timers.tick(15_000);
    await ping.promise;
    t.mock.timers.tick(10_000);
    await until(said, 2);
    assert.deepEqual([said, connections], [['resumed', 'resumed'], 2]);
  });
});
