/** Stock, as rows of the embedded store, in Redis: see lua/lib.lua. */
import { newId } from '#kit/base/ids.ts';
import { redisMovable, type Command } from '#kit/moving/redis.ts';
import { together, type Keys } from '#kit/moving/redis/keys.ts';
import type { Entry, MovableStore, Row } from '#kit/moving/movable-store.ts';
import { shardCount, shardOfHub, shardOfReference } from '../shards.ts';
import { keptReferenceMs } from '../inventory-store.ts';

export const stockTables = [
  { name: 'stock' },
  { name: 'reservation' },
  { name: 'adjustment' },
  { name: 'outbox' },
  { name: 'outbox_movement' },
];

export const redisStockMovable = (address: string, prefix: string): MovableStore =>
  redisMovable({
    address,
    prefix,
    tables: stockTables.map(({ name }) => name),
    patterns: [`{${prefix}:*`],
    read: (keys) => read(keys, prefix),
    writer: () => ({ write: ({ table, row }) => commandsOf[table]!(row, prefix) }),
  });

const tagOf = (prefix: string, shard: number) => `{${prefix}:${shard}}`;
const tagOfHub = (prefix: string, hub: unknown) => tagOf(prefix, shardOfHub(String(hub)));

async function* read(keys: Keys, prefix: string): AsyncGenerator<Entry> {
  for (let shard = 0; shard < shardCount; shard++) {
    const tag = tagOf(prefix, shard);
    for await (const [name] of keys.ranked(`${tag}:stock-keys`)) {
      const [hub_id, sku] = name.split('\t') as [string, string];
      const stock = JSON.parse((await keys.get(`${tag}:stock:${name}`))!) as Stock;
      const row = { hub_id, sku, ...stock, buckets: JSON.stringify(stock.buckets) };
      yield { table: 'stock', row };
    }
    const reservations = together(keys.ranked(`${tag}:due`), ([id, due]) =>
      reservationOf(keys, tag, id, due),
    );
    for await (const row of reservations) yield { table: 'reservation', row };
    for await (const key of keys.matching(`${tag}:adjustment:*`)) {
      const text = await keys.get(key);
      if (text === null) continue; // it has expired
      const { body, stock, at } = JSON.parse(text) as { body: string; stock: Stock; at: number };
      const reference = key.slice(`${tag}:adjustment:`.length);
      yield { table: 'adjustment', row: { reference, body, stock: JSON.stringify(stock), at } };
    }
    yield* outbox(keys, tag);
  }
}

interface Stock {
  readonly loaded: number;
  readonly buckets: readonly number[];
  readonly held: number;
  readonly confirmed: number;
  readonly seq: number;
}

interface Stored {
  readonly status: string;
  readonly hub: string;
  readonly order: string;
  readonly user: string;
  readonly lines: string;
  readonly buckets: readonly number[];
  readonly at: number;
  readonly hold_ms: number;
  readonly expires_at: number;
  readonly retaken?: boolean;
}

async function reservationOf(keys: Keys, tag: string, id: string, due: number): Promise<Row> {
  const stored = JSON.parse((await keys.get(`${tag}:reservation:${id}`))!) as Stored;
  const { hub, order, user, lines, buckets, status, at, hold_ms, expires_at } = stored;
  const latest = (await keys.field(`${tag}:order:${order}`, hub)) === id ? 1 : 0;
  const of = { reservation_id: id, hub_id: hub, order_id: order, user_id: user };
  const goods = { lines, buckets: JSON.stringify(buckets), status };
  const retaken = stored.retaken === true ? 1 : 0;
  return { ...of, ...goods, reserved_at: at, hold_ms, expires_at, retaken, latest, due };
}

interface Movement {
  readonly sku: string;
  readonly delta: number;
  readonly seq: number;
}

