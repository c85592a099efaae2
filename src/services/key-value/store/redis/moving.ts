/** Keys and the ring, as rows of the embedded store, in Redis: see lua/lib.lua. */
import { redisMovable, type Command } from '#kit/moving/redis.ts';
import { together, type Keys } from '#kit/moving/redis/keys.ts';
import type { Entry, MovableStore, Row } from '#kit/moving/movable-store.ts';
import { readRecord, versionIdOf } from '../ring-store.ts';
import { packEntry, unpackEntry } from './entry.ts';

export const tables = [
  { name: 'ring' },
  { name: 'served_version' },
  { name: 'entry', without: ['id'] },
];

export const redisKeysMovable = (address: string, prefix: string): MovableStore =>
  redisMovable({
    address,
    prefix,
    tables: tables.map(({ name }) => name),
    patterns: [`${prefix}:*`],
    read: (keys) => read(keys, prefix),
    writer: () => ({ write: ({ table, row }) => commandsOf(table, row, prefix) }),
  });

const keyOf = (prefix: string, node: string, part: string) => `${prefix}:{${node}}:${part}`;

/** Keys of nodes that have an address of their own stay where they are. */
async function* read(keys: Keys, prefix: string): AsyncGenerator<Entry> {
  const record = await keys.field(`${prefix}:ring`, 'record');
  if (record === null) return;
  yield { table: 'ring', row: { record } };
  const { nodes, former = [] } = readRecord(record);
  const own = [...nodes, ...former].filter(({ address }) => address === undefined);
  for (const node of new Set(own.map(({ name }) => name))) {
    const version_id = await keys.get(keyOf(prefix, node, 'version'));
    if (version_id !== null) yield { table: 'served_version', row: { node, version_id } };
    for await (const row of entriesOf(keys, prefix, node)) yield { table: 'entry', row };
  }
}

async function* entriesOf(keys: Keys, prefix: string, node: string): AsyncGenerator<Row> {
  const entries = keyOf(prefix, node, 'entries');
  const index = keys.ranked(keyOf(prefix, node, 'index'));
  const found = together(index, async ([key]) => [key, await keys.field(entries, key)] as const);
  for await (const [key, packed] of found) {
    if (packed === null) continue;
    const { value, tag, expiresAt } = unpackEntry(packed);
    yield { node, key, value, tag, expires_at: expiresAt ?? null };
  }
  const seen = new Set<string>();
  for await (const key of keys.members(keyOf(prefix, node, 'tombstones'))) {
    // A key that was set again keeps its tombstone.
    if (seen.has(key) || (await keys.field(entries, key)) !== null) continue;
    seen.add(key);
    yield { node, key, value: null, tag: null, expires_at: null };
  }
}

function commandsOf(table: string, row: Row, prefix: string): Command[] {
  if (table === 'ring') {
    const record = String(row['record']);
    const version = versionIdOf(readRecord(record));
    return [['HSET', `${prefix}:ring`, 'version', version, 'record', record]];
  }
  const key = (part: string) => keyOf(prefix, String(row['node']), part);
  if (table === 'served_version') return [['SET', key('version'), String(row['version_id'])]];
  const name = String(row['key']);
  if (row['value'] === null) return [['SADD', key('tombstones'), name]];
  const expiresAt = row['expires_at'] === null ? undefined : Number(row['expires_at']);
  const entry = { value: String(row['value']), tag: String(row['tag']), expiresAt };
  const stored: Command[] = [
    ['HSET', key('entries'), name, packEntry(entry)],
    ['ZADD', key('index'), 0, name],
  ];
  if (expiresAt !== undefined) stored.push(['ZADD', key('expiries'), expiresAt, name]);
  return stored;
}
