/** The shared operational store. Each step of the port is one Lua script, hence indivisible. */
import { command, loadScript, openRedis, type RedisConnection } from '#kit/redis.ts';
import { bucketCount, sum } from '../buckets.ts';
import { shardCount, shardOfHub, shardOfReservation } from '../shards.ts';
import {
  lifetimes,
  nowhere,
  portions,
  type Backlog,
  type Ending,
  type Load,
  type LoadOutcome,
  type OutboxEntry,
  type PendingMovement,
  type Place,
  type Reading,
  type Reserve,
  type ReserveOutcome,
  type Stock,
  type StockStore,
} from '../stock-store.ts';

type Scalar = string | number;
type StockReply = [loaded: number, available: number, held: number, confirmed: number, n: number];
type ReadReply = [seq: number, ...StockReply, pending: string[] | null];

/** @throws StartupError when nothing answers at `address` */
export async function openRedisStock(address: string, prefix: string): Promise<StockStore> {
  return new RedisStock(await openRedis(address), prefix);
}

class RedisStock implements StockStore {
  readonly #redis: RedisConnection;
  /** Hash tag of each shard. */
  readonly #tags: readonly string[];
  readonly #scripts;

  constructor(redis: RedisConnection, prefix: string) {
    this.#redis = redis;
    this.#tags = Array.from({ length: shardCount }, (_, shard) => `{${prefix}:${shard}}`);
    const file = (name: string) => new URL(`./${name}.lua`, import.meta.url);
    const script = <ReplyT>(name: string) => {
      const run = loadScript<ReplyT>(redis, file('lib'), file(name));
      return (shard: number, ...args: Scalar[]) => run([this.#tags[shard]!], args);
    };
    this.#scripts = {
      stock: script<StockReply | null>('stock'),
      load: script<['below-held', held: number] | ['loaded', ...StockReply]>('load'),
      reserve: script<
        | ['reserved', id: string, expiresAt: number]
        | ['order-mismatch']
        | ['short', ...available: number[]]
      >('reserve'),
      confirm: script<Ending | 'unknown'>('confirm'),
      release: script<Ending | 'unknown'>('release'),
      reap: script<number>('reap'),
      claim: script<string[]>('claim'),
      acknowledge: script<null>('acknowledge'),
      backlog: script<[entries: number, oldestAt: string]>('backlog'),
      read: script<(ReadReply | null)[]>('read'),
    };
  }

  async stock(place: Place): Promise<Stock | undefined> {
    const reply = await this.#scripts.stock(shardOfHub(place.hubId), nameOf(place));
    return reply ? stockOf(reply) : undefined;
  }

  async load({ hubId, sku, quantity, partitioned, entryId, now }: Load): Promise<LoadOutcome> {
    const buckets = partitioned === undefined ? '' : partitioned ? bucketCount : 1;
    const hub = encodeURIComponent(hubId);
    const shard = shardOfHub(hubId);
    const reply = await this.#scripts.load(shard, hub, sku, quantity, buckets, entryId, now);
    if (reply[0] === 'below-held') return { kind: reply[0], held: reply[1] };
    const [kind, ...stock] = reply;
    return { kind, stock: stockOf(stock) };
  }

  async reserve(reserve: Reserve): Promise<ReserveOutcome> {
    const { reservationId, hubId, orderId, userId, lines, primaries, now } = reserve;
    const reply = await this.#scripts.reserve(
      shardOfHub(hubId),
      reservationId,
      encodeURIComponent(hubId),
      orderId,
      userId,
      JSON.stringify(lines),
      primaries.join(),
      now,
      lifetimes.hold,
    );
    switch (reply[0]) {
      case 'reserved':
        return { kind: reply[0], reservationId: reply[1], expiresAt: reply[2] };
      case 'short':
        return { kind: reply[0], available: reply.slice(1).map(Number) };
      case 'order-mismatch':
        return { kind: reply[0] };
    }
  }

  async confirm(reservationId: string, now: number): Promise<Ending | 'unknown'> {
    const shard = shardOfReservation(reservationId);
    return shard === undefined ? 'unknown' : this.#scripts.confirm(shard, reservationId, now);
  }

  async release(reservationId: string, now: number): Promise<Ending | 'unknown'> {
    const shard = shardOfReservation(reservationId);
    return shard === undefined ? 'unknown' : this.#scripts.release(shard, reservationId, now);
  }

