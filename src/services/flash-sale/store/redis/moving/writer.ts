/** Makes keys of rows. */
import { randomBytes } from 'node:crypto';
import type { Command, Writer } from '#kit/moving/redis.ts';
import type { Keys } from '#kit/moving/redis/keys.ts';
import type { Row } from '#kit/moving/movable-store.ts';
import { lifetimesMs } from '../../../limits.ts';
import { lotteryWriter } from '../../../lottery/moving/write.ts';
import { scoresInBlock } from '../scripts.ts';
import { fieldsOf, ranks } from './product.ts';

/** The counts over the rows of a product. */
interface Counted {
  readonly userLimit: boolean;
  readonly loaded: number;
  /** Sequence numbers of the marks of the two classes; -1: none. */
  readonly passed: readonly number[];
  readonly held: number[];
  readonly confirmed: number[];
  /** The last sequence number, as a score within its class. */
  joined: number;
}

export function writer(tag: string): Writer {
  const products = new Map<string, Counted>();
  const lottery = lotteryWriter(tag);
  const rows = commandsOf(tag, products);
  return {
    write({ table, row }) {
      const make = rows[table];
      return make ? make(row) : lottery.write({ table, row });
    },
    async derive(keys) {
      const units: Command[] = [];
      for (const id of products.keys()) units.push(...(await unitsOf(keys, tag, id)));
      return [...units, ...(await lottery.derive!(keys))];
    },
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);

/** How many units those in each block of places want. */
async function unitsOf(keys: Keys, tag: string, id: string): Promise<Command[]> {
  const units = new Map<number, number>();
  for await (const [user, score] of keys.ranked(`${tag}:room:${id}`)) {
    const { qty } = JSON.parse((await keys.field(`${tag}:waiters:${id}`, user))!) as {
      qty: number;
    };
    const block = Math.floor(score / scoresInBlock);
    units.set(block, (units.get(block) ?? 0) + qty);
  }
  return Array.from(units, ([block, wanted]) => ['HSET', `${tag}:units:${id}`, block, wanted]);
}

type Rows = Readonly<Record<string, (row: Row) => readonly Command[]>>;

function commandsOf(tag: string, products: Map<string, Counted>): Rows {
  const hashOf = (id: unknown) => `${tag}:product:${id}`;
  return {
    product(row) {
      const id = String(row['product_id']);
      const passed = [row['passed_premium'], row['passed_regular']].map(Number);
      const joined = Math.max(...passed) + 1;
      const [userLimit, loaded] = [row['user_limit'] !== null, Number(row['loaded'])];
      products.set(id, { userLimit, loaded, passed, held: [], confirmed: [], joined });
      const commands: Command[] = [
        ['HSET', hashOf(id), ...fieldsOf(row), 'n', 0, 'joined', joined],
      ];
      if (row['generation'] === 0) {
        commands.push(['ZADD', `${tag}:unloaded`, row['last_joined_at']!, id]);
      } else commands.push(['ZADD', `${tag}:loaded`, -Number(row['opened_at']), id]);
      if (row['promoting'] === 0) return commands;
      commands.push(['HSET', hashOf(id), 'promoting', randomBytes(32).toString('hex')]);
      commands.push(['SADD', `${tag}:promoting`, id]);
      return commands;
    },

    bucket({ product_id, bucket, available, held, confirmed }) {
      const counted = products.get(String(product_id))!;
      const number = Number(bucket);
      counted.held[number] = Number(held);
      counted.confirmed[number] = Number(confirmed);
      const sums = ['held', sum(counted.held), 'confirmed', sum(counted.confirmed)];
      const fields = [`b${number}`, available!, 'n', counted.held.length, ...sums];
      return [['HSET', hashOf(product_id), ...fields]];
    },

    waiting({ product_id, class: of, seq, user_id, qty, bucket, first_group, entered_ns }) {
      const counted = products.get(String(product_id))!;
      const user = String(user_id);
      counted.joined = Math.max(counted.joined, Number(seq) + 1);
      const waiter = { qty, bucket, group: first_group, entered_ns: String(entered_ns) };
      const score = ranks.scoreOf(Number(of), Number(seq));
      // See ../../sqlite/sql/0002-passed-over.sql.
      const isHidden = Number(qty) <= counted.loaded && Number(seq) <= counted.passed[Number(of)]!;
      const unmarked: Command[] = [
        ['HDEL', hashOf(product_id), 'passed_premium', 'passed_regular'],
      ];
      return [
        ['ZADD', `${tag}:room:${product_id}`, score, user],
        ['HSET', `${tag}:waiters:${product_id}`, user, JSON.stringify(waiter)],
        ['SADD', `${tag}:waits:${user}`, String(product_id)],
        ['HSET', hashOf(product_id), 'joined', counted.joined],
        ...(isHidden ? unmarked : []),
      ];
    },

    reservation: (row) => reservation(tag, row, products),

    owned: ({ product_id, user_id, units }) => [
      ['HSET', `${tag}:owned:${product_id}`, String(user_id), units!],
    ],

    result({ idempotency_key, original, holder, at }) {
      const lock = holder === null ? {} : { holder, counted: [] };
      const saved = { at, original: JSON.parse(String(original)) as object, ...lock };
      const key = `${tag}:result:${idempotency_key}`;
      return [['SET', key, JSON.stringify(saved), 'PX', lifetimesMs.result]];
    },

    member: ({ user_id }) => [['SADD', `${tag}:members`, String(user_id)]],

    voucher: ({ product_id, user_id }) => [
      ['SADD', `${tag}:vouchers:${product_id}`, String(user_id)],
    ],
  };
}

function reservation(
  tag: string,
  row: Row,
  products: ReadonlyMap<string, Counted>,
): readonly Command[] {
  const { order_id: orderId, product_id: productId, generation, user_id: userId } = row;
  const { qty, bucket, status, expires_at, promoted } = row;
  const id = String(row['reservation_id']);
  const expiry = expires_at === null ? {} : { expiresAt: expires_at! };
  const stored = { status, orderId, productId, generation, userId, qty, bucket, ...expiry };
  const commands: Command[] = [['SET', `${tag}:reservation:${id}`, JSON.stringify(stored)]];
  if (promoted === 1) {
    const promotion = JSON.stringify({ userId, orderId, reservationId: id, ...expiry });
    commands.push(['HSET', `${tag}:promoted:${userId}`, String(productId), promotion]);
  }
  if (status !== 'held' || expires_at === null) return commands;
  commands.push(['ZADD', `${tag}:holds`, expires_at!, id]);
  commands.push(['ZADD', `${tag}:open:${userId}`, expires_at!, id]);
  if (products.get(String(productId))?.userLimit) {
    commands.push(['ZADD', `${tag}:lapsing:${productId}\n${userId}`, expires_at!, id]);
  }
  return commands;
}
