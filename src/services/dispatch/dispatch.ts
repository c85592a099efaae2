/** Shared by all use cases: one variant's rules, its state, its settings. */
import type { LatLng } from './matching/lat-lng.ts';
import type { RuleSet } from './rules/rules.ts';
import type { DispatchStore } from './store/dispatch-store.ts';

/**
 * Finds a hub that no operator has registered here; undefined when there is none.
 *
 * @throws Refusal HUBS_UNAVAILABLE
 */
export type HubSource = (hubId: string) => Promise<LatLng | undefined>;

export interface Dispatch {
  readonly rules: RuleSet;
  readonly store: DispatchStore;
  /** How long an offer stands, milliseconds. */
  readonly acceptTimeoutMs: number;
  /** How long after its submission an order that is not delivered ends, milliseconds. */
  readonly orderMs: number;
  /** Match for the largest total score instead of in the variant's order. */
  readonly optimal: boolean;
  readonly hubs: HubSource;
  /** How many of the newest batches are kept with what they were matched from. */
  readonly keepBatches: number;
}