  async reap(now: number): Promise<boolean> {
    const counts = await this.#inAllShards((shard) =>
      this.#scripts.reap(shard, now, portions.reap),
    );
    return counts.includes(portions.reap);
  }

  async claim(now: number): Promise<OutboxEntry[]> {
    const until = now + lifetimes.claim;
    const texts = await this.#inAllShards((shard) =>
      this.#scripts.claim(shard, now, until, portions.claim),
    );
    return texts.flat().map(entryOf);
  }

  async acknowledge(entries: readonly OutboxEntry[]): Promise<void> {
    await inShards(entries, (shard, own) =>
      this.#scripts.acknowledge(shard, ...own.map(({ id }) => id)),
    );
  }

  async giveBack(entries: readonly OutboxEntry[]): Promise<void> {
    await inShards(entries, (shard, own) =>
      command(this.#redis.zrem(this.#key(shard, 'claims'), ...own.map(({ id }) => id))),
    );
  }

  async backlog(): Promise<Backlog> {
    const shards = await this.#inAllShards((shard) => this.#scripts.backlog(shard));
    const instants = shards.flatMap(([, oldestAt]) => (oldestAt === '' ? [] : [Number(oldestAt)]));
    return {
      entries: sum(shards.map(([entries]) => entries)),
      oldestAt: instants.length === 0 ? undefined : Math.min(...instants),
    };
  }

  async *places(): AsyncIterable<readonly Place[]> {
    for (let shard = 0; shard < shardCount; shard++) {
      let after = '-';
      for (;;) {
        const key = this.#key(shard, 'places');
        const names = await command(
          this.#redis.zrangebylex(key, after, '+', 'LIMIT', 0, portions.places),
        );
        if (names.length === 0) break;
        yield names.map(placeOf);
        after = `(${names.at(-1)!}`;
      }
    }
  }

  async read(places: readonly Place[]): Promise<Reading[]> {
    const readings = await inShards(places, async (shard, own) => {
      const replies = await this.#scripts.read(shard, portions.pending, ...own.map(nameOf));
      return own.map((place, i) => [place, readingOf(place, replies[i]!)] as const);
    });
    const byPlace = new Map(readings.flat());
    return places.map((place) => byPlace.get(place)!);
  }

  async ready(): Promise<void> {
    await command(this.#redis.ping());
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
  }

  #key(shard: number, kind: string): string {
    return `${this.#tags[shard]!}:${kind}`;
  }

  #inAllShards<T>(work: (shard: number) => Promise<T>): Promise<T[]> {
    return Promise.all(this.#tags.map((_, shard) => work(shard)));
  }
}

/** Works on the members of each shard by themselves. */
function inShards<T extends { readonly hubId: string }, R>(
  members: readonly T[],
  work: (shard: number, own: T[]) => Promise<R>,
): Promise<R[]> {
  const groups = Map.groupBy(members, ({ hubId }) => shardOfHub(hubId));
  return Promise.all([...groups].map(([shard, own]) => work(shard, own)));
}

/** A place as the keys name it: the first slash ends the hub. */
function nameOf({ hubId, sku }: Place): string {
  return `${encodeURIComponent(hubId)}/${sku}`;
}

function placeOf(name: string): Place {
  const slash = name.indexOf('/');
  return { hubId: decodeURIComponent(name.slice(0, slash)), sku: name.slice(slash + 1) };
}

function stockOf([loaded, available, held, confirmed, buckets]: StockReply): Stock {
  return { loaded, available, held, confirmed, buckets };
}

function entryOf(text: string): OutboxEntry {
  const { id, kind, hub, order = null, user = null, at, movements } = JSON.parse(text);
  const hubId = decodeURIComponent(hub);
  return { id, kind, hubId, orderId: order, userId: user, at, movements };
}

function readingOf(place: Place, reply: ReadReply | null): Reading {
  if (!reply) return { ...place, stock: nowhere, seq: 0, pending: [] };
  const [seq, loaded, available, held, confirmed, n, pending] = reply;
  const stock = stockOf([loaded, available, held, confirmed, n]);
  return { ...place, stock, seq, pending: pending ? pendingOf(pending) : undefined };
}

/** From `seq, "<delta> <entry>", …`. */
function pendingOf(flat: readonly string[]): PendingMovement[] {
  return Array.from({ length: flat.length / 2 }, (_, i) => {
    const [delta, entryId] = flat[2 * i + 1]!.split(' ') as [string, string];
    return { entryId, seq: Number(flat[2 * i]), delta: Number(delta) };
  });
}
