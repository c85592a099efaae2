/** The lottery of the shared store: see lua/. */
import { Type } from 'typebox';
import { command, type RedisConnection } from '#kit/stores/redis.ts';
import { storedJson } from '#kit/web/schema.ts';
import { loadSteps } from '../store/redis/scripts.ts';
import {
  CloseOutcome,
  EnterOutcome,
  Portion,
  portionSize as limit,
  PrizeOutcome,
  Round,
  Ticket,
  type Lottery,
} from './lottery-store.ts';

/** @param tag hash tag of all keys */
export function redisLottery(
  redis: RedisConnection,
  tag: string,
): Lottery & { readonly returnPrizes: (now: number) => Promise<boolean> } {
  const { step, maybe } = loadSteps(redis, tag, new URL('./lua/', import.meta.url));
  const closeRound = step('close-round', CloseOutcome);
  const endRound = maybe('end-round', Type.Never());
  const entrants = maybe('entrants', Portion);
  const winners = maybe('winners', Portion);
  const rounds = maybe('rounds', Type.Array(Round));
  const ticket = maybe('ticket', Ticket);
  const claimPrize = step('claim-prize', PrizeOutcome);
  const returnPrizes = step('return-prizes', Type.Boolean());
  return {
    enterLottery: step('enter', EnterOutcome),
    closeRound: (productId, round, count) => closeRound({ productId, round, winners: count }),
    entrants: (draw, from) => entrants({ ...draw, from, limit }),
    award: maybe('award', Type.Never()),
    endRound: (draw, digest, nextSeed) => endRound({ ...draw, digest, nextSeed }),
    winners: (draw, from) => winners({ ...draw, from, limit }),
    rounds: (productId) => rounds({ productId }),
    ticket: (productId, userId, now) => ticket({ productId, userId, now }),
    claimPrize: (token, now) => claimPrize({ token, now }),
    async winnerOf(token) {
      const text = await command(redis.get(`${tag}:prize:${token}`));
      return text === null ? undefined : parseWinner(text).userId;
    },
    returnPrizes: (now) => returnPrizes({ now, limit }),
  };
}

const parseWinner = storedJson('stored prize', Type.Object({ userId: Type.String() }));
