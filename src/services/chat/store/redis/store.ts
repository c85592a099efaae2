/**
 * The shared store. A room's keys and its channel share the hash tag `{<prefix>:<room>}`, so rooms
 * spread over a Cluster, and one shard gives a room its one order.
 *
 *   {chat:<room>}:seq    string  seq of the latest message
 *   {chat:<room>}:log    list    the last 100 messages, JSON, oldest first
 *   {chat:<room>}        sharded pub/sub channel
 *   chat:rooms           zset    rooms with history; all scores are 0, so they are sorted by name
 *   chat:replicas        zset    replica -> instant of its last heartbeat
 *   chat:presence:<id>   hash    room -> clients on that replica
 */
import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import type { Logger } from 'pino';
import {
  command,
  loadScripts,
  openRedis,
  redisLifecycle,
  storeError,
  type RedisConnection,
} from '#kit/stores/redis.ts';
import { checked, storedJson } from '#kit/web/schema.ts';
import type { Store } from '#kit/stores/store.ts';
import {
  historyLimit,
  Message,
  presence,
  type ChatStore,
  type Draft,
  type Follower,
} from '../store.ts';

/** @throws StartupError when nothing answers at `address` */
export async function openRedisStore(
  address: string,
  prefix: string,
  log: Logger,
): Promise<ChatStore> {
  const redis = await openRedis(address);
  // A connection that subscribes can do nothing else.
  const subscriber = await openRedis(address).catch((error: unknown) => {
    redis.disconnect();
    throw error;
  });
  return new RedisChat(redis, subscriber, prefix, log);
}

const parseMessage = storedJson('message of a room', Message);
const checkSeq = checked('seq of a room', Type.Integer());
const checkCount = checked('clients of a room', Type.Integer());

class RedisChat implements ChatStore {
  readonly description: string;
  readonly #redis: RedisConnection;
  readonly #subscriber: RedisConnection;
  readonly #prefix: string;
  readonly #log: Logger;
  readonly #lifecycle: Store;
  readonly #replica = randomUUID();
  readonly #append;
  readonly #followers = new Map<string, Follower>();
  /** Followed rooms that this replica has entered into `chat:rooms`. */
  readonly #listed = new Set<string>();

