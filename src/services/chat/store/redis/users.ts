/** The users of a room: connections by user, on each replica and on all of them. */
import { Type } from 'typebox';
import { command } from '#kit/stores/redis.ts';
import { checked } from '#kit/web/schema.ts';
import type { UserCount } from '../chat-store.ts';
import type { RedisChat } from './context.ts';

const checkChanges = checked('reply of users.lua', Type.Integer({ minimum: 0 }));
const checkConnections = checked('connections of a user', Type.Integer());
/** Users whose connections one step sets: it holds up Redis. */
const portion = 500;

export function roomUsers({ redis, script, tag }: RedisChat) {
  const set = script('users', checkChanges);
  const allKey = (room: string) => `${tag(room)}:users`;
  const namesKey = (room: string) => `${tag(room)}:names`;
  const ownKey = (room: string, replica: string) => `${tag(room)}:users:${replica}`;

  const of = (room: string, replica: string): Promise<string[]> =>
    command(redis.hkeys(ownKey(room, replica)));

  async function publish(
    room: string,
    replica: string,
    connections: ReadonlyMap<string, number>,
  ): Promise<void> {
    const keys = [allKey(room), namesKey(room), ownKey(room, replica), tag(room)];
    for (let rest = [...connections]; rest.length > 0; rest = rest.slice(portion)) {
      await set(keys, [JSON.stringify(room), ...rest.slice(0, portion).flat()]);
    }
  }

  return {
    of,
    publish,

    /** Takes back what a replica has published; its id is not used again. */
    async takeBack(room: string, replica: string): Promise<void> {
      const users = await of(room, replica);
      await publish(room, replica, new Map(users.map((user) => [user, 0])));
    },

    async list(room: string, after: string, limit: number): Promise<UserCount[]> {
      const users: UserCount[] = [];
      for (let from = after; users.length < limit;) {
        const wanted = limit - users.length;
        const names = await command(
          redis.zrange(namesKey(room), `(${from}`, '+', 'BYLEX', 'LIMIT', 0, wanted),
        );
        if (names.length > 0) users.push(...(await counted(room, names)));
        if (names.length < wanted) break;
        from = names.at(-1)!;
      }
      return users;
    },
  };

  /** Without those that have gone in between. */
  async function counted(room: string, names: readonly string[]): Promise<UserCount[]> {
    const counts = await command(redis.hmget(allKey(room), ...names));
    const users = names.map((user, i) => {
      return { user, connections: checkConnections(Number(counts[i] ?? 0)) };
    });
    return users.filter(({ connections }) => connections > 0);
  }
}
