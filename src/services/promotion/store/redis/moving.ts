/** Uses and codes, as rows of the embedded store, in Redis: see lua/lib.lua. */
import { redisMovable, type Command } from '#kit/moving/redis.ts';
import { together, type Keys } from '#kit/moving/redis/keys.ts';
import type { Entry, MovableStore, Row } from '#kit/moving/movable-store.ts';
import { orderLifetimeMs } from '../usage.ts';

export const usageTables = [
  { name: 'usage', without: ['id'] },
  { name: 'global_usage' },
  { name: 'applied_order' },
  { name: 'code_batch' },
  { name: 'code' },
];

/** Redis frees the counters of a holder so much later than they lapse, as count-uses.lua says. */
const usageKeptMs = 60_000;

export const redisUsageMovable = (address: string, prefix: string): MovableStore =>
  redisMovable({
    address,
    prefix,
    tables: usageTables.map(({ name }) => name),
    patterns: [`{${prefix}}:*`],
    read: (keys) => read(keys, `{${prefix}}`),
    writer: () => ({ write: ({ table, row }) => commandsOf[table]!(row, `{${prefix}}`) }),
  });

async function* read(keys: Keys, tag: string): AsyncGenerator<Entry> {
  for (const kind of ['u', 'd']) {
    const holders = together(keys.matching(`${tag}:${kind}:*`), (key) =>
      holderOf(keys, key, key.slice(tag.length + 1)),
    );
    for await (const row of holders) if (row) yield { table: 'usage', row };
  }
  for await (const [incarnation, text] of keys.fields(`${tag}:g`)) {
    const [count, lapses_at, since] = counterOf(text);
    yield { table: 'global_usage', row: { incarnation, count, lapses_at, since } };
  }
  for await (const [key, order] of recordsOf(keys, `${tag}:order:*`)) {
    const { fingerprint, terms, verdicts, taken, returned, at } = order;
    if (fingerprint === undefined) continue; // it has expired
    const order_id = key.slice(`${tag}:order:`.length);
    const given = { fingerprint, terms: terms!, verdicts: `{${verdicts}}` };
    const ended = { taken: taken ?? null, returned: returned ?? null, at: Number(at) };
    yield { table: 'applied_order', row: { order_id, ...given, ...ended } };
  }
  yield* codes(keys, tag);
}

async function* codes(keys: Keys, tag: string): AsyncGenerator<Entry> {
  for await (const key of keys.matching(`${tag}:batch:*`)) {
    const id = key.slice(`${tag}:batch:`.length);
    const { promo, incarnation, limit, since } = await keys.record(key);
    const pending_since = since === undefined ? null : Number(since);
    const of = { promo_id: promo!, incarnation: incarnation! };
    const row = { id, ...of, uses_per_code: Number(limit), pending_since };
    yield { table: 'code_batch', row };
  }
  for await (const [key, record] of recordsOf(keys, `${tag}:code:*`)) {
    const { batch, spelling, uses, ended } = record;
    const code = { key: key.slice(`${tag}:code:`.length), batch: batch!, spelling: spelling! };
    yield {
      table: 'code',
      row: { ...code, uses: Number(uses), ended: ended === undefined ? 0 : 1 },
    };
  }
}

const recordsOf = (keys: Keys, pattern: string) =>
  together(keys.matching(pattern), async (key) => [key, await keys.record(key)] as const);

type Counter = [count: number, lapsesAt: number, since: number];

const counterOf = (text: string) => text.split(' ').map(Number) as Counter;

/** Undefined when it has expired. */
async function holderOf(keys: Keys, key: string, holder: string): Promise<Row | undefined> {
  const counters = Object.entries(await keys.record(key)).map(
    ([incarnation, text]) => [incarnation, counterOf(text)] as const,
  );
  if (counters.length === 0) return undefined;
  const instants = counters.map(([, [, lapsesAt]]) => lapsesAt);
  const lapses_at = instants.includes(0) ? 0 : Math.max(...instants);
  return { holder, counters: JSON.stringify(Object.fromEntries(counters)), lapses_at };
}

const commandsOf: Readonly<Record<string, (row: Row, tag: string) => Command[]>> = {
  usage({ holder, counters, lapses_at }, tag) {
    const key = `${tag}:${holder}`;
    const found = Object.entries(JSON.parse(String(counters)) as Record<string, Counter>);
    const fields = found.flatMap(([incarnation, counter]) => [incarnation, counter.join(' ')]);
    const stored: Command[] = [['HSET', key, ...fields]];
    if (lapses_at === 0) return stored;
    // Now is behind all first uses.
    const earliest = Math.min(...Object.values(found).map(([, [, , since]]) => since));
    stored.push(['PEXPIRE', key, Number(lapses_at) - earliest + usageKeptMs]);
    return stored;
  },
  global_usage: ({ incarnation, count, lapses_at, since }, tag) => [
    ['HSET', `${tag}:g`, String(incarnation), [count, lapses_at, since].join(' ')],
  ],
  applied_order({ order_id, fingerprint, terms, verdicts, taken, returned, at }, tag) {
    const key = `${tag}:order:${order_id}`;
    const fields = {
      fingerprint,
      terms,
      verdicts: String(verdicts).slice(1, -1),
      taken,
      returned,
      at,
    };
    const given = Object.entries(fields).filter(([, value]) => value !== null) as Field[];
    return [
      ['HSET', key, ...given.flat()],
      ['PEXPIRE', key, orderLifetimeMs],
    ];
  },
  code_batch({ id, promo_id, incarnation, uses_per_code, pending_since }, tag) {
    const key = `${tag}:batch:${id}`;
    const of = ['promo', String(promo_id), 'incarnation', String(incarnation)];
    const stored: Command[] = [
      ['HSET', key, ...of, 'limit', uses_per_code!],
      ['ZADD', `${tag}:batches:${incarnation}`, 0, String(id)],
    ];
    if (pending_since === null) return stored;
    stored.push(['HSET', key, 'since', pending_since!]);
    stored.push(['ZADD', `${tag}:pending`, pending_since!, String(id)]);
    return stored;
  },
  code({ key, batch, spelling, uses, ended }, tag) {
    const hash = `${tag}:code:${key}`;
    const fields = ['batch', String(batch), 'spelling', String(spelling), 'uses', uses!];
    return [
      ['HSET', hash, ...fields, ...(ended === 1 ? ['ended', 1] : [])],
      ['ZADD', `${tag}:codes:${batch}`, 0, String(key)],
    ];
  },
};

type Field = [name: string, value: string | number];
