/** Changes policies, for operators. Each change is in force here when it is answered. */
import { invalid } from '#kit/web/problem.ts';
import { refuse, unknownPolicy } from '../errors.ts';
import type { LimitsBody, OverrideResult, PolicyBody, PolicyResult } from '../admin-schemas.ts';
import { maxOverrides, maxPolicies, type PolicyStore } from '../store/policies.ts';
import type { Limit } from '../store/rate-limiter-store.ts';
import type { KnownPolicy, PolicyBook } from './policy-book.ts';

export interface Policies {
  readonly store: PolicyStore;
  readonly book: PolicyBook;
}

/** @throws Refusal TOO_MANY_POLICIES, VALIDATION_FAILED, STORE_UNAVAILABLE, STORE_FULL */
export async function putPolicy(
  { store, book }: Policies,
  name: string,
  { algorithm, limits, shadow, on_outage: onOutage }: PolicyBody,
): Promise<PolicyResult> {
  const policy = { algorithm, limits: toLimits(limits), shadow, onOutage };
  if ((await store.put(name, policy)) === 'too many') {
    throw refuse.TOO_MANY_POLICIES(`there are already ${maxPolicies} policies`);
  }
  await book.refresh();
  return show({ ...policy, name, overrides: book.find(name)?.overrides ?? new Map() });
}

/** @throws Refusal UNKNOWN_POLICY */
export function showPolicy({ book }: Policies, name: string): PolicyResult {
  const policy = book.find(name);
  if (policy === undefined) throw unknownPolicy(name);
  return show(policy);
}

/** @throws Refusal UNKNOWN_POLICY, STORE_UNAVAILABLE, STORE_FULL */
export async function removePolicy({ store, book }: Policies, name: string) {
  if (!(await store.remove(name))) throw unknownPolicy(name);
  await book.refresh();
  return { name, deleted: true as const };
}

/** @throws Refusal UNKNOWN_POLICY, TOO_MANY_OVERRIDES, VALIDATION_FAILED, STORE_UNAVAILABLE, STORE_FULL */
export async function putOverride(
  { store, book }: Policies,
  name: string,
  key: string,
  { limits }: { readonly limits: LimitsBody },
): Promise<OverrideResult> {
  const outcome = await store.putOverride(name, key, toLimits(limits));
  if (outcome === 'unknown policy') throw unknownPolicy(name);
  if (outcome === 'too many') {
    throw refuse.TOO_MANY_OVERRIDES(`there are already ${maxOverrides} overrides`);
  }
  await book.refresh();
  return { policy: name, key, limits: showLimits(toLimits(limits)) };
}

/** @throws Refusal UNKNOWN_POLICY, UNKNOWN_OVERRIDE, STORE_UNAVAILABLE, STORE_FULL */
export async function removeOverride({ store, book }: Policies, name: string, key: string) {
  const outcome = await store.removeOverride(name, key);
  if (outcome === 'unknown policy') throw unknownPolicy(name);
  if (outcome === 'unknown override') {
    throw refuse.UNKNOWN_OVERRIDE(`the policy ${name} has no override for ${key}`);
  }
  await book.refresh();
  return { policy: name, key, deleted: true as const };
}

/** Reads limits. Counts belong to the length of a window, so no two limits may have the same. */
function toLimits(limits: LimitsBody): Limit[] {
  for (const [i, { window_ms }] of limits.entries()) {
    if (limits.findIndex((other) => other.window_ms === window_ms) === i) continue;
    throw invalid(`limits.${i}.window_ms`, 'must differ from the window of every other limit');
  }
  return limits.map(({ limit, window_ms: windowMs }) => ({ limit, windowMs }));
}

const showLimits = (limits: readonly Limit[]): LimitsBody =>
  limits.map(({ limit, windowMs }) => ({ limit, window_ms: windowMs }));

function show({ name, algorithm, limits, shadow, onOutage, overrides }: KnownPolicy): PolicyResult {
  return {
    name,
    algorithm,
    limits: showLimits(limits),
    shadow,
    on_outage: onOutage,
    overrides: overrides.size,
  };
}
