/** Servers with which hawker does not start, each a real one. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { TLSSocket } from 'node:tls';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { StartupError } from '../base/startup-error.ts';
import { certificate, key } from '../testing/certificate.ts';
import { openPostgres } from './postgres.ts';
import { missing, servers, temporaryFolder, unique } from '../testing/testing.ts';

const skip = missing('postgres');

/** Runs statements as the superuser. */
async function administer(url: string, ...statements: string[]): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The address of a new database, which the test removes. */
async function newDatabase(t: TestContext, options = ''): Promise<{ name: string; url: string }> {
  const name = unique('start_');
  await administer(servers.postgres, `CREATE DATABASE ${name} TEMPLATE template0 ${options}`);
  t.after(() => administer(servers.postgres, `DROP DATABASE ${name} WITH (FORCE)`));
  return { name, url: addressOf({ pathname: name }) };
}

/** The same with a new role, which has the rights that everybody has. */
async function newRole(t: TestContext): Promise<{ name: string; url: string; role: string }> {
  // The database goes first: a role cannot go while it owns something.
  const { name } = await newDatabase(t);
  const role = unique('role_');
  await administer(servers.postgres, `CREATE ROLE ${role} LOGIN`);
  t.after(() => administer(servers.postgres, `DROP ROLE ${role}`));
  return { name, role, url: addressOf({ pathname: name, username: role }) };
}

function addressOf(parts: Partial<Pick<URL, 'pathname' | 'port' | 'username' | 'search'>>): string {
  return Object.assign(new URL(servers.postgres), parts).href;
}

