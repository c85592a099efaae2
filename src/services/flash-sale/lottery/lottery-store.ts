/** The port of the lottery. The draw itself is pure: see draw.ts. */
import { Type, type Static } from 'typebox';
import { Promotion } from '../store/waiting-room.ts';

export interface LotteryEntry {
  readonly productId: string;
  readonly userId: string;
  /** Secret of the entrant alone, kept if the entry is new. */
  readonly salt: string;
  /** The published form of the user: see draw.ts. */
  readonly entry: string;
  /** A device enters once, as a user does. */
  readonly device: string;
  /** The identities whose rate windows must have room. */
  readonly devices: readonly string[];
  readonly now: number;
}

export const EnterOutcome = Type.Union([
  Type.Object({
    kind: Type.Enum(['entered', 'already-entered']),
    seed: Type.String(),
    salt: Type.String({ description: 'of the entry, also when it is not new' }),
  }),
  Type.Object({ kind: Type.Enum(['taken', 'closed', 'wrong-flow', 'unknown', 'rate-limited']) }),
]);
export type EnterOutcome = Static<typeof EnterOutcome>;

/** One draw. */
export const Round = Type.Object({
  round: Type.Integer(),
  seed: Type.String({ description: 'secret until the draw is over; no two rounds have the same' }),
  winners: Type.Optional(Type.Integer({ description: 'present once closed' })),
  digest: Type.Optional(Type.String({ description: 'of the entries; present once drawn' })),
});
export type Round = Static<typeof Round>;

export const CloseOutcome = Type.Union([
  Type.Object({ kind: Type.Literal('closed'), round: Round }),
  Type.Object({ kind: Type.Literal('short'), available: Type.Integer() }),
  Type.Object({ kind: Type.Literal('wrong-round'), next: Type.Integer() }),
  Type.Object({ kind: Type.Enum(['wrong-flow', 'unknown']) }),
]);
export type CloseOutcome = Static<typeof CloseOutcome>;

export const Entrant = Type.Object({ userId: Type.String(), entry: Type.String() });
export type Entrant = Static<typeof Entrant>;

/** Which draw is meant: a reset may put another one in its place, with another seed. */
export interface DrawKey {
  readonly productId: string;
  readonly round: number;
  readonly seed: string;
}

export const Portion = Type.Object({
  entrants: Type.Array(Entrant),
  next: Type.Optional(Type.Integer({ description: 'where the next portion begins, if any' })),
});
export type Portion = Static<typeof Portion>;

/** Entrants that one step reads, and prizes that one step reserves. */
export const portionSize = 200;

export const Prize = Type.Object({ ...Promotion.properties, token: Type.String() });
export type Prize = Static<typeof Prize>;

interface Award extends DrawKey {
  readonly prizes: readonly Prize[];
  readonly expiresAt: number;
  readonly now: number;
}

/** The prize is there once won. */
export const Ticket = Type.Object({
  state: Type.Enum(['pending', 'won', 'claimed', 'expired', 'lost']),
  prize: Type.Optional(Type.Object({ ...Prize.properties, expiresAt: Type.Integer() })),
});
export type Ticket = Static<typeof Ticket>;

export const PrizeOutcome = Type.Union([
  Type.Object({
    kind: Type.Literal('claimed'),
    orderId: Type.String(),
    reservationId: Type.String(),
    expiresAt: Type.Optional(Type.Integer({ description: 'when the hold lapses, if ever' })),
  }),
  Type.Object({ kind: Type.Enum(['expired', 'unknown']) }),
]);
export type PrizeOutcome = Static<typeof PrizeOutcome>;

export interface Lottery {
  enterLottery(entry: LotteryEntry): Promise<EnterOutcome>;
  /** Ends enrolment and freezes the entrants of a round; repeating it answers the same. */
  closeRound(productId: string, round: number, winners: number): Promise<CloseOutcome>;
  /**
   * Some who take part in a closed round, in order of entry: all but the winners of earlier ones.
   * Undefined when the draw is no longer there.
   */
  entrants(draw: DrawKey, from: number): Promise<Portion | undefined>;
  /** Reserves a unit for each of some prizes. A winner with a prize keeps it. */
  award(award: Award): Promise<void>;
  /** Ends a round whose prizes are all reserved; one that ended before stays as it was. */
  endRound(draw: DrawKey, digest: string, nextSeed: string): Promise<void>;
  /** As `entrants`: some who won, best ticket first. */
  winners(draw: DrawKey, from: number): Promise<Portion | undefined>;
  /** All rounds, the last of them not yet drawn; undefined when there is no such lottery. */
  rounds(productId: string): Promise<readonly Round[] | undefined>;
  ticket(productId: string, userId: string, now: number): Promise<Ticket | undefined>;
  claimPrize(token: string, now: number): Promise<PrizeOutcome>;
  /** Finds the owner of a prize; undefined when the token is unknown. */
  winnerOf(token: string): Promise<string | undefined>;
}
