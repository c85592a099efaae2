/** Orders and drivers, as rows of the embedded store, in Redis: see lua/lib.lua and lua/lib/orders.lua. */
import { redisMovable, type Command } from '#kit/moving/redis.ts';
import type { Keys } from '#kit/moving/redis/keys.ts';
import type { Entry, MovableStore, Row, Value } from '#kit/moving/movable-store.ts';
import { overStates, poolStates, waitingStates, type RuleSet } from '../../rules/rules.ts';
import {
  assignmentFields,
  driverFields,
  fieldsOf,
  nextBatchFields,
  orderFields,
  rowOf,
} from './fields.ts';

export const tables = [
  { name: 'orders' },
  { name: 'score_table' },
  { name: 'driver' },
  { name: 'assignment' },
  { name: 'next_batch', isPrepared: true },
  { name: 'batch' },
  { name: 'hub' },
];

/** Where the number of the latest batch stands. */
const sequences = 'sqlite_sequence';

/** @param prefix first part of the keys of this variant */
export const redisDispatchMovable = (
  address: string,
  prefix: string,
  rules: RuleSet,
): MovableStore =>
  redisMovable({
    address,
    prefix,
    tables: [...tables.map(({ name }) => name), sequences],
    patterns: [`{${prefix}}:*`],
    read: (keys) => read(keys, `{${prefix}}`, rules),
    writer: () => ({ write: ({ table, row }) => commandsOf[table]!(row, `{${prefix}}`, rules) }),
  });

/** The sorted set in which an order of a state stands, by `at` of its row. */
const setOfState: Readonly<Record<string, string>> = {
  pooled: 'pool',
  unmatched: 'unmatched',
  claimed: 'claims',
  reassigning: 'delayed',
  manual_assignment: 'manual',
  delivered: 'over',
  expired: 'over',
  cancelled: 'over',
};

const isIn = (states: readonly string[], state: Value | undefined) =>
  states.includes(String(state));

async function* read(keys: Keys, tag: string, rules: RuleSet): AsyncGenerator<Entry> {
  const seq = await keys.get(`${tag}:batch_seq`);
  if (seq !== null) yield { table: sequences, row: { name: 'batch', seq: Number(seq) } };
  for await (const [id] of keys.ranked(`${tag}:orders`)) yield* order(keys, tag, id, rules);
  for await (const [id] of keys.ranked(`${tag}:driver_ids`)) {
    const row = rowOf(driverFields, await keys.record(`${tag}:driver:${id}`));
    yield { table: 'driver', row };
  }
  for await (const key of keys.matching(`${tag}:assignment:*`)) {
    const row = rowOf(assignmentFields, await keys.record(key));
    yield { table: 'assignment', row };
  }
  const next = await keys.record(`${tag}:next_batch`);
  const known = { new_orders: '0', ...next };
  yield { table: 'next_batch', row: { id: 1, ...rowOf(nextBatchFields, known) } };
  for await (const [batch_id, number] of keys.ranked(`${tag}:batches`)) {
    const { summary, body } = await keys.record(`${tag}:batch:${batch_id}`);
    yield { table: 'batch', row: { seq: number, batch_id, summary: summary!, body: body! } };
  }
  for await (const key of keys.matching(`${tag}:hub:*`)) {
    const { lat, lng } = await keys.record(key);
    const hub_id = key.slice(`${tag}:hub:`.length);
    yield { table: 'hub', row: { hub_id, lat: Number(lat), lng: Number(lng) } };
  }
}

async function* order(keys: Keys, tag: string, id: string, rules: RuleSet): AsyncGenerator<Entry> {
  const fields = await keys.record(`${tag}:order:${id}`);
  const row = rowOf(orderFields, fields);
  const set = setOfState[fields['state']!];
  const since = set === undefined ? undefined : await keys.score(`${tag}:${set}`, id);
  // In other states it has no meaning.
  const at = since ?? row['submitted_at']!;
  const priority = rules.name === 'dispatch-a' ? Number(row['priority']) : row['priority']!;
  yield { table: 'orders', row: { ...row, at, priority } };
  const body = await keys.get(`${tag}:table:${id}`);
  if (body !== null) yield { table: 'score_table', row: { order_id: id, body } };
}

/** The group of orders that are listed with those in this state. */
const groupOf = (state: Value | undefined) => (isIn(poolStates, state) ? 'pool' : String(state));

const commandsOf: Readonly<
  Record<string, (row: Row, tag: string, rules: RuleSet) => readonly Command[]>
> = {
  orders(row, tag) {
    const { state, at, ends_at, submitted_at } = row;
    const id = String(row['order_id']);
    const due = state === 'reassigning' ? ['dueAt', at!] : [];
    const commands: Command[] = [
      ['HSET', `${tag}:order:${id}`, ...fieldsOf(orderFields, row), ...due],
      ['ZADD', `${tag}:orders`, 0, id],
      ['ZADD', `${tag}:in:${groupOf(state)}`, 0, id],
    ];
    const isOver = isIn(overStates, state);
    if (!isOver) commands.push(['ZADD', `${tag}:in:open`, 0, id]);
    if (!isOver && state !== 'manual_assignment') {
      commands.push(['ZADD', `${tag}:ends`, ends_at!, id]);
    }
    if (isIn(waitingStates, state)) commands.push(['ZADD', `${tag}:waiting`, submitted_at!, id]);
    const set = setOfState[String(state)];
    if (set !== undefined) commands.push(['ZADD', `${tag}:${set}`, at!, id]);
    return commands;
  },

  score_table: ({ order_id, body }, tag) => [['SET', `${tag}:table:${order_id}`, String(body)]],

  driver(row, tag, rules) {
    const id = String(row['driver_id']);
    const commands: Command[] = [
      ['HSET', `${tag}:driver:${id}`, ...fieldsOf(driverFields, row)],
      ['ZADD', `${tag}:drivers`, row['reported_at']!, id],
      ['ZADD', `${tag}:driver_ids`, 0, id],
    ];
    if (row['state'] === rules.idle) commands.push(['SADD', `${tag}:idle:${row['cell']}`, id]);
    return commands;
  },

  assignment(row, tag) {
    const id = String(row['assignment_id']);
    const commands: Command[] = [
      ['HSET', `${tag}:assignment:${id}`, ...fieldsOf(assignmentFields, row)],
      ['SADD', `${tag}:assignments:${row['order_id']}`, id],
    ];
    if (row['state'] === 'offered') {
      commands.push(['ZADD', `${tag}:offers`, row['expires_at']!, id]);
    }
    return commands;
  },

  next_batch(row, tag) {
    const fields = fieldsOf(nextBatchFields, row);
    // Without a batch there is no hash.
    const isNone = row['batch_id'] === null && row['due_at'] === null;
    return isNone ? [] : [['HSET', `${tag}:next_batch`, ...fields]];
  },

  batch({ seq, batch_id, summary, body }, tag) {
    const fields = ['summary', String(summary), 'body', String(body)];
    return [
      ['HSET', `${tag}:batch:${batch_id}`, ...fields],
      ['ZADD', `${tag}:batches`, seq!, String(batch_id)],
    ];
  },

  hub: ({ hub_id, lat, lng }, tag) => [['HSET', `${tag}:hub:${hub_id}`, 'lat', lat!, 'lng', lng!]],

  [sequences]: ({ seq }, tag) => [['SET', `${tag}:batch_seq`, seq!]],
};
