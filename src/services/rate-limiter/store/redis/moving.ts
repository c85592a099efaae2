/** Policies, as rows of the embedded store, in Redis; and the windows, which only Redis keeps. */
import { redisMovable, type Command, type Writer } from '#kit/moving/redis.ts';
import type { Keys } from '#kit/moving/redis/keys.ts';
import type { Entry, MovableStore, Row } from '#kit/moving/movable-store.ts';
import { keysOf } from './policies.ts';

/** The journal of changes is for replicas that run. */
export const tables = [
  { name: 'policy' },
  { name: 'override', where: 'policy IN (SELECT id FROM policy)' },
];

/** The table of the shared limiter's windows; an embedded one forgets them when it stops. */
export const windowTable = 'window';

export const redisPoliciesMovable = (address: string, prefix: string): MovableStore =>
  redisMovable({
    address,
    prefix,
    tables: [...tables.map(({ name }) => name), windowTable, 'sqlite_sequence'],
    patterns: [`{${prefix}:*`, `${prefix}:*`],
    read: (keys) => read(keys, prefix),
    writer: () => writer(prefix),
  });

async function* read(keys: Keys, prefix: string): AsyncGenerator<Entry> {
  const own = keysOf(prefix);
  let id = 0;
  for await (const [name, body] of keys.fields(own.policies)) {
    id++;
    const key = own.overrides(name);
    const overrides = await keys.size('hash', key);
    yield { table: 'policy', row: { id, name, body, overrides } };
    for await (const [of, limits] of keys.fields(key)) {
      yield { table: 'override', row: { policy: id, key: of, limits } };
    }
  }
  for await (const key of keys.matching(`${prefix}:*`)) {
    const window = await keys.shortLived(key);
    if (window === undefined) continue; // it is over
    const { items, until } = window;
    const kind = typeof items === 'string' ? 'string' : 'list';
    const value = typeof items === 'string' ? items : JSON.stringify(items);
    yield { table: windowTable, row: { key: key.slice(prefix.length), kind, value, until } };
  }
}

function writer(prefix: string): Writer {
  const own = keysOf(prefix);
  const names = new Map<number, string>();
  let overrides = 0;

  const write = ({ table, row }: Entry): Command[] => {
    if (table === 'policy') {
      names.set(Number(row['id']), String(row['name']));
      return [['HSET', own.policies, String(row['name']), String(row['body'])]];
    }
    if (table === 'override') {
      overrides++;
      const name = names.get(Number(row['policy']))!;
      return [['HSET', own.overrides(name), String(row['key']), String(row['limits'])]];
    }
    return table === windowTable ? windowOf(row, prefix) : [];
  };
  return { write, derive: async () => [['SET', own.count, overrides]] };
}

function windowOf(row: Row, prefix: string): Command[] {
  const key = `${prefix}${row['key']}`;
  const value = String(row['value']);
  const set: Command =
    row['kind'] === 'string'
      ? ['SET', key, value]
      : ['RPUSH', key, ...(JSON.parse(value) as string[])];
  // Read twice, it is the same.
  return [['DEL', key], set, ['PEXPIREAT', key, Number(row['until'])]];
}
