/** What every use case works with: one variant's rules, its state, its settings. */
import type { Place } from './place.ts';
import type { RuleSet } from './rules.ts';
import type { DispatchStore } from './store.ts';

/** Finds a hub that was not made known here; undefined when there is none. */
export type HubSource = (hubId: string) => Promise<Place | undefined>;

export interface Dispatch {
  readonly rules: RuleSet;
  readonly store: DispatchStore;
  /** How long an offer stands, milliseconds. */
  readonly acceptTimeout: number;
  /** Match for the largest total score instead of the variant's order. */
  readonly optimal: boolean;
  readonly hubs: HubSource;
}