  constructor(redis: RedisConnection, subscriber: RedisConnection, prefix: string, log: Logger) {
    this.#redis = redis;
    this.#subscriber = subscriber;
    this.#prefix = prefix;
    this.#log = log;
    this.#lifecycle = redisLifecycle(redis);
    this.description = this.#lifecycle.description;
    const folder = new URL('./lua/', import.meta.url);
    const script = loadScripts(redis, folder, { constants: { HISTORY_LIMIT: historyLimit } });
    this.#append = script('append', checked('reply of append.lua', Type.Integer()));
    subscriber.on('smessage', (channel: string, text: string) => this.#receive(channel, text));
    subscriber.on('ready', () => void this.#resume());
    // A Redis that comes back may have lost the list.
    redis.on('ready', () => this.#listed.clear());
  }

  async append(room: string, drafts: readonly Draft[]): Promise<void> {
    const tag = this.#tag(room);
    if (!this.#listed.has(room)) {
      await command(this.#redis.zadd(`${this.#prefix}:rooms`, 0, room));
      if (this.#followers.has(tag)) this.#listed.add(room);
    }
    const texts = drafts.map((draft) => jsonBeforeSeq(room, draft));
    await this.#append([`${tag}:seq`, `${tag}:log`, tag], texts);
  }

  async history(room: string, since: number): Promise<Message[]> {
    const texts = await command(this.#redis.lrange(`${this.#tag(room)}:log`, 0, -1));
    return texts.map(toMessage).filter(({ seq }) => seq > since);
  }

  async lastSeq(room: string): Promise<number> {
    return checkSeq(Number(await command(this.#redis.get(`${this.#tag(room)}:seq`))));
  }

  async follow(room: string, follower: Follower): Promise<void> {
    this.#followers.set(this.#tag(room), follower);
    await command(this.#subscriber.ssubscribe(this.#tag(room)));
  }

  async unfollow(room: string): Promise<void> {
    this.#followers.delete(this.#tag(room));
    this.#listed.delete(room);
    await this.#subscriber.sunsubscribe(this.#tag(room)).catch(ignoreOutage);
  }

  async publishCounts(counts: ReadonlyMap<string, number>, now: number): Promise<void> {
    await command(this.#publishCounts([...counts], now));
  }

  async #publishCounts(counts: [room: string, clients: number][], now: number): Promise<void> {
    const redis = this.#redis;
    const key = this.#presenceKey(this.#replica);
    const present = counts.filter(([, clients]) => clients > 0);
    const empty = counts.filter(([, clients]) => clients === 0).map(([room]) => room);
    const dead = String(now - 4 * presence.lifetimeMs);
    await redis.zremrangebyscore(`${this.#prefix}:replicas`, '-inf', dead);
    await redis.zadd(`${this.#prefix}:replicas`, now, this.#replica);
    if (present.length > 0) await redis.hset(key, Object.fromEntries(present));
    if (empty.length > 0) await redis.hdel(key, ...empty);
    await redis.pexpire(key, 4 * presence.lifetimeMs);
  }

  async clientCounts(now: number): Promise<Map<string, number>> {
    const alive = String(now - presence.lifetimeMs);
    const replicas = await command(
      this.#redis.zrangebyscore(`${this.#prefix}:replicas`, alive, '+inf'),
    );
    const hashes = await Promise.all(
      replicas.map((replica) => command(this.#redis.hgetall(this.#presenceKey(replica)))),
    );
    const sums = new Map<string, number>();
    for (const [room, clients] of hashes.flatMap(Object.entries)) {
      sums.set(room, (sums.get(room) ?? 0) + checkCount(Number(clients)));
    }
    return sums;
  }

  async roomNames(after: string, limit: number): Promise<string[]> {
    const key = `${this.#prefix}:rooms`;
    return command(this.#redis.zrange(key, `(${after}`, '+', 'BYLEX', 'LIMIT', 0, limit));
  }

  ready(): Promise<void> {
    return this.#lifecycle.ready();
  }

  async close(): Promise<void> {
    // If Redis is away, the counts lapse by themselves.
    await this.#redis.del(this.#presenceKey(this.#replica)).catch(ignoreOutage);
    this.#subscriber.disconnect();
    await this.#lifecycle.close();
  }

  #tag(room: string): string {
    return `{${this.#prefix}:${encodeURIComponent(room)}}`;
  }

  #presenceKey(replica: string): string {
    return `${this.#prefix}:presence:${replica}`;
  }

  #receive(channel: string, text: string): void {
    const follower = this.#followers.get(channel);
    if (follower === undefined) return;
    let messages: Message[];
    try {
      messages = text.split('\n').map(toMessage);
    } catch (error) {
      // No replica of ours publishes this. If messages were meant, history has them.
      this.#log.error({ err: error, channel }, 'a malformed publish is ignored');
      follower.resumed();
      return;
    }
    follower.messages(messages);
  }

  /** After a reconnection: subscribes again, then has the followers fetch what they missed. */
  async #resume(): Promise<void> {
    for (const [channel, follower] of this.#followers) {
      try {
        await command(this.#subscriber.ssubscribe(channel));
        follower.resumed();
      } catch (error) {
        // If the server is away again, the next `ready` starts over.
        this.#log.warn({ err: error, channel }, 'a room could not be followed again');
      }
    }
  }
}

/** @throws any error but that the server is away */
function ignoreOutage(error: unknown): void {
  if (storeError(error) === error) throw error;
}

/** A message as append.lua takes it: without `seq` and the closing brace. */
function jsonBeforeSeq(room: string, { user, content, timestamp }: Draft): string {
  return JSON.stringify({ user, room, content, timestamp }).slice(0, -1);
}

/** The members in the order that clients see. */
function toMessage(text: string): Message {
  const { user, room, content, timestamp, seq } = parseMessage(text);
  return { user, room, content, timestamp, seq };
}
