/**
 * The store of rules. Every change gets the next version of its deployment, and versions become
 * visible in their order, so that a replica which asks for what came after the last one it saw
 * misses nothing. Every method throws STORE_UNAVAILABLE (503) while the store is away.
 */
import { storedJson } from '#kit/web/schema.ts';
import type { Store } from '#kit/stores/store.ts';
import { Rule } from '../admin/schemas.ts';

/** One state of a rule. */
export interface RuleChange {
  readonly promoId: string;
  readonly version: number;
  /**
   * This creation of the rule; its uses are counted under it. A rule that is removed and created
   * again has another incarnation, and its counters start at 0.
   */
  readonly incarnation: string;
  /** Undefined when the rule was removed. */
  readonly rule: Rule | undefined;
}

export interface RuleStore extends Store {
  /** Undefined when there is such a rule already. */
  create(rule: Rule, incarnation: string): Promise<RuleChange | undefined>;
  /** Undefined when there is no such rule. */
  replace(rule: Rule): Promise<RuleChange | undefined>;
  /** Undefined when there never was such a rule; one that was removed before stays as it is. */
  remove(promoId: string): Promise<RuleChange | undefined>;
  /** The last state of each rule that changed after `version`, in the order of their versions. */
  changesSince(version: number): Promise<RuleChange[]>;
}

/** A row of the table `rule`, the same in both stores. */
export interface RuleRow {
  readonly promo_id: string;
  readonly incarnation: string;
  readonly version: number;
  /** JSON of the rule; null when it was removed. */
  readonly body: string | null;
}

const parseRule = storedJson('stored rule', Rule);

export function toChange({ promo_id: promoId, incarnation, version, body }: RuleRow): RuleChange {
  return { promoId, version, incarnation, rule: body === null ? undefined : parseRule(body) };
}
