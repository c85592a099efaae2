/** The lottery of the shared store: see lua/. */
import { Type, type TSchema } from 'typebox';
import type { RedisConnection } from '#kit/stores/redis.ts';
import { loadSteps, saleLua } from '../store/redis/scripts.ts';
import {
  CloseOutcome,
  EnterOutcome,
  Portion,
  portionSize as limit,
  PrizeOutcome,
  Round,
  Ticket,
  type Lottery,
} from './store.ts';

/** @param tag hash tag of all keys */
export function redisLottery(
  redis: RedisConnection,
  tag: string,
): Lottery & { readonly returnPrizes: (now: number) => Promise<boolean> } {
  const step = loadSteps(redis, tag, new URL('./lua/', import.meta.url), [saleLua]);
  const closeRound = step('close-round', CloseOutcome);
  const award = step('award', Type.Null());
  const endRound = step('end-round', Type.Null());
  const entrants = step('entrants', OrNull(Portion));
  const winners = step('winners', OrNull(Portion));
  const rounds = step('rounds', OrNull(Type.Array(Round)));
  const ticket = step('ticket', OrNull(Ticket));
  const claimPrize = step('claim-prize', PrizeOutcome);
  const returnPrizes = step('return-prizes', Type.Boolean());
  return {
    enterLottery: step('enter', EnterOutcome),
    closeRound: (productId, round, count) => closeRound({ productId, round, winners: count }),
    entrants: async (draw, from) => (await entrants({ ...draw, from, limit })) ?? undefined,
    award: async (prizes) => void (await award(prizes)),
    endRound: async (draw, digest, nextSeed) =>
      void (await endRound({ ...draw, digest, nextSeed })),
    winners: async (draw, from) => (await winners({ ...draw, from, limit })) ?? undefined,
    rounds: async (productId) => (await rounds({ productId })) ?? undefined,
    ticket: async (productId, userId, now) =>
      (await ticket({ productId, userId, now })) ?? undefined,
    claimPrize: (token, now) => claimPrize({ token, now }),
    returnPrizes: (now) => returnPrizes({ now, limit }),
  };
}

const OrNull = <T extends TSchema>(schema: T) => Type.Union([Type.Null(), schema]);
