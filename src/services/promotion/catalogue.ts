/**
 * The rules in the memory of this replica, compiled, in the order in which they apply. It
 * follows the store: a change made elsewhere is seen by the next `refresh`. Each change is a whole rule
 * with a version of its own, so a replica accepts its own changes before the store tells of them, and
 * needs no more of a loop than `refresh`.
 */
import { TimeSlice } from '#kit/base/time-slice.ts';
import { compile, type Predicate } from './conditions/evaluate.ts';
import { parseTree } from './conditions/parse-tree.ts';
import { compileSelection, type Selection } from './discounts/items.ts';
import type { Rule } from './admin/schemas.ts';
import type { RuleChange, RuleStore } from './store/rules.ts';

/** How often a replica looks for changes. */
export const refreshEveryMs = 250;

export interface Promotion {
  readonly rule: Rule;
  readonly incarnation: string;
  readonly isMet: Predicate;
  /** The leaves of its tree. */
  readonly leaves: readonly Predicate[];
  /** The items to which its discount is limited; undefined: the whole cart. */
  readonly selection: Selection | undefined;
}

/** @param now milliseconds since the epoch */
export function isActive({ rule }: Promotion, now: number): boolean {
  const { paused = false, active_from = 0, active_until = Infinity } = rule;
  return !paused && now >= active_from && now < active_until;
}

export class Catalogue {
  readonly #store: RuleStore;
  readonly #promotions = new Map<string, Promotion>();
  /** By rule, the version of the last change taken over: an older change is ignored. */
  readonly #versions = new Map<string, number>();
  #sorted: readonly Promotion[] | undefined;
  /** All changes up to this one have been seen. */
  #seen = 0;

  constructor(store: RuleStore) {
    this.#store = store;
  }

  /** @throws Refusal STORE_UNAVAILABLE; the known rules stay */
  async refresh(): Promise<void> {
    for (const change of await this.#store.changesSince(this.#seen)) {
      await this.accept(change);
      this.#seen = Math.max(this.#seen, change.version);
    }
  }

  /** Takes over one change, in a slice of time. It may come late, or twice. */
  async accept({ promoId, version, incarnation, rule }: RuleChange): Promise<void> {
    const slice = new TimeSlice();
    if (slice.isOver) await slice.next();
    if (version <= (this.#versions.get(promoId) ?? 0)) return;
    if (rule === undefined) {
      this.#promotions.delete(promoId);
    } else {
      const leaves: Predicate[] = [];
      const isMet = compile(parseTree(rule.condition_tree), leaves);
      const selection = compileSelection(rule.discount);
      this.#promotions.set(promoId, { rule, incarnation, isMet, leaves, selection });
    }
    this.#versions.set(promoId, version);
    this.#sorted = undefined;
  }

  get(promoId: string): Promotion | undefined {
    return this.#promotions.get(promoId);
  }

  /** By ascending priority, then by promo_id. */
  get sorted(): readonly Promotion[] {
    return (this.#sorted ??= [...this.#promotions.values()].sort(byPriority));
  }
}

export function byPriority({ rule: a }: Promotion, { rule: b }: Promotion): number {
  return a.priority - b.priority || (a.promo_id < b.promo_id ? -1 : 1);
}
