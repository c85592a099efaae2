/** The rules of the specification's two variants, as plain data: see variant-a.ts, variant-b.ts. */

export const orderStates = [
  'pooled', // waits for its batch
  'unmatched', // was in a batch and found no driver; waits for the next one
  'claimed', // in a batch that is being matched
  'offered',
  'reassigning', // waits for the end of a delay
  'manual_assignment',
  'accepted',
  'arrived',
  'picking',
  'delivering',
  'delivered',
  'expired', // was not delivered in time
  'cancelled',
] as const;

export type OrderState = (typeof orderStates)[number];

/** In these an order waits for a batch or is in one. Clients see one status for all three. */
export const poolStates = ['pooled', 'unmatched', 'claimed'] as const satisfies OrderState[];
/** In these no driver has accepted the order yet. */
export const waitingStates = [
  ...poolStates,
  'offered',
  'reassigning',
  'manual_assignment',
] as const satisfies OrderState[];
/** In these the order is over. */
export const overStates = ['delivered', 'expired', 'cancelled'] as const satisfies OrderState[];

/** Orders that are listed together: those in a state, in the pool, or all that are not over. */
export type OrderGroup = OrderState | 'pool' | 'open';

/** The states of a group. */
export function statesIn(group: OrderGroup): readonly OrderState[] {
  if (group === 'pool') return poolStates;
  if (group !== 'open') return [group];
  return orderStates.filter((state) => !overStates.some((over) => over === state));
}

/** The status that clients see: `queued` or `pending` stands for the three states of the pool. */
export function statusOf({ waitingStatus }: RuleSet, state: OrderState): string {
  return poolStates.some((other) => other === state) ? waitingStatus : state;
}

/** The orders that clients see with a status. */
export const statusGroups = ({ waitingStatus }: RuleSet): ReadonlyMap<string, OrderGroup> =>
  new Map<string, OrderGroup>([
    [waitingStatus, 'pool'],
    ...orderStates
      .filter((state) => !poolStates.some((other) => other === state))
      .map((state) => [state, state] as const),
  ]);

/** The cause of a move: dispatch itself, an answer to an offer, or the driver's own report. */
type MoveCause = 'dispatch' | 'accept' | 'reject' | 'driver';

/** One line of a driver's state table. */
export interface Move {
  readonly from: string;
  readonly to: string;
  readonly by: MoveCause;
  /** The new state of the order in the driver's hands. */
  readonly order?: OrderState;
}

export interface Weights {
  readonly distance: number;
  readonly eta: number;
  readonly load: number;
  readonly priority: number;
  readonly wait: number;
}

export interface RuleSet {
  readonly name: 'dispatch-a' | 'dispatch-b';
  readonly states: readonly string[];
  readonly moves: readonly Move[];
  /** The state of a driver who can be matched, of one with an offer, and after accepting it. */
  readonly idle: string;
  readonly assigned: string;
  readonly accepted: string;
  /** The state that a location report ends. */
  readonly offline?: string;
  readonly weights: Weights;
  /** Added to the score of a driver who has long had nothing. */
  readonly starvationTerm: (lastAssignedAt: number | undefined, now: number) => number;
  readonly matching: 'per driver' | 'by pair';
  /** Delay after the n-th rejection or timeout of a round, milliseconds. */
  readonly delaysMs: readonly number[];
  /** Where an order goes when no delay is left. */
  readonly afterLast: 'manual_assignment' | 'pool';
  /** The new state of an order that is not delivered in time. */
  readonly atEnd: 'manual_assignment' | 'expired';
  /** The status that clients read while an order waits to be matched. */
  readonly waitingStatus: string;
  readonly enveloped: boolean;
}

/** A driver who has not reported for longer is not matched, milliseconds. */
export const maxSilenceMs = 60_000;

/** The move from one state to another, if the table has it. */
export function moveOf({ moves }: RuleSet, from: string, to: string): Move | undefined {
  return moves.find((move) => move.from === from && move.to === to);
}

/** The states from which `by` leads on to `to`. */
export function sources({ moves }: RuleSet, by: MoveCause, to: string): string[] {
  return moves.filter((move) => move.by === by && move.to === to).map(({ from }) => from);
}
