/** Redis: connecting, and Lua scripts kept one to a file. */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path/posix';
import { Redis, type Cluster, type RedisOptions } from 'ioredis';
import { redisAddress, redactUrl } from '../base/address-form.ts';
import { StartupError } from '../base/startup-error.ts';
import { storeStep, type StoreStep } from './store-steps.ts';
import { storeUnavailable } from '../base/refusal.ts';
import { answerTimeoutMs } from './availability.ts';
import { RedisCluster } from './redis-cluster.ts';
import { expectNewEnough, expectNoDatabase, expectRightServer, speaksTls } from './redis-start.ts';
import type { Store } from './store.ts';

export type RedisConnection = Redis | Cluster;

/** At once at first: often one connection broke, and the server is there. */
const retryAfterMs = (attempt: number) => Math.min((attempt - 1) * 50, 1_000);

export const redisOptions = {
  lazyConnect: true,
  connectTimeout: 3_000,
  // A server that stalls is as good as away: the connection ends, and everything that waits on it
  // fails. Until another connection has had its first answers, commands are refused at once.
  socketTimeout: answerTimeoutMs,
  // In a Cluster commands may also wait for a node to be connected.
  commandTimeout: answerTimeoutMs,
  // While the server is away requests fail at once with 503 instead of piling up, and a step
  // whose outcome is unknown is never sent a second time behind the caller's back.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  autoResubscribe: false,
  retryStrategy: retryAfterMs,
} satisfies RedisOptions;

/** While this key is there, keys of this prefix are being imported, or that was broken off. */
export const unfinishedImportKey = (prefix: string) => `hawker:import-unfinished:${prefix}`;

/** What connections are called that use the keys of a prefix. */
const connectionName = (prefix: string) => `hawker:${prefix}`;

/** What the connection of an import into the keys of a prefix is called. */
export const importName = (prefix: string, token: string) => `hawker:import:${prefix}:${token}`;

/**
 * Connects to `host:port`, `redis://…`, `rediss://…` or `redis+cluster://host:port,host:port`.
 *
 * @param prefix of the keys that a service keeps there: the connection is named after it
 * @throws StartupError when nothing answers there, it is the wrong server, or an import into these
 *   keys was broken off
 */
export async function openRedis(address: string, prefix?: string): Promise<RedisConnection> {
  if (prefix === undefined) return connect(address);
  const connection = await connect(address, connectionName(prefix));
  try {
    await expectWhole(connection, prefix);
    return connection;
  } catch (error) {
    connection.disconnect();
    throw error;
  }
}

/**
 * Connects to the same, under a name of the connection's own.
 *
 * @throws StartupError when nothing answers there, or it is the wrong server: see redis-start.ts
 */
export async function connect(address: string, name?: string): Promise<RedisConnection> {
  const connection = create(address, name === undefined ? {} : { connectionName: name });
  let failure: Error | undefined;
  connection.on('error', (error: Error) => (failure = error));
  try {
    await connection.connect();
    await connection.ping();
    await expectNewEnough(connection, address);
    if (connection instanceof Redis) await expectRightServer(connection, address);
    return connection;
  } catch (error) {
    connection.disconnect();
    if (error instanceof StartupError) throw error;
    if (connection instanceof Redis && (await speaksTls(connection))) {
      throw new StartupError(
        `Redis at ${redactUrl(address)} speaks TLS; try rediss:// in STORE_ADDR`,
      );
    }
    const reason = (failure ?? (error as Error)).message;
    throw new StartupError(`no Redis answers at ${redactUrl(address)} (${reason}); see STORE_ADDR`);
  }
}

async function expectWhole(redis: RedisConnection, prefix: string): Promise<void> {
  if ((await redis.exists(unfinishedImportKey(prefix))) === 0) return;
  throw new StartupError(
    `Redis holds an import into the keys of "${prefix}" that was broken off; import it again`,
  );
}

export interface Clients {
  /** Connections of running processes. */
  readonly processes: number;
  /** Connections of imports, but for the one of that token. */
  readonly imports: number;
}

/** Returns the clients that use the keys of a prefix; none if we may not ask. */
export async function clientsOf(
  redis: RedisConnection,
  prefix: string,
  token = '',
): Promise<Clients> {
  const nodes = redis instanceof Redis ? [redis] : redis.nodes('master');
  const lists = await Promise.all(nodes.map((node) => listClients(node)));
  // Another database has keys of its own.
  const database = ` db=${redis instanceof Redis ? (redis.options.db ?? 0) : 0} `;
  const names = lists
    .flatMap((list) => list.split('\n'))
    .filter((line) => line.includes(database))
    .map((line) => / name=(\S*)/.exec(line)?.[1] ?? '');
  const isOther = (name: string) =>
    name.startsWith(importName(prefix, '')) && name !== importName(prefix, token);
  return {
    processes: names.filter((name) => name === connectionName(prefix)).length,
    imports: names.filter(isOther).length,
  };
}

/** A server that is managed by others may keep it to itself. */
async function listClients(node: Redis): Promise<string> {
  try {
    return String(await node.client('LIST'));
  } catch (error) {
    if (/NOPERM|unknown (?:sub)?command/i.test(String(error))) return '';
    throw error;
  }
}

