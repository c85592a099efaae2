/**
 * Where rules are kept. Every change gets the next version of its deployment, and versions become
 * visible in their order, so that a replica which asks for what came after the last one it saw
 * misses nothing. Every method throws STORE_UNAVAILABLE (503) while the store is away.
 */
import type { Rule } from './rules.ts';

/** One state of a rule. */
export interface RuleChange {
  readonly promoId: string;
  readonly version: number;
  /** Names this life of the rule: a rule that is removed and created anew counts its uses anew. */
  readonly incarnation: string;
  /** Undefined when the rule was removed. */
  readonly rule: Rule | undefined;
}

export interface RuleStore {
  /** Undefined when there is such a rule already. */
  create(rule: Rule, incarnation: string): Promise<RuleChange | undefined>;
  /** Undefined when there is no such rule. */
  replace(rule: Rule): Promise<RuleChange | undefined>;
  /** Undefined when there never was such a rule; one that was removed before stays as it is. */
  remove(promoId: string): Promise<RuleChange | undefined>;
  /** The last state of each rule that changed after `version`, in the order of their versions. */
  changesSince(version: number): Promise<RuleChange[]>;
  ready(): Promise<void>;
  close(): Promise<void>;
}
