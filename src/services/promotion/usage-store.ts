/**
 * Where uses are counted. Every method throws STORE_UNAVAILABLE (503) while the store is away.
 */

/** A promotion whose conditions are met. Limits of 0 are none. */
export interface Candidate {
  /** Counters belong to this life of the rule: see RuleChange. */
  readonly incarnation: string;
  readonly stackable: boolean;
  readonly perUser: number;
  readonly global: number;
  /** Lifetime of the user's and the global counter after each use, milliseconds; 0: for ever. */
  readonly lifetime: number;
}

export interface Use {
  /** By rank: the first is asked first. */
  readonly candidates: readonly Candidate[];
  readonly userId: string;
  readonly device: string;
  readonly order: Order | undefined;
  readonly now: number;
}

/** Makes a use repeatable: what it yielded is remembered for `lifetimes.order`. */
export interface Order {
  readonly orderId: string;
  /** Equal for equal requests. */
  readonly fingerprint: string;
  /** What the caller needs to give the same answer again. */
  readonly terms: string;
}

export type Reason =
  | 'not stackable'
  | 'user limit reached'
  | 'global limit reached'
  | 'device limit reached';

/** What became of each candidate. */
export type Verdict = 'applied' | Reason;

export type UseOutcome =
  | { readonly kind: 'used'; readonly verdicts: readonly Verdict[] }
  /** The order was used before, with the same request. */
  | { readonly kind: 'repeated'; readonly verdicts: readonly Verdict[]; readonly terms: string }
  /** The order was used before, with another request. */
  | { readonly kind: 'mismatch' };

export interface UsageStore {
  /**
   * Asks the candidates one after another, and counts the use of those that apply: for the user,
   * for all, and for the device. A promotion that does not stack is passed over when another one
   * applies already. One indivisible step: of a call that fails nothing is counted.
   */
  use(use: Use): Promise<UseOutcome>;
  /** What an order was given, if it is remembered. */
  earlier(orderId: string, fingerprint: string, now: number): Promise<UseOutcome | undefined>;
  /** Forgets what is past its time; true when more is left. */
  sweep(now: number): Promise<boolean>;
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Uses of one promotion by one device in `lifetimes.device`. */
export const deviceLimit = 3;

/** Lifetimes, milliseconds. */
export const lifetimes = {
  /** The device's counter, from the first use on. */
  device: 86_400_000,
  order: 7 * 86_400_000,
} as const;

/** The numbers by which the shared store writes verdicts down. */
export const verdicts: readonly Verdict[] = [
  'applied',
  'not stackable',
  'user limit reached',
  'global limit reached',
  'device limit reached',
];
