/** Lotteries in Redis, as rows of the embedded store: see ../lua/lib.lua. */
import type { Keys } from '#kit/moving/redis/keys.ts';
import type { Entry, Row } from '#kit/moving/movable-store.ts';

export interface Prize {
  readonly productId: string;
  readonly generation: number;
  readonly round: number;
  readonly expiresAt: number;
  readonly claimed: boolean;
  readonly userId: string;
  readonly token: string;
  readonly orderId: string;
  readonly reservationId: string;
}

export async function* readLottery(
  keys: Keys,
  tag: string,
  id: string,
  generation: number,
): AsyncGenerator<Entry> {
  const of = { product_id: id, generation };
  const lottery = await keys.record(`${tag}:lottery:${id}`);
  const rounds = Number(lottery['rounds'] ?? 0);
  const places = new Map<string, number>();
  for (let round = 1; round <= rounds; round++) {
    const winners = lottery[`winners:${round}`];
    const drawn = { seed: lottery[`seed:${round}`]!, digest: lottery[`digest:${round}`] ?? null };
    const row = { ...of, round, ...drawn, winners: winners === undefined ? null : Number(winners) };
    yield { table: 'lottery_round', row };
    let place = 0;
    for await (const user of keys.items(`${tag}:winners:${id}:${round}`)) places.set(user, ++place);
  }
  let seq = 0;
  for await (const user_id of keys.items(`${tag}:entrants:${id}`)) {
    const text = (await keys.field(`${tag}:entries:${id}`, user_id))!;
    const { device, salt, entry } = JSON.parse(text) as Record<'device' | 'salt' | 'entry', string>;
    const own = { ...of, seq: seq++, user_id, salt, entry, device };
    const prize = await prizeOf(keys, tag, id, user_id, places.get(user_id));
    yield { table: 'lottery_entry', row: { ...own, ...prize } };
  }
}

const none = { won_round: null, place: null, token: null, reservation_id: null, expires_at: null };

async function prizeOf(
  keys: Keys,
  tag: string,
  id: string,
  user: string,
  place: number | undefined,
): Promise<Row> {
  const token = await keys.field(`${tag}:prizes:${id}`, user);
  if (token === null) return { ...none, state: 'open' };
  const prize = JSON.parse((await keys.get(`${tag}:prize:${token}`))!) as Prize;
  const { round: won_round, reservationId: reservation_id, expiresAt: expires_at } = prize;
  const isOpen = (await keys.score(`${tag}:open_prizes`, token)) !== undefined;
  const state = prize.claimed ? 'claimed' : isOpen ? 'open' : 'returned';
  return { won_round, place: place ?? null, token, reservation_id, expires_at, state };
}
