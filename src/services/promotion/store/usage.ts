/** The store of uses. Every method throws STORE_UNAVAILABLE (503) while the store is away. */
import { Type, type Static } from 'typebox';
import type { Store } from '#kit/stores/store.ts';

/** A promotion whose conditions are met. A limit of 0 means no limit. */
export interface Candidate {
  /** Uses are counted under it: see RuleChange. */
  readonly incarnation: string;
  readonly stackable: boolean;
  readonly perUser: number;
  readonly global: number;
  /** Lifetime of the user's and the global counter after each use; 0: forever. */
  readonly lifetimeMs: number;
  /** Codes of this promotion, see `codeKey`. A use of the first that has one left is counted too. */
  readonly codes?: readonly string[];
  /** Without a use of a code it does not apply. */
  readonly needsCode?: boolean;
}

export interface UseRequest {
  /** In order of priority. */
  readonly candidates: readonly Candidate[];
  readonly userId: string;
  readonly device: string;
  readonly order: Order | undefined;
  /**
   * The candidates that are to apply, whatever stacks; absent: all that may, in order of priority.
   */
  readonly choice?: Choice;
  readonly now: number;
}

/** A choice among the candidates. It holds only for the availability that the chooser saw. */
export interface Choice {
  /** The availability of each candidate; empty before anything was seen. */
  readonly seen: readonly Availability[];
  readonly chosen: readonly boolean[];
}

/** Makes a request repeatable: its outcome is remembered for `orderLifetimeMs`. */
export interface Order {
  readonly orderId: string;
  /** Equal for equal requests. */
  readonly fingerprint: string;
  /** The data that the caller needs to give the same answer again. */
  readonly terms: string;
}

/** Why no use of a candidate is left. */
const limits = [
  'user limit reached',
  'global limit reached',
  'device limit reached',
  'code refused',
] as const;

/** The verdict on a candidate: counted, or why not. */
export const Verdict = Type.Enum(['applied', 'not stackable', 'not chosen', ...limits]);
export type Verdict = Static<typeof Verdict>;

/** Whether a candidate has a use left. */
export const Availability = Type.Enum(['available', ...limits]);
export type Availability = Static<typeof Availability>;

/** The verdict on a code. */
export const CodeVerdict = Type.Enum(['counted', 'not used', 'code used up', 'unknown code']);
export type CodeVerdict = Static<typeof CodeVerdict>;

/**
 * The verdicts on the candidates in their order; `codes`: on all their codes, absent without codes.
 */
const verdicts = {
  verdicts: Type.Array(Verdict),
  codes: Type.Optional(Type.Array(CodeVerdict)),
};
export const Verdicts = Type.Object(verdicts);
export type Verdicts = Static<typeof Verdicts>;

/** The store's answer about an order that it had before. */
export const KnownOrder = Type.Union([
  Type.Object({
    kind: Type.Literal('repeated', { description: 'with the same request' }),
    ...verdicts,
    terms: Type.String(),
  }),
  Type.Object({ kind: Type.Literal('mismatch', { description: 'with another request' }) }),
  Type.Object({ kind: Type.Literal('cancelled') }),
]);
export type KnownOrder = Static<typeof KnownOrder>;

export const Counted = Type.Object({ kind: Type.Literal('counted'), ...verdicts });

/** Nothing is counted, since this is not what the choice was made from. */
export const Seen = Type.Object({
  kind: Type.Literal('seen'),
  available: Type.Array(Availability),
});
export type UseOutcome = Static<typeof Counted> | Static<typeof Seen> | KnownOrder;

/** The outcome that a cancelled order had. */
export const Cancelled = Type.Object({
  terms: Type.String(),
  returned: Type.Array(Type.Integer(), { description: 'candidates whose use was given back' }),
});
export type Cancelled = Static<typeof Cancelled>;

/** The uses that an order took, stored until the order is cancelled. */
export const Taken = Type.Object({
  userId: Type.String(),
  device: Type.String(),
  uses: Type.Array(
    Type.Object({
      candidate: Type.Integer(),
      incarnation: Type.String(),
      code: Type.Optional(Type.String()),
    }),
  ),
});
export type Taken = Static<typeof Taken>;

export interface UsageStore extends Store {
  /**
   * Goes through the candidates in order and counts a use of each that applies: for the user, for
   * all, for the device, and of its code. A promotion that does not stack is passed over when
   * another one applies already; with a choice, the chosen ones apply. It is one indivisible step:
   * a call that fails counts nothing.
   */
  countUses(request: UseRequest): Promise<UseOutcome>;
  /** Finds the outcome of an order, if it is remembered. */
  findOrder(orderId: string, fingerprint: string, now: number): Promise<KnownOrder | undefined>;
  /**
   * Gives back the uses of an order that have not lapsed, once; the order is remembered from now on as
   * cancelled. One indivisible step. Undefined when the order is not known.
   */
  cancelOrder(orderId: string, now: number): Promise<Cancelled | undefined>;
  /** Removes some of what is past its time; true when more is left. */
  sweep(now: number): Promise<boolean>;
}

/** Uses of one promotion by one device within `deviceWindowMs`, counted from the first. */
export const deviceLimit = 3;
export const deviceWindowMs = 86_400_000;

/** How long an order is remembered. */
export const orderLifetimeMs = 7 * 86_400_000;