/** The address of the server behind a proxy that speaks TLS with a certificate that nobody trusts. */
async function behindTls(t: TestContext): Promise<string> {
  const { hostname, port } = new URL(servers.postgres);
  const proxy = createServer((socket) => {
    t.after(() => socket.destroy());
    socket.on('error', () => {});
    // SSLRequest, which is to be answered by one letter.
    socket.once('data', () => {
      socket.write('S');
      const plain = new TLSSocket(socket, { isServer: true, key, cert: certificate });
      const server = connect(Number(port), hostname);
      t.after(() => server.destroy());
      for (const end of [plain, server]) end.on('error', () => {});
      plain.pipe(server).pipe(plain);
    });
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  t.after(() => proxy.close());
  return addressOf({ port: String((proxy.address() as AddressInfo).port) });
}

/** A service without tables of its own. */
const start = (url: string) => openPostgres(url, 'svc', pathToFileURL(`${temporaryFolder()}/`));

/** @param sentence the whole of what is printed */
async function assertRefused(url: string, sentence: string): Promise<void> {
  await assert.rejects(start(url), (error) => {
    assert.ok(error instanceof StartupError);
    assert.equal(error.message, sentence);
    return true;
  });
}

async function assertStarts(url: string): Promise<void> {
  await (await start(url)).close();
}

describe('a start on PostgreSQL', { skip }, () => {
  for (const encoding of ['LATIN1', 'SQL_ASCII']) {
    it(`is refused when the database has the encoding ${encoding}`, async (t) => {
      const options = `ENCODING '${encoding}' LC_COLLATE 'C' LC_CTYPE 'C'`;
      const { name, url } = await newDatabase(t, options);
      await assertRefused(
        url,
        `the database "${name}" has the encoding ${encoding}, which cannot hold every text; it must ` +
          `be UTF8: make one by CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0, and name it in ` +
          'DATABASE_URL',
      );
    });
  }

  it('takes a database in UTF8 whatever its locale', async (t) => {
    const { url } = await newDatabase(t, `ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'`);
    await assertStarts(url);
  });

  describe('is refused when the database is read-only', () => {
    const found = (name: string, role: string) =>
      `the database "${name}" is read-only for the role "${role}" ` +
      '(default_transaction_read_only is on); it must take writes: ';
    const setting = 'SET default_transaction_read_only = on';
    const reset = 'RESET default_transaction_read_only';

    it('by a setting of the database', async (t) => {
      const { name, url } = await newDatabase(t);
      await administer(servers.postgres, `ALTER DATABASE ${name} ${setting}`);
      await assertRefused(url, `${found(name, 'hawker')}ALTER DATABASE "${name}" ${reset}`);
      await administer(servers.postgres, `ALTER DATABASE ${name} ${reset}`);
      await assertStarts(url);
    });

    it('by a setting of the role', async (t) => {
      const { name, url, role } = await newRole(t);
      await administer(servers.postgres, `ALTER ROLE ${role} ${setting}`);
      await assertRefused(url, `${found(name, role)}ALTER ROLE "${role}" ${reset}`);
    });

    it('by a setting of the role in the database', async (t) => {
      const { name, url, role } = await newRole(t);
      await administer(servers.postgres, `ALTER ROLE ${role} IN DATABASE ${name} ${setting}`);
      const remedy = `ALTER ROLE "${role}" IN DATABASE "${name}" ${reset}`;
      await assertRefused(url, found(name, role) + remedy);
    });

    it('by an option of the address', async (t) => {
      const { name, url } = await newDatabase(t);
      const readOnly = `${url}?options=-c%20default_transaction_read_only%3Don`;
      const remedy = 'remove that option from DATABASE_URL';
      await assertRefused(readOnly, found(name, 'hawker') + remedy);
    });
  });

  describe('is refused when the role may not make tables', () => {
    it('in a schema that it may use', async (t) => {
      const { name, url, role } = await newRole(t);
      const grant = `GRANT USAGE, CREATE ON SCHEMA "public" TO "${role}"`;
      await assertRefused(
        url,
        `the role "${role}" may not create tables in the schema "public", and they are made at the ` +
          `start: ${grant}`,
      );
      await administer(addressOf({ pathname: name }), grant);
      await assertStarts(url);
    });

    it('since it may use no schema', async (t) => {
      const { name, url, role } = await newRole(t);
      const superuser = addressOf({ pathname: name });
      await administer(superuser, 'REVOKE ALL ON SCHEMA public FROM PUBLIC');
      const grant = `GRANT USAGE, CREATE ON SCHEMA public TO "${role}"`;
      await assertRefused(
        url,
        `the role "${role}" may use no schema of its search_path ("$user", public), and needs one for ` +
          `its tables: ${grant}`,
      );
      await administer(superuser, grant);
      await assertStarts(url);
    });
  });

  describe('names what is wrong with the address', () => {
    for (const password of ['pa/55', 'pa?ss', 'pa#ss', '100%', 'p@/ss']) {
      it(`when the password is ${password} as it stands`, async () => {
        await assertRefused(
          servers.postgres.replace('hawker@', `hawker:${password}@`),
          'the address of PostgreSQL has a user or password with a character such as / ? # or % in it: ' +
            'percent-encode the password, as in postgres://user:p%2Fss@host:port/database',
        );
      });
    }

    for (const mode of ['verify', 'allow', '']) {
      it(`when its sslmode is "${mode}"`, async () => {
        await assertRefused(
          addressOf({ search: `?sslmode=${mode}` }),
          `the address of PostgreSQL has the sslmode "${mode}", which is unknown; it must be disable, ` +
            'prefer, require, verify-ca, verify-full or no-verify',
        );
      });
    }
  });

  it('takes passwords that are percent-encoded, or have an @', async () => {
    for (const password of ['p%2Fs%3Fs%23%25', 'p@ss']) {
      await assertStarts(servers.postgres.replace('hawker@', `hawker:${password}@`));
    }
  });

  it('trusts any certificate with sslmode=no-verify', async (t) => {
    const url = await behindTls(t);
    await assertStarts(`${url}?sslmode=no-verify`);
    await assertStarts(`${url}?sslmode=require`);
    await assert.rejects(start(`${url}?sslmode=verify-full`), /self-signed certificate/);
  });
});