function create(address: string, own: Pick<RedisOptions, 'connectionName'>): RedisConnection {
  if (!redisAddress.fits(address)) {
    throw new StartupError(`the address of Redis must have the form ${redisAddress.form}`);
  }
  const cluster = /^redis\+cluster:\/\/(.+)$/.exec(address);
  if (cluster) {
    const nodes = cluster[1]!.split(',').map((node) => `redis://${node}`);
    expectNoDatabase(nodes);
    return new RedisCluster(nodes, { ...redisOptions, ...own }, retryAfterMs);
  }
  const url = address.includes('://') ? address : `redis://${address}`;
  return new Redis(url, { ...redisOptions, ...own });
}

/** What the host asks of a connection. */
export function redisLifecycle(redis: RedisConnection): Store {
  return {
    description: 'redis',
    ready: () => command(answers(redis)),
    close: async () => redis.disconnect(),
  };
}

/** @throws Error when the server does not answer, or the Cluster lacks a node that it needs */
async function answers(redis: RedisConnection): Promise<void> {
  if (redis instanceof Redis) return void (await redis.ping());
  const state = await redis.cluster('INFO');
  if (!state.includes('cluster_state:ok')) throw new Error('CLUSTERDOWN');
}

/** A Lua script: one indivisible step. */
export type Script<ReplyT> = (keys: string[], args: (string | number)[]) => Promise<ReplyT>;

/**
 * KEYS of a script that derives the keys it touches from data; all of them have this hash tag. These
 * two never exist, so a Cluster refuses the script as long as the slot of the tag moves: see
 * docs/adr/0024. The keys of a script that derives none are those that it touches, all of them.
 */
export const keysOfTag = (tag: string): string[] => [tag, `${tag}:absent`];

/** Yields the step of `<name>.lua`, which may be in a subfolder; `decode` checks what it replies. */
export type Scripts = <ReplyT>(name: string, decode: (reply: unknown) => ReplyT) => Script<ReplyT>;

interface ScriptOptions {
  /** Each becomes a Lua local of the same name. */
  readonly constants?: Readonly<Record<string, number | string>>;
  /** Lua files of functions that scripts of several folders share. */
  readonly libraries?: readonly URL[];
}

/**
 * The scripts of a folder, one step to a file. Each is preceded by the constants, the libraries,
 * and `lib.lua` of the folder where there is one. A script runs by digest, and is sent whole when
 * the server does not know it (first use, restart, failover).
 */
export function loadScripts(
  redis: RedisConnection,
  folder: URL,
  { constants = {}, libraries = [] }: ScriptOptions = {},
): Scripts {
  const own = new URL('lib.lua', folder);
  const shared = existsSync(own) ? [...libraries, own] : libraries;
  const locals = Object.entries(constants).map(
    ([name, value]) => `local ${name} = ${literal(value)}`,
  );
  const prelude = [...locals, ...shared.map((file) => readFileSync(file, 'utf8'))];
  return (name, decode) => {
    const lua = [...prelude, readFileSync(new URL(`${name}.lua`, folder), 'utf8')].join('\n');
    const run = defineScript(redis, name, lua);
    return async (keys, args) => decode(await run(keys, args));
  };
}

/** Lua reads the escapes that JSON writes, but for `\u`. */
function literal(value: number | string): string {
  if (typeof value === 'string' && /[^ -~]/.test(value)) throw new Error('constants are ASCII');
  return JSON.stringify(value);
}

function defineScript(redis: RedisConnection, name: string, lua: string): Script<unknown> {
  const unique = `script:${name}:${nextScript++}`;
  redis.defineCommand(unique, { lua });
  const run = Reflect.get(redis, unique) as (...args: unknown[]) => Promise<unknown>;
  const step: StoreStep = { system: 'redis', name: basename(name) };
  return (keys, args) =>
    storeStep(step, () => command(run.call(redis, keys.length, ...keys, ...args)));
}

let nextScript = 0;

/** Awaits a command; a server that is away becomes a refusal (503). */
export async function command<T>(reply: PromiseLike<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    throw storeError(error);
  }
}

/** Turns "the server is away" into a refusal (503); any other error is a fault and stays itself. */
export function storeError(error: unknown): unknown {
  const message = error instanceof Error ? error.message : String(error);
  return unanswered.test(message) || notNow.test(message) ? storeUnavailable(error) : error;
}

/** What the client says when no answer came, or it could not ask. */
const unanswered =
  /ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|Command timed out|Connection is closed|isn't writeable|isn't ready|max retries|All .*nodes|None of startup nodes|Cluster is (?:ended|disconnect)|No (?:sharded )?subscriber|Too many Cluster redirections/i;

/** What a server says that cannot do it now; in a script, from where the script asked. */
const notNow =
  /(?:^|@user_script: ?\d+: )(?:(?:LOADING|CLUSTERDOWN|READONLY|MASTERDOWN|OOM|BUSY|MISCONF|NOREPLICAS|TRYAGAIN|MOVED|ASK|UNBLOCKED|UNKILLABLE|NOSCRIPT)\b|(?:ERR )?Script attempted to (?:access a non local key|execute .* while the cluster is down))/;