async function* outbox(keys: Keys, tag: string): AsyncGenerator<Entry> {
  for await (const [entry_id, at] of keys.ranked(`${tag}:outbox`)) {
    const entry = (await keys.field(`${tag}:entries`, entry_id))!;
    const claimable_at = (await keys.score(`${tag}:claimable`, entry_id)) ?? at;
    const rejection = await keys.field(`${tag}:rejections`, entry_id);
    const { failures, reason } =
      rejection === null
        ? { failures: 0, reason: null }
        : (JSON.parse(rejection) as { failures: number; reason: string });
    yield { table: 'outbox', row: { entry_id, at, claimable_at, entry, failures, reason } };
    const { hubId: hub_id, movements } = JSON.parse(entry) as {
      hubId: string;
      movements: readonly Movement[];
    };
    for (const { sku, delta, seq } of movements) {
      yield { table: 'outbox_movement', row: { entry_id, hub_id, sku, delta, seq } };
    }
  }
}

const commandsOf: Readonly<Record<string, (row: Row, prefix: string) => Command[]>> = {
  stock({ hub_id, sku, loaded, buckets, held, confirmed, seq }, prefix) {
    const tag = tagOfHub(prefix, hub_id);
    const name = `${hub_id}\t${sku}`;
    const stock = {
      loaded,
      buckets: JSON.parse(String(buckets)) as number[],
      held,
      confirmed,
      seq,
    };
    return [
      ['SET', `${tag}:stock:${name}`, JSON.stringify(stock)],
      ['ZADD', `${tag}:stock-keys`, 0, name],
    ];
  },

  reservation(row, prefix) {
    const { reservation_id, hub_id: hub, order_id: order, user_id: user, lines, status } = row;
    const { reserved_at: at, hold_ms, expires_at, retaken, latest, due } = row;
    const tag = tagOfHub(prefix, hub);
    const id = String(reservation_id);
    const goods = { lines, buckets: JSON.parse(String(row['buckets'])) as number[] };
    const times = { at, hold_ms, expires_at, ...(retaken === 1 && { retaken: true }) };
    const stored = JSON.stringify({ id, status, hub, order, user, ...goods, ...times });
    const commands: Command[] = [
      ['SET', `${tag}:reservation:${id}`, stored],
      ['ZADD', `${tag}:due`, due!, id],
    ];
    if (status === 'held') commands.push(['ZADD', `${tag}:held:${user}`, expires_at!, id]);
    if (latest === 1) commands.push(['HSET', `${tag}:order:${order}`, String(hub), id]);
    return commands;
  },

  /** The reference is granted to the adjustment, which has used it. */
  adjustment({ reference, body, stock, at }, prefix) {
    const [hub] = JSON.parse(String(body)) as [hub: string];
    const adjustment = { body, stock: JSON.parse(String(stock)) as Stock, at };
    const used = `${tagOfHub(prefix, hub)}:adjustment:${reference}`;
    const granted = `${tagOf(prefix, shardOfReference(String(reference)))}:reference:${reference}`;
    const grant = newId('grant', Number(at));
    return [
      ['SET', used, JSON.stringify(adjustment), 'PX', keptReferenceMs],
      ['SET', granted, JSON.stringify({ grant, body, hub }), 'PX', keptReferenceMs],
    ];
  },

  outbox({ entry_id, at, claimable_at, entry, failures, reason }, prefix) {
    const { hubId } = JSON.parse(String(entry)) as { hubId: string };
    const tag = tagOfHub(prefix, hubId);
    const id = String(entry_id);
    const commands: Command[] = [
      ['ZADD', `${tag}:outbox`, at!, id],
      ['ZADD', `${tag}:claimable`, claimable_at!, id],
      ['HSET', `${tag}:entries`, id, String(entry)],
    ];
    if (failures === 0) return commands;
    const rejection = { entryId: id, hubId, failures, reason, retryAt: claimable_at };
    commands.push(['HSET', `${tag}:rejections`, id, JSON.stringify(rejection)]);
    commands.push(['ZADD', `${tag}:rejected`, at!, id]);
    return commands;
  },

  outbox_movement({ entry_id, hub_id, sku, delta, seq }, prefix) {
    const key = `${tagOfHub(prefix, hub_id)}:pending:${hub_id}\t${sku}`;
    return [['HSET', key, seq!, JSON.stringify({ entryId: entry_id, seq, delta })]];
  },
};
