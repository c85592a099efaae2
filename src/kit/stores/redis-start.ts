/**
 * Checks of a Redis that is being connected to. A server that cannot keep what is promised is refused
 * in one sentence: what was found, what is needed, and where to change it.
 */
import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';
import type { Cluster, Redis } from 'ioredis';
import { redactUrl } from '../base/address-form.ts';
import { StartupError } from '../base/startup-error.ts';

/** How long a port may take to answer that it speaks TLS, milliseconds. */
const tlsTimeoutMs = 1_000;

/** Returns whether a server takes TLS on the port at which a connection without TLS has failed. */
export async function speaksTls({ options }: Redis): Promise<boolean> {
  const { host = 'localhost', port = 6379, tls } = options;
  if (tls !== undefined) return false;
  // Nothing is sent, so the certificate does not matter.
  const socket = connectTls({ host, port, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(tlsTimeoutMs) });
    return true;
  } catch {
    // The failure of the connection itself says more.
    return false;
  } finally {
    socket.on('error', () => {}).destroy();
  }
}

/**
 * Checks the version of a server, in a Cluster that of one node.
 *
 * @throws StartupError when it is older than Redis 7 or Valkey 7.2
 */
export async function expectNewEnough(redis: Redis | Cluster, address: string): Promise<void> {
  const found = tooOld(await infoOf(redis, 'server'));
  if (found === undefined) return;
  throw new StartupError(
    `Redis at ${redactUrl(address)} is ${found}, and Redis 7 or Valkey 7.2 is needed; set STORE_ADDR to a newer server`,
  );
}

/** Names a server and its version if that is too old; a server that tells none passes. */
export function tooOld(info: ReadonlyMap<string, string>): string | undefined {
  const valkey = info.get('valkey_version');
  // Valkey tells a redis_version as well: the one that it is compatible with.
  const version = valkey ?? info.get('redis_version');
  if (version === undefined) return undefined;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isTooOld = major < 7 || (valkey !== undefined && major === 7 && minor < 2);
  return isTooOld ? `${valkey === undefined ? 'Redis' : 'Valkey'} ${version}` : undefined;
}

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
export async function infoOf(
  redis: Redis | Cluster,
  section: string,
): Promise<ReadonlyMap<string, string>> {
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
