/** The Lua scripts of the flash sale: their constants, libraries, argument and reply. */
import type { TSchema } from 'typebox';
import { keysOfTag, loadScripts, type RedisConnection } from '#kit/stores/redis.ts';
import { slidingWindowLua } from '#kit/base/sliding-window.ts';
import { storedJson } from '#kit/web/schema.ts';
import { bucketCount } from '../../buckets.ts';
import { deviceRate, lifetimesMs } from '../../limits.ts';
import { smoothing } from '../../queue.ts';

/** Rank scores whose quantities are summed up. */
export const scoresInBlock = 128;

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
  // Users that one script confirms, or drops of a stale room: a few milliseconds' worth.
  PROMOTION_SLICE: 50,
  WAITING_SLICE: 150,
  // Holds that one script returns.
  LAPSE_SLICE: 50,
  BLOCK: scoresInBlock,
};

/** Shared by scripts of both folders, each by those that follow it. */
const libraries = ['base', 'stock', 'room'].map(
  (name) => new URL(`./lua/lib/${name}.lua`, import.meta.url),
);

/**
 * Yields the steps of a folder: `step(name, reply)` is that of `<name>.lua`, which takes and replies
 * JSON; `maybe` that of one that may also reply null, here undefined. All scripts take the keys
 * of the hash tag; what they touch is derived from it (docs/adr/0006).
 *
 * @param tag such as `{fs}`
 */
export function loadSteps(redis: RedisConnection, tag: string, folder: URL) {
  const script = loadScripts(redis, folder, {
    constants,
    libraries: [slidingWindowLua, ...libraries],
  });
  const run = <T>(name: string, parse: (text: string) => T) => {
    const replies = script(name, (text) => parse(String(text)));
    return (argument: object): Promise<T> => replies(keysOfTag(tag), [JSON.stringify(argument)]);
  };
  const parser = <T extends TSchema>(name: string, reply: T) =>
    storedJson(`reply of ${name}.lua`, reply);
  return {
    step: <T extends TSchema>(name: string, reply: T) => run(name, parser(name, reply)),
    maybe: <T extends TSchema>(name: string, reply: T) => {
      const parse = parser(name, reply);
      return run(name, (text) => (text === 'null' ? undefined : parse(text)));
    },
  };
}
