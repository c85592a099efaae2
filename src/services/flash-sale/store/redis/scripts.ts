/** The Lua scripts of the flash sale: their constants, libraries and one key. */
import { loadScripts, type RedisConnection } from '#kit/stores/redis.ts';
import { slidingWindowLua } from '#kit/sliding-window.ts';
import { bucketCount } from '../../buckets.ts';
import { deviceRate, lifetimesMs } from '../../limits.ts';
import { smoothing } from '../../queue.ts';

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
};

/** Shared by scripts of both folders. */
export const saleLua = new URL('./lua/lib.lua', import.meta.url);

/** A step: its arguments to its decoded reply. */
type Step<ReplyT> = (...args: (string | number)[]) => Promise<ReplyT>;

/** Yields the step of `<name>.lua`; `decode` checks what it replies. */
export type Steps = <ReplyT>(name: string, decode: (reply: unknown) => ReplyT) => Step<ReplyT>;

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
  return (name, decode) => {
    const run = script(name, decode);
    return (...args) => run([tag], args);
  };
}
