import { Type } from 'typebox';
import type { RedisConnection } from '#kit/stores/redis.ts';
import { Driver, ListedDriver, MoveOutcome, type DriverStore } from '../drivers.ts';
import { hashReader } from './records.ts';
import type { Steps } from './scripts.ts';

export function redisDrivers(redis: RedisConnection, tag: string, steps: Steps): DriverStore {
  const report = steps('report', Type.Null());
  const move = steps('move', MoveOutcome);
  const findIdle = steps('find-idle', Type.Array(Driver));
  const page = steps('list-drivers', Type.Array(ListedDriver));
  const read = hashReader(redis, 'a driver', Driver);
  return {
    async report({ driverId, lat, lng, cell, speedKmh, maxOrders }, now) {
      await report(now, driverId, lat, lng, cell, speedKmh ?? '', maxOrders ?? '');
    },
    move: ({ driverId, from, to, order }, now) => move(now, driverId, to, order ?? '', ...from),
    find: (driverId) => read(`${tag}:driver:${driverId}`),
    // The instant means nothing to a script that only reads.
    page: ({ after, limit }) => page(0, after, limit),
    findIdle: (cell, now) => findIdle(now, cell),
  };
}
