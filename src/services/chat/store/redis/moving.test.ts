import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openRedis } from '#kit/stores/redis.ts';
import { missing, servers, unique } from '#kit/testing/testing.ts';
import { bansKey, roomTag } from './context.ts';
import { bansKeptMs } from './kicks.ts';
import { redisRoomsMovable } from './moving.ts';

it('imported bans go when those of the service would', { skip: missing('redis') }, async (t) => {
  const prefix = unique('chat');
  const taken = await redisRoomsMovable(servers.redis, prefix).take('token');
  const filling = await taken.begin();
  const now = Date.now();
  const ban = (room: string, user: string, until: number) => {
    return { table: 'ban', row: { room, user, until } };
  };
  const [hour, longAgo] = [now + 3_600_000, now - 10 * bansKeptMs];
  await filling.write([
    ban('tea', 'ann', longAgo),
    ban('tea', 'bob', hour),
    ban('tea', 'eve', now + 1),
    ban('over', 'ann', longAgo),
  ]);
  await filling.finish();
  await taken.release();
  const redis = await openRedis(servers.redis);
  t.after(() => redis.disconnect());
  const endOf = (room: string) => redis.pexpiretime(bansKey(roomTag(prefix, room)));
  assert.equal(await endOf('tea'), hour + bansKeptMs);
  assert.ok((await endOf('over')) >= now + bansKeptMs);
});
