/** The Lua scripts of the flash sale: their constants, libraries, argument and reply. */
import type { Static, TSchema } from 'typebox';
import { loadScripts, type RedisConnection } from '#kit/stores/redis.ts';
import { slidingWindowLua } from '#kit/sliding-window.ts';
import { storedJson } from '#kit/web/schema.ts';
import { bucketCount } from '../../buckets.ts';
import { deviceRate, lifetimesMs } from '../../limits.ts';
import { smoothing } from '../../queue.ts';
import { promotionSlice, waitingSlice } from '../promotions.ts';

const constants = {
  RATE_LIMIT: deviceRate.limit,
  RATE_WINDOW_MS: deviceRate.windowMs,
  LOCK_MS: lifetimesMs.lock,
  RESULT_MS: lifetimesMs.result,
  WAITING_ROOM_MS: lifetimesMs.waitingRoom,
  POOL_SLOT_MS: lifetimesMs.poolSlot,
  ENROLMENT_MS: lifetimesMs.enrolment,
  BUCKETS: bucketCount,
  SMOOTHING: smoothing,
  PROMOTION_SLICE: promotionSlice,
  WAITING_SLICE: waitingSlice,
};

/** Shared by scripts of both folders. */
export const saleLua = new URL('./lua/lib.lua', import.meta.url);

/** Yields the step of `<name>.lua`: it takes and replies JSON. */
export type Steps = <T extends TSchema>(
  name: string,
  reply: T,
) => (argument: object) => Promise<Static<T>>;

/**
 * The scripts of a folder. All take the hash tag as their one key; what else they touch is derived
 * from it (docs/adr/0006).
 *
 * @param tag such as `{fs}`
 * @param libraries Lua files that come after the sliding window
 */
export function loadSteps(
  redis: RedisConnection,
  tag: string,
  folder: URL,
  libraries: readonly URL[] = [],
): Steps {
  const script = loadScripts(redis, folder, {
    constants,
    libraries: [slidingWindowLua, ...libraries],
  });
  return (name, reply) => {
    const parse = storedJson(`reply of ${name}.lua`, reply);
    const run = script(name, (text) => parse(String(text)));
    return (argument) => run([tag], [JSON.stringify(argument)]);
  };
}
