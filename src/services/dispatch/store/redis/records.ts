/** The records that Redis keeps and scripts reply. */
import { Type, type Static, type TSchema } from 'typebox';
import { command, type RedisConnection } from '#kit/stores/redis.ts';
import { checked, compileCoercing, describeError } from '#kit/web/schema.ts';

/** Checks a value whose numbers are text, as in a hash, and turns them into numbers. */
export function record<T extends TSchema>(what: string, schema: T): (value: unknown) => Static<T> {
  const validate = compileCoercing(schema);
  return (value) => {
    if (validate(value)) return value;
    const { path, message } = describeError(validate.errors![0]!);
    throw new Error(`${what}: ${path} ${message}`);
  };
}

/** Reads hashes that are records; undefined for a key that does not exist. */
export function hashReader<T extends TSchema>(redis: RedisConnection, what: string, schema: T) {
  const decode = record(what, schema);
  const checkHash = checked(`${what} in Redis`, Type.Record(Type.String(), Type.String()));
  return async (key: string): Promise<Static<T> | undefined> => {
    const hash = checkHash(await command(redis.hgetall(key)));
    return Object.keys(hash).length === 0 ? undefined : decode(hash);
  };
}
