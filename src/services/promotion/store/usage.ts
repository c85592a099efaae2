/** The store of uses. Every method throws STORE_UNAVAILABLE (503) while the store is away. */
import { Type, type Static } from 'typebox';
import type { Store } from '#kit/stores/store.ts';

/** A promotion whose conditions are met. A limit of 0 is none. */
export interface Candidate {
  /** Uses are counted under it: see RuleChange. */
  readonly incarnation: string;
  readonly stackable: boolean;
  readonly perUser: number;
  readonly global: number;
  /** Lifetime of the user's and the global counter after each use; 0: for ever. */
  readonly lifetimeMs: number;
}

export interface UseRequest {
  /** In order of priority. */
  readonly candidates: readonly Candidate[];
  readonly userId: string;
  readonly device: string;
  readonly order: Order | undefined;
  readonly now: number;
}

/** Makes a request repeatable: its outcome is remembered for `orderLifetimeMs`. */
export interface Order {
  readonly orderId: string;
  /** Equal for equal requests. */
  readonly fingerprint: string;
  /** What the caller needs to give the same answer again. */
  readonly terms: string;
}

/** What became of a candidate: counted, or why not. */
export const Verdict = Type.Enum([
  'applied',
  'not stackable',
  'user limit reached',
  'global limit reached',
  'device limit reached',
]);
export type Verdict = Static<typeof Verdict>;

/** What a store says of an order that it was given before. */
export const KnownOrder = Type.Union([
  Type.Object({
    kind: Type.Literal('repeated', { description: 'with the same request' }),
    verdicts: Type.Array(Verdict),
    terms: Type.String(),
  }),
  Type.Object({ kind: Type.Literal('mismatch', { description: 'with another request' }) }),
]);
export type KnownOrder = Static<typeof KnownOrder>;

export const Counted = Type.Object({
  kind: Type.Literal('counted'),
  verdicts: Type.Array(Verdict),
});
export type UseOutcome = Static<typeof Counted> | KnownOrder;

export interface UsageStore extends Store {
  /**
   * Goes through the candidates in order and counts a use of each that applies: for the user, for
   * all, and for the device. A promotion that does not stack is passed over when another one
   * applies already. One indivisible step: of a call that fails nothing is counted.
   */
  countUses(request: UseRequest): Promise<UseOutcome>;
  /** What an order was given, if it is remembered. */
  findOrder(orderId: string, fingerprint: string, now: number): Promise<KnownOrder | undefined>;
  /** Removes some of what is past its time; true when more is left. */
  sweep(now: number): Promise<boolean>;
}

/** Uses of one promotion by one device within `deviceWindowMs`, counted from the first. */
export const deviceLimit = 3;
export const deviceWindowMs = 86_400_000;

/** How long an order is remembered. */
export const orderLifetimeMs = 7 * 86_400_000;
