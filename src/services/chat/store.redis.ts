/**
 * The shared store. A room's keys and its channel share the hash tag `{<prefix>:<room>}`, so
 * rooms spread over a Cluster and each is served by one shard, in one order.
 *
 *   {chat:<room>}:seq    string  place of the latest message
 *   {chat:<room>}:log    list    the last 100 messages, JSON, oldest first
 *   {chat:<room>}        sharded pub/sub channel
 *   chat:rooms           set     rooms with history
 *   chat:replicas        zset    replica -> instant of its last heartbeat
 *   chat:presence:<id>   hash    room -> clients on that replica
 */
import { randomUUID } from 'node:crypto';
import { command, loadScript, openRedis, storeError, type RedisConnection } from '#kit/redis.ts';
import {
  historyLimit,
  presence,
  sumRooms,
  type ChatStore,
  type Draft,
  type Follower,
  type Message,
  type RoomCount,
} from './store.ts';

/** @throws StartupError when nothing answers at `address` */
export async function openRedisStore(address: string, prefix: string): Promise<ChatStore> {
  const redis = await openRedis(address);
  // A connection that subscribes does nothing else.
  const subscriber = await openRedis(address).catch((error: unknown) => {
    redis.disconnect();
    throw error;
  });
  return new RedisChat(redis, subscriber, prefix);
}

class RedisChat implements ChatStore {
  readonly #redis: RedisConnection;
  readonly #subscriber: RedisConnection;
  readonly #prefix: string;
  readonly #replica = randomUUID();
  readonly #append;
  readonly #followers = new Map<string, Follower>();
  /** Rooms that are known to stand in `chat:rooms`. */
  readonly #listed = new Set<string>();

  constructor(redis: RedisConnection, subscriber: RedisConnection, prefix: string) {
    this.#redis = redis;
    this.#subscriber = subscriber;
    this.#prefix = prefix;
    this.#append = loadScript<number>(redis, new URL('./lua/append.lua', import.meta.url));
    subscriber.on('smessage', (channel: string, text: string) => this.#receive(channel, text));
    subscriber.on('ready', () => void this.#resume());
    // What Redis forgot in the meantime is listed again.
    redis.on('ready', () => this.#listed.clear());
  }

  async append(room: string, drafts: readonly Draft[]): Promise<void> {
    const tag = this.#tag(room);
    const texts = drafts.map((draft) => jsonBeforeSeq(room, draft));
    if (!this.#listed.has(room)) {
      await command(this.#redis.sadd(`${this.#prefix}:rooms`, room));
      this.#listed.add(room);
    }
    await this.#append([`${tag}:seq`, `${tag}:log`, tag], [historyLimit, ...texts]);
  }

  async history(room: string, since: number): Promise<Message[]> {
    const texts = await command(this.#redis.lrange(`${this.#tag(room)}:log`, 0, -1));
    return texts.map(toMessage).filter(({ seq }) => seq > since);
  }

  async lastSeq(room: string): Promise<number> {
    return Number(await command(this.#redis.get(`${this.#tag(room)}:seq`)));
  }

  async follow(room: string, follower: Follower): Promise<void> {
    this.#followers.set(this.#tag(room), follower);
    await command(this.#subscriber.ssubscribe(this.#tag(room)));
  }

  async unfollow(room: string): Promise<void> {
    this.#followers.delete(this.#tag(room));
    await this.#subscriber.sunsubscribe(this.#tag(room)).catch(storeErrorOnly);
  }

  announce(counts: ReadonlyMap<string, number>, now: number): Promise<void> {
    return command(this.#announce([...counts], now));
  }

  async #announce(counts: [room: string, clients: number][], now: number): Promise<void> {
    const redis = this.#redis;
    const key = `${this.#prefix}:presence:${this.#replica}`;
    const present = counts.filter(([, clients]) => clients > 0);
    const empty = counts.filter(([, clients]) => clients === 0).map(([room]) => room);
    const dead = String(now - 4 * presence.lifetime);
    await redis.zremrangebyscore(`${this.#prefix}:replicas`, '-inf', dead);
    await redis.zadd(`${this.#prefix}:replicas`, now, this.#replica);
    if (present.length > 0) await redis.hset(key, Object.fromEntries(present));
    if (empty.length > 0) await redis.hdel(key, ...empty);
    await redis.pexpire(key, 4 * presence.lifetime);
  }

  rooms(now: number): Promise<RoomCount[]> {
    return command(this.#rooms(now));
  }

  async #rooms(now: number): Promise<RoomCount[]> {
    const redis = this.#redis;
    const alive = String(now - presence.lifetime);
    const replicas = await redis.zrangebyscore(`${this.#prefix}:replicas`, alive, '+inf');
    const keys = replicas.map((replica) => `${this.#prefix}:presence:${replica}`);
    const counts = await Promise.all(keys.map((key) => redis.hgetall(key)));
    const names = await redis.smembers(`${this.#prefix}:rooms`);
    return sumRooms(
      names,
      counts.flatMap(Object.entries).map(([name, clients]) => [name, Number(clients)] as const),
    );
  }

  async ready(): Promise<void> {
    await command(this.#redis.ping());
  }

  async close(): Promise<void> {
    const key = `${this.#prefix}:presence:${this.#replica}`;
    // The counts lapse by themselves if Redis is away.
    await this.#redis.del(key).catch(storeErrorOnly);
    this.#redis.disconnect();
    this.#subscriber.disconnect();
  }

  #tag(room: string): string {
    return `{${this.#prefix}:${encodeURIComponent(room)}}`;
  }

  #receive(channel: string, text: string): void {
    this.#followers.get(channel)?.messages(text.split('\n').map(toMessage));
  }

  /** After a reconnection: subscribes again, then has the followers fetch what they missed. */
  async #resume(): Promise<void> {
    for (const [channel, follower] of this.#followers) {
      try {
        await command(this.#subscriber.ssubscribe(channel));
        follower.resumed();
      } catch (error) {
        // If it is gone again, the next `ready` starts over.
        process.emitWarning(`chat could not follow ${channel} again: ${String(error)}`);
      }
    }
  }
}

/** Lets "the server is away" pass and throws anything else. */
function storeErrorOnly(error: unknown): void {
  if (storeError(error) === error) throw error;
}

/** A message as append.lua takes it: without `seq` and the closing brace. */
function jsonBeforeSeq(room: string, { user, content, timestamp }: Draft): string {
  return JSON.stringify({ user, room, content, timestamp }).slice(0, -1);
}

function toMessage(text: string): Message {
  const { user, room, content, timestamp, seq }: Message = JSON.parse(text);
  return { user, room, content, timestamp, seq };
}
