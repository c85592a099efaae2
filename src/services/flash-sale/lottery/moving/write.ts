/** Rows of lotteries, as keys of Redis: see ../lua/lib.lua. */
import type { Command, Writer } from '#kit/moving/redis.ts';
import type { Keys } from '#kit/moving/redis/keys.ts';
import type { Row } from '#kit/moving/movable-store.ts';
import type { Prize } from './read.ts';

interface Won {
  readonly prize: Omit<Prize, 'orderId'>;
  readonly place: number;
}

export function lotteryWriter(tag: string): Writer {
  const rounds = new Map<string, number>();
  const won: Won[] = [];

  function addRound({ product_id, round, seed, winners, digest }: Row): Command[] {
    const id = String(product_id);
    rounds.set(id, Math.max(rounds.get(id) ?? 0, Number(round)));
    const fields = {
      [`seed:${round}`]: seed,
      [`winners:${round}`]: winners,
      [`digest:${round}`]: digest,
    };
    const given = Object.entries(fields).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [name, value],
    );
    return [['HSET', `${tag}:lottery:${id}`, 'rounds', rounds.get(id)!, ...given]];
  }

  function addEntry(row: Row): Command[] {
    const { product_id: id, user_id, salt, entry, device, token, state, expires_at } = row;
    const user = String(user_id);
    const commands: Command[] = [
      ['HSET', `${tag}:entry_devices:${id}`, String(device), user],
      ['HSET', `${tag}:entries:${id}`, user, JSON.stringify({ device, salt, entry })],
      ['RPUSH', `${tag}:entrants:${id}`, user],
    ];
    if (token === null) return commands;
    won.push(wonBy(row));
    commands.push(['HSET', `${tag}:prizes:${id}`, user, String(token)]);
    if (state === 'open') commands.push(['ZADD', `${tag}:open_prizes`, expires_at!, String(token)]);
    return commands;
  }

  return {
    write: ({ table, row }) => (table === 'lottery_round' ? addRound(row) : addEntry(row)),
    async derive(keys) {
      const commands: Command[] = [];
      // Winners are listed from the best ticket on.
      for (const { prize } of won.sort((a, b) => a.place - b.place)) {
        commands.push(...(await prizeCommands(keys, tag, prize)));
      }
      return commands;
    },
  };
}

function wonBy(row: Row): Won {
  const { product_id, generation, user_id, won_round, place, token, reservation_id } = row;
  const prize = {
    productId: String(product_id),
    generation: Number(generation),
    round: Number(won_round),
    expiresAt: Number(row['expires_at']),
    claimed: row['state'] === 'claimed',
    userId: String(user_id),
    token: String(token),
    reservationId: String(reservation_id),
  };
  return { prize, place: Number(place) };
}

async function prizeCommands(
  keys: Keys,
  tag: string,
  prize: Omit<Prize, 'orderId'>,
): Promise<Command[]> {
  const { productId, round, userId, token, reservationId } = prize;
  const reservation = (await keys.get(`${tag}:reservation:${reservationId}`))!;
  const { orderId } = JSON.parse(reservation) as { orderId: string };
  return [
    ['SET', `${tag}:prize:${token}`, JSON.stringify({ ...prize, orderId })],
    ['RPUSH', `${tag}:winners:${productId}:${round}`, userId],
  ];
}
