/**
 * Checks of a Redis that is being connected to. A server that cannot keep what is promised is refused
 * in one sentence: what was found, what is needed, and where to change it.
 */
import type { Redis } from 'ioredis';
import { redactUrl } from '../base/address-form.ts';
import { StartupError } from '../base/startup-error.ts';

/**
 * Checks the server of an address that names one server, and the database that it names.
 *
 * @throws StartupError when the server lacks that database, or is a replica
 */
export async function expectRightServer(redis: Redis, address: string): Promise<void> {
  await expectDatabase(redis, address);
  const info = await infoOf(redis, 'replication');
  if (info.get('role') !== 'slave') return;
  const master = `${info.get('master_host')}:${info.get('master_port')}`;
  throw new StartupError(
    `Redis at ${redactUrl(address)} is a replica, and a master is needed; set STORE_ADDR to its master, ${master}`,
  );
}

/** The client ignores a failed SELECT and goes on with database 0, which may be somebody else's. */
async function expectDatabase(redis: Redis, address: string): Promise<void> {
  const database = redis.options.db ?? 0;
  if (database === 0) return;
  try {
    await redis.select(database);
  } catch (error) {
    if (!isReply(error)) throw error;
    throw new StartupError(
      `Redis at ${redactUrl(address)} does not open database ${database} (${error.message}); end STORE_ADDR with the number of a database that it has`,
    );
  }
}

/**
 * Checks the addresses of a Cluster's nodes, before any of them is connected to.
 *
 * @throws StartupError when one names a database other than 0
 */
export function expectNoDatabase(nodes: readonly string[]): void {
  for (const node of nodes) {
    const { pathname, searchParams } = new URL(node);
    const database = Number(pathname.slice(1) || searchParams.get('db'));
    if (database === 0) continue;
    throw new StartupError(
      `STORE_ADDR names database ${database}, and a Redis Cluster has only database 0; leave the number out`,
    );
  }
}

/** Returns the fields of a section of INFO; none if we may not ask. */
export async function infoOf(redis: Redis, section: string): Promise<ReadonlyMap<string, string>> {
  const info = await ifAllowed(redis.info(section));
  return info === undefined ? new Map() : fieldsOf(info);
}

/** Awaits a reply; undefined if we may not ask: a server that is managed by others may keep it. */
export async function ifAllowed<T>(reply: PromiseLike<T>): Promise<T | undefined> {
  try {
    return await reply;
  } catch (error) {
    if (isReply(error) && /NOPERM|unknown (?:sub)?command/i.test(error.message)) return undefined;
    throw error;
  }
}

function fieldsOf(info: string): ReadonlyMap<string, string> {
  const lines = info.split('\r\n').map((line) => line.split(':'));
  return new Map(lines.map(([name = '', ...value]) => [name, value.join(':')]));
}

/** Whether the server answered with an error, so that it is there. */
const isReply = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'ReplyError';
