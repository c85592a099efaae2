/** The lottery of the shared store: see lua/. */
import { Type, type Static } from 'typebox';
import type { RedisConnection } from '#kit/stores/redis.ts';
import { checked } from '#kit/web/schema.ts';
import { loadSteps, saleLua } from '../store/redis/scripts.ts';
import type { CloseOutcome, EnterOutcome, Lottery, PrizeOutcome, Round, Ticket } from './store.ts';

/** Most prizes that one step of housekeeping returns. */
const prizesLimit = 500;

/** @param tag hash tag of all keys */
export function redisLottery(
  redis: RedisConnection,
  tag: string,
): Lottery & { readonly returnPrizes: (now: number) => Promise<boolean> } {
  const step = loadSteps(redis, tag, new URL('./lua/', import.meta.url), [saleLua]);
  const enter = step('enter', decodeEntry);
  const closeRound = step('close-round', decodeClosing);
  const award = step('award', checkFlag);
  const rounds = step('rounds', decodeRounds);
  const ticket = step('ticket', checkTicket);
  const claimPrize = step('claim-prize', decodePrize);
  const returnPrizes = step('return-prizes', checkFlag);
  return {
    enterLottery: ({ productId, userId, device, devices, now }) =>
      enter(productId, userId, device, now, ...devices),
    closeRound,
    async award({ productId, round, seed, prizes, nextSeed, expiresAt, now }) {
      const flat = prizes.flatMap((prize) => [
        prize.userId,
        prize.token,
        prize.orderId,
        prize.reservationId,
      ]);
      await award(productId, round, seed, nextSeed, expiresAt, now, ...flat);
    },
    rounds,
    ticket: async (productId, userId, now) =>
      toTicket(await ticket(productId, userId, now), userId),
    claimPrize,
    returnPrizes: async (now) => (await returnPrizes(now, prizesLimit)) === 1,
  };
}

const Text = Type.String();
const Count = Type.Integer({ minimum: 0 });
const Flag = Type.Union([Type.Literal(0), Type.Literal(1)]);
/** A reply that is a tag alone. */
const kind = <T extends string>(name: T) => Type.Tuple([Type.Literal(name)]);

const checkFlag = checked('reply of a script of the lottery', Flag);

const checkEntry = checked(
  'reply of enter.lua',
  Type.Union([
    Type.Tuple([Type.Literal('entered'), Text]),
    Type.Tuple([Type.Literal('already-entered'), Text]),
    kind('taken'),
    kind('closed'),
    kind('wrong-flow'),
    kind('unknown'),
    kind('rate-limited'),
  ]),
);

function decodeEntry(reply: unknown): EnterOutcome {
  const outcome = checkEntry(reply);
  switch (outcome[0]) {
    case 'entered':
    case 'already-entered':
      return { kind: outcome[0], seed: outcome[1] };
    default:
      return { kind: outcome[0] };
  }
}

const RoundReply = Type.Tuple([Count, Text, Count, Type.Array(Text), Flag]);

function toRound(reply: Static<typeof RoundReply>): Round {
  const [round, seed, winners, entrants, drawn] = reply;
  return { round, seed, winners, entrants, drawn: drawn === 1 };
}

const checkClosing = checked(
  'reply of close-round.lua',
  Type.Union([
    Type.Tuple([Type.Literal('closed'), RoundReply]),
    Type.Tuple([Type.Literal('short'), Count]),
    Type.Tuple([Type.Literal('wrong-round'), Count]),
    kind('wrong-flow'),
    kind('unknown'),
  ]),
);

function decodeClosing(reply: unknown): CloseOutcome {
  const outcome = checkClosing(reply);
  switch (outcome[0]) {
    case 'closed':
      return { kind: outcome[0], round: toRound(outcome[1]) };
    case 'short':
      return { kind: outcome[0], available: outcome[1] };
    case 'wrong-round':
      return { kind: outcome[0], next: outcome[1] };
    default:
      return { kind: outcome[0] };
  }
}

const checkRounds = checked(
  'reply of rounds.lua',
  Type.Union([Type.Null(), Type.Array(RoundReply)]),
);

const decodeRounds = (reply: unknown): Round[] | undefined => checkRounds(reply)?.map(toRound);

const WonReply = <T extends string>(state: T) =>
  Type.Tuple([Type.Literal(state), Text, Text, Text, Count]);

const checkTicket = checked(
  'reply of ticket.lua',
  Type.Union([
    Type.Null(),
    kind('pending'),
    kind('lost'),
    WonReply('won'),
    WonReply('claimed'),
    WonReply('expired'),
  ]),
);

function toTicket(reply: ReturnType<typeof checkTicket>, userId: string): Ticket | undefined {
  if (reply === null) return undefined;
  switch (reply[0]) {
    case 'pending':
    case 'lost':
      return { state: reply[0], prize: undefined };
    default: {
      const [state, token, orderId, reservationId, expiresAt] = reply;
      return { state, prize: { userId, token, orderId, reservationId, expiresAt } };
    }
  }
}

const checkPrize = checked(
  'reply of claim-prize.lua',
  Type.Union([Type.Tuple([Type.Literal('claimed'), Text, Text]), kind('expired'), kind('unknown')]),
);

function decodePrize(reply: unknown): PrizeOutcome {
  const outcome = checkPrize(reply);
  if (outcome[0] !== 'claimed') return { kind: outcome[0] };
  return { kind: outcome[0], orderId: outcome[1], reservationId: outcome[2] };
}
