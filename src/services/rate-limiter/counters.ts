import type { StepCounts } from '#kit/observe/counters.ts';
import type { Metrics } from '#kit/observe/metrics.ts';
import { maxPolicies } from './store/policies.ts';
import type { RateLimiter } from './store/rate-limiter-store.ts';

/** The counters for the business questions about a rate limiter. */
const counters = {
  allowed: { help: 'Requests and checks within the limit' },
  refused: { help: 'Requests and checks over the limit' },
} as const;

const policyCounters = {
  policy_allowed: { help: 'Checks within the limits of the policy', label: 'policy' },
  policy_refused: { help: 'Checks over the limits of the policy', label: 'policy' },
  policy_would_have_refused: {
    help: 'Checks over the limits of the policy that were allowed, as it is in shadow',
    label: 'policy',
  },
  policy_unchecked: {
    help: 'Checks that were allowed while the store could not be reached',
    label: 'policy',
  },
} as const;

/** Registers the counters, and returns what counts the decisions of a limiter. */
export function registerCounters(metrics: Metrics, name: string): StepCounts<RateLimiter> {
  const count = metrics.counters(name, counters);
  return { check: ({ allowed }) => (allowed ? count.allowed() : count.refused()) };
}

/** Counts by the name of a policy. */
export interface PolicyCounts {
  allowed(policy: string): void;
  refused(policy: string): void;
  wouldHaveRefused(policy: string): void;
  unchecked(policy: string): void;
}

/** Names beyond as many as there may be policies at a time share this one. */
const others = '(others)';

export function policyCounts(metrics: Metrics, service: string): PolicyCounts {
  const count = metrics.counters(service, policyCounters);
  // Names of policies that were removed stay, as long as the process runs.
  const names = new Set<string>();
  const labelOf = (name: string) => {
    if (names.size < maxPolicies) names.add(name);
    return names.has(name) ? name : others;
  };
  return {
    allowed: (policy) => count.policy_allowed(labelOf(policy)),
    refused: (policy) => count.policy_refused(labelOf(policy)),
    wouldHaveRefused: (policy) => count.policy_would_have_refused(labelOf(policy)),
    unchecked: (policy) => count.policy_unchecked(labelOf(policy)),
  };
}
