/** Used tickets in Redis: processes that share it let a ticket be used once in all of them. */
import { command, openRedis, redisLifecycle } from '../../stores/redis.ts';
import type { Store } from '../../stores/store.ts';
import type { UsedTickets } from './tickets.ts';

/** How long a ticket is remembered after its end, milliseconds: the clock of another process may be behind. */
const graceMs = 60_000;

/** @throws StartupError when nothing answers at the address */
export async function openUsedTickets(address: string): Promise<UsedTickets & Store> {
  const redis = await openRedis(address);
  return {
    ...redisLifecycle(redis),
    async add(id, expiresAt, now) {
      const forgetAfterMs = Math.ceil(expiresAt - now) + graceMs;
      // Ids are random, so deployments that share a Redis do not meet.
      const reply = await command(
        redis.set(`hawker:used-ticket:${id}`, '', 'PX', forgetAfterMs, 'NX'),
      );
      return reply === 'OK';
    },
  };
}
