/** The requests that the contract of uses and codes makes. */
import assert from 'node:assert/strict';
import type { Ends } from '#kit/testing/testing.ts';
import type { CodeStore } from '../codes.ts';
import type { Candidate, UsageStore, UseRequest } from '../usage.ts';

export type Stores = UsageStore & CodeStore;
/** Two handles on one state. */
export type Open = (t: Ends) => Promise<[Stores, Stores]>;

export const T0 = Date.UTC(2026, 0, 1, 12);
export const day = 86_400_000;

let serial = 0;

export function candidate(incarnation: string, more: Partial<Candidate> = {}): Candidate {
  return { incarnation, stackable: true, perUser: 0, global: 0, lifetimeMs: 0, ...more };
}

/** A use by a user and a device of its own. */
export function use(candidates: Candidate[], more: Partial<UseRequest> = {}): UseRequest {
  const id = ++serial;
  return { candidates, userId: `u${id}`, device: `d${id}`, order: undefined, now: T0, ...more };
}

export async function verdicts(store: UsageStore, request: UseRequest) {
  const outcome = await store.countUses(request);
  assert.ok(outcome.kind === 'counted', outcome.kind);
  return outcome.verdicts;
}

export const order = (orderId: string, more = {}) => {
  return { orderId, fingerprint: 'f', terms: 't', ...more };
};

/** Creates codes of a rule, as operators do; yields the batch. */
export async function addCodes(
  store: CodeStore,
  incarnation: string,
  spellings: string[],
  usesPerCode = 1,
): Promise<string> {
  const id = `batch${String(++serial).padStart(9, '0')}`;
  await store.beginBatch({ id, promoId: `the ${incarnation}`, incarnation, usesPerCode }, T0);
  assert.deepEqual(await store.addCodes(id, spellings), { kind: 'added' });
  assert.equal(await store.finishBatch(id), true);
  return id;
}
