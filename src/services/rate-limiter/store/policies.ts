/**
 * The store of policies and their overrides. A replica keeps all of them in memory and asks for what
 * has changed. Every method throws STORE_UNAVAILABLE (503) while the store is away.
 */
import { Type, type Static } from 'typebox';
import type { Store } from '#kit/stores/store.ts';
import { storedJson } from '#kit/web/schema.ts';
import { algorithms, type Algorithm, type Limit } from './rate-limiter-store.ts';

/** Most policies, and most overrides of all of them together: each replica has them in memory. */
export const maxPolicies = 1_000;
export const maxOverrides = 100_000;

/** Changes that are remembered: a replica that missed more reads everything again. */
export const journalLength = 10_000;

/** As the stores hold them, JSON. */
const StoredLimits = Type.Array(Type.Object({ limit: Type.Integer(), windowMs: Type.Integer() }));
export const Policy = Type.Object({
  algorithm: Type.Unsafe<Algorithm>(Type.String({ enum: [...algorithms] })),
  limits: StoredLimits,
  shadow: Type.Boolean(),
  onOutage: Type.Unsafe<'allow' | 'refuse'>(Type.String({ enum: ['allow', 'refuse'] })),
});
export type Policy = Static<typeof Policy>;

export const parsePolicy = storedJson('stored policy', Policy);
export const parseLimits = storedJson('stored override', StoredLimits);

/** The present state of one policy or one key; undefined: there is none. */
export type Entry =
  | { readonly kind: 'policy'; readonly name: string; readonly policy: Policy | undefined }
  /** The policy was removed, with all its overrides. */
  | { readonly kind: 'removed'; readonly name: string }
  | {
      readonly kind: 'override';
      readonly name: string;
      readonly key: string;
      readonly limits: readonly Limit[] | undefined;
    };

export interface Changes {
  /** The cursor to ask with next time. */
  readonly cursor: string;
  /** Whether these are all entries that there are, not only those that changed. */
  readonly isAll: boolean;
  /** In the order in which they changed. */
  readonly entries: readonly Entry[];
  /** Whether there may be more. */
  readonly hasMore: boolean;
}

export interface PolicyStore extends Store {
  put(name: string, policy: Policy): Promise<'put' | 'too many'>;
  /** Removes its overrides as well; false: there is none. */
  remove(name: string): Promise<boolean>;
  putOverride(
    name: string,
    key: string,
    limits: readonly Limit[],
  ): Promise<'put' | 'too many' | 'unknown policy'>;
  removeOverride(
    name: string,
    key: string,
  ): Promise<'removed' | 'unknown override' | 'unknown policy'>;
  /** @param cursor of the changes seen last; undefined: everything is wanted */
  changesSince(cursor: string | undefined): Promise<Changes>;
  /** Clears away what removed policies left behind; whether there may be more. */
  sweep(): Promise<boolean>;
}

/** Bounds, for tests. */
export interface PolicyBounds {
  readonly maxPolicies?: number;
  readonly maxOverrides?: number;
  readonly journalLength?: number;
}

export const standardBounds = { maxPolicies, maxOverrides, journalLength };

/** Changes that are read at a time. */
export const changesPortion = 500;
