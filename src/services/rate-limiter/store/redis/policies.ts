/** The shared store of policies: any number of replicas on one Redis, all keys under one hash tag. */
import { Type } from 'typebox';
import { command, loadScripts, redisLifecycle, type RedisConnection } from '#kit/stores/redis.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { checked } from '#kit/web/schema.ts';
import {
  changesPortion,
  parseLimits,
  parsePolicy,
  standardBounds,
  type Changes,
  type Entry,
  type PolicyBounds,
  type PolicyStore,
} from '../policies.ts';

const oneOf = <const T extends string[]>(...texts: T) =>
  Type.Unsafe<T[number]>(Type.String({ enum: texts }));

const decode = {
  putPolicy: checked('the reply of put-policy.lua', oneOf('put', 'too many')),
  removePolicy: checked('the reply of remove-policy.lua', Type.Integer()),
  putOverride: checked('the reply of put-override.lua', oneOf('put', 'too many', 'unknown policy')),
  removeOverride: checked(
    'the reply of remove-override.lua',
    oneOf('removed', 'unknown override', 'unknown policy'),
  ),
};

/** @param prefix first part of all keys */
export function redisPolicyStore(
  redis: RedisConnection,
  prefix: string,
  bounds: PolicyBounds = {},
): PolicyStore {
  const { maxPolicies, maxOverrides, journalLength } = { ...standardBounds, ...bounds };
  const keys = keysOf(prefix);
  const script = loadScripts(redis, new URL('./lua/', import.meta.url));
  const putPolicy = script('put-policy', decode.putPolicy);
  const removePolicy = script('remove-policy', decode.removePolicy);
  const putOverride = script('put-override', decode.putOverride);
  const removeOverride = script('remove-override', decode.removeOverride);
  const of = (name: string) => [keys.policies, keys.changes, keys.overrides(name), keys.count];

  return {
    ...redisLifecycle(redis),
    put: (name, policy) =>
      putPolicy(
        [keys.policies, keys.changes],
        [name, JSON.stringify(policy), maxPolicies, journalLength],
      ),
    remove: async (name) => (await removePolicy(of(name), [name, journalLength])) === 1,
    putOverride: (name, key, limits) =>
      putOverride(of(name), [name, journalLength, key, JSON.stringify(limits), maxOverrides]),
    removeOverride: (name, key) => removeOverride(of(name), [name, journalLength, key]),
    changesSince: (cursor) => changesSince(redis, keys, cursor),
    sweep: async () => false,
  };
}

export const keysOf = (prefix: string) => ({
  policies: `{${prefix}:policies}`,
  changes: `{${prefix}:policies}:changes`,
  count: `{${prefix}:policies}:overrides`,
  overrides: (name: string) => `{${prefix}:policies}:overrides:${name}`,
});

type Keys = ReturnType<typeof keysOf>;

type Change = [id: string, fields: string[]];

/** Before the first change. */
const beginning = '0-0';

async function changesSince(
  redis: RedisConnection,
  keys: Keys,
  cursor: string | undefined,
): Promise<Changes> {
  if (cursor === undefined) return all(redis, keys);
  const reading = redis.xrange(keys.changes, cursor, '+', 'COUNT', changesPortion + 1);
  const changes = (await command(reading)) as Change[];
  // The change that was seen last must still be there: else some are forgotten, or were lost.
  const isThere = changes[0] === undefined ? cursor === beginning : changes[0][0] === cursor;
  if (!isThere) return all(redis, keys);
  changes.shift();
  return {
    cursor: changes.at(-1)?.[0] ?? cursor,
    isAll: false,
    entries: await Promise.all(changes.map(([, fields]) => present(redis, keys, fields))),
    hasMore: changes.length >= changesPortion,
  };
}

/** @param fields kind, name and key, each behind its own name */
async function present(
  redis: RedisConnection,
  keys: Keys,
  [, kind, , name = '', , key = '']: string[],
): Promise<Entry> {
  if (kind === 'removed') return { kind, name };
  if (kind === 'policy') {
    const body = await command(redis.hget(keys.policies, name));
    return { kind, name, policy: body === null ? undefined : parsePolicy(body) };
  }
  const limits = await command(redis.hget(keys.overrides(name), key));
  return { kind: 'override', name, key, limits: limits === null ? undefined : parseLimits(limits) };
}

async function all(redis: RedisConnection, keys: Keys): Promise<Changes> {
  // Changes from here on are read again next time.
  const last = (await command(redis.xrevrange(keys.changes, '+', '-', 'COUNT', 1))) as Change[];
  const entries: Entry[] = [];
  for await (const [name, body] of fieldsOf(redis, keys.policies)) {
    entries.push({ kind: 'policy', name, policy: parsePolicy(body) });
    for await (const [key, limits] of fieldsOf(redis, keys.overrides(name))) {
      entries.push({ kind: 'override', name, key, limits: parseLimits(limits) });
    }
  }
  return { cursor: last[0]?.[0] ?? beginning, isAll: true, entries, hasMore: false };
}

/** The fields of a hash and their values, in slices of time. */
async function* fieldsOf(redis: RedisConnection, key: string): AsyncGenerator<[string, string]> {
  const slice = new TimeSlice();
  let from = '0';
  do {
    const [next, found] = await command(redis.hscan(key, from, 'COUNT', 200));
    for (let i = 0; i < found.length; i += 2) {
      if (slice.isOver) await slice.next();
      yield [found[i]!, found[i + 1]!];
    }
    from = next;
  } while (from !== '0');
}
