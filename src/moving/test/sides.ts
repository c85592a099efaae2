/** Two kinds of stores, empty ones each time. */
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { readCommon, type Environment } from '#kit/host/env.ts';
import type { Entry, Row } from '#kit/moving/movable-store.ts';
import { privateRedis } from '#kit/testing/process.ts';
import { servers, temporaryFolder, unique, type Ends } from '#kit/testing/testing.ts';
import { startS3 } from '../../services/file-store/test/s3.ts';
import { loadMovableStores, type ServiceName } from '../../services.ts';
import { exported } from '../export.ts';
import { importAll } from '../import.ts';
import { Progress } from '../progress.ts';

export type Kind = 'embedded' | 'shared';

const secret = 'a secret of the attestations';

/**
 * Variables of a start with stores in which nothing is.
 *
 * @param hasFiles whether the file store is to be used
 */
export async function emptyStores(t: Ends, kind: Kind, hasFiles = true): Promise<Environment> {
  const own = { DATA_DIR: temporaryFolder(), HMAC_SECRET: secret };
  if (kind === 'embedded') return own;
  const { env } = hasFiles ? await startS3(t) : {};
  const [STORE_ADDR, DATABASE_URL] = [await emptyRedis(t), await emptyDatabase(t)];
  return { ...own, ...env, STORE_ADDR, DATABASE_URL };
}

/** A database of its own: one service has no deployments. */
async function emptyDatabase(t: Ends): Promise<string> {
  const name = unique('moving_');
  const run = async (statement: string) => {
    const client = new Client(servers.postgres);
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`CREATE DATABASE ${name}`);
  t.after(() => run(`DROP DATABASE ${name} WITH (FORCE)`));
  const url = new URL(servers.postgres);
  url.pathname = `/${name}`;
  return url.href;
}

/** A server of its own: an export refuses while others use the same keys. */
async function emptyRedis(t: Ends): Promise<string> {
  // Nothing here ends it: what it keeps need not be on a disk.
  const { port } = await privateRedis(t, ['--appendonly', 'no']);
  return `redis://127.0.0.1:${port}`;
}

const places = async (service: ServiceName, env: Environment) =>
  (await loadMovableStores(service))(env, readCommon(env));

const quiet = (service: string) => new Progress(service, () => {});

/** What `hawker export` writes. */
export async function exportText(service: ServiceName, env: Environment): Promise<string> {
  const options = { service, version: '1.2.3', now: 0, progress: quiet(service) };
  const stream = new PassThrough();
  const reading = text(stream);
  for await (const part of exported({ ...options, places: await places(service, env) })) {
    if (!stream.write(part)) await once(stream, 'drain');
  }
  stream.end();
  return reading;
}

/** What `hawker import` does. */
export async function importText(
  service: ServiceName,
  env: Environment,
  lines: string,
): Promise<void> {
  await importStream(service, env, Readable.from([Buffer.from(lines)]));
}

/** The same of lines that come one after another. */
export async function importStream(
  service: ServiceName,
  env: Environment,
  source: Readable,
): Promise<void> {
  const options = { service, source, sourceName: 'test', progress: quiet(service) };
  await importAll({ ...options, places: await places(service, env) });
}

/** The rows, in an order that does not depend on the store. */
export function rowsIn(lines: string): string[] {
  const all = lines.trimEnd().split('\n').slice(1, -1);
  const entries = all.map((line) => JSON.parse(line) as Entry).filter(isVisible);
  const rows = entries.map(({ table, row }) => {
    const columns = Object.entries(row).filter(([name]) => !isWithoutMeaning(table, row, name));
    return JSON.stringify({
      table,
      row: Object.fromEntries(columns.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    });
  });
  return rows.toSorted();
}

/** Policies have numbers in the embedded store alone; accounts are never removed. */
const isVisible = ({ table, row }: Entry) =>
  table !== 'sqlite_sequence' || !['policy', 'account'].includes(String(row['name']));

/** Since when an order is in a state that no timer ends. */
const isWithoutMeaning = (table: string, row: Row, name: string) =>
  table === 'orders' &&
  name === 'at' &&
  ['offered', 'accepted', 'arrived', 'picking', 'delivering'].includes(String(row['state']));
