/** Servers with which hawker does not start, each a real one. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { StartupError } from '../base/startup-error.ts';
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

function addressOf(parts: Partial<Pick<URL, 'pathname' | 'username' | 'search'>>): string {
  return Object.assign(new URL(servers.postgres), parts).href;
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
});
