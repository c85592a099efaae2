/**
 * Checks that other services ask for: by a policy, or by a limit that the request brings.
 */
import { invalid, isOutage, Refusal } from '#kit/web/problem.ts';
import type { PolicyCounts } from './counters.ts';
import { unknownPolicy } from './errors.ts';
import type { KnownPolicy, PolicyBook } from './policies/policy-book.ts';
import type { BatchBody, CheckBody, CheckResult } from './schemas.ts';
import type { Algorithm, Check, Decision, Limit, RateLimiter } from './store/rate-limiter-store.ts';

export interface Engine {
  readonly limiters: Readonly<Record<Algorithm, RateLimiter>>;
  readonly book: PolicyBook;
  readonly count: PolicyCounts;
}

type Effect = 'check' | 'peek' | 'refund';

type Question = Omit<CheckBody, 'peek'>;

interface Rule {
  readonly limiter: RateLimiter;
  readonly check: Check;
  /** Undefined: the request brings its limit. */
  readonly policy: KnownPolicy | undefined;
}

/**
 * Decides, and counts the cost when it is allowed. In shadow, and in an outage that the policy lets
 * pass, it is allowed whatever was counted.
 *
 * @param now milliseconds since the epoch
 * @throws Refusal UNKNOWN_POLICY, VALIDATION_FAILED, STORE_UNAVAILABLE
 */
export async function check(
  engine: Engine,
  effect: Effect,
  question: Question,
  now: number,
): Promise<{
  readonly result: CheckResult;
  readonly decision: Decision;
  /** All limits that held. */
  readonly limits: readonly Limit[];
}> {
  demandRule(question);
  const rule = ruleOf(engine, question);
  const decision = await decide(engine, effect, rule, now);
  const { allowed, limit, remaining, retryAfterMs, resetAfterMs } = decision;
  const result = {
    allowed,
    limit: limit.limit,
    remaining,
    retry_after_ms: retryAfterMs,
    reset_after_ms: resetAfterMs,
    ...(rule.policy && { policy: rule.policy.name }),
  };
  return { result, decision, limits: rule.check.limits };
}

/**
 * Each check on its own, in their order: one that cannot be made says why in its place.
 *
 * @throws Refusal VALIDATION_FAILED, before anything is counted
 */
export async function checkMany(engine: Engine, { checks }: BatchBody, now: number) {
  for (const [i, question] of checks.entries()) demandRule(question, `checks.${i}.`);
  const results = await Promise.all(
    checks.map(async ({ peek, ...question }) => {
      try {
        return (await check(engine, peek ? 'peek' : 'check', question, now)).result;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { code, status, title, message: detail } = error;
        return { code, status, title, detail };
      }
    }),
  );
  return { results };
}

/** @throws Refusal VALIDATION_FAILED unless there is either a policy or a limit, whole */
function demandRule(question: Question, at = ''): void {
  const { policy, limit, window_ms } = question;
  if (policy !== undefined) {
    for (const member of ['limit', 'window_ms', 'algorithm'] as const) {
      if (question[member] === undefined) continue;
      throw invalid(at + member, 'must not be given with a policy');
    }
    return;
  }
  if (limit === undefined && window_ms === undefined) {
    throw invalid(`${at}policy`, 'is required unless limit and window_ms are given');
  }
  if (limit === undefined) throw invalid(`${at}limit`, 'is required');
  if (window_ms === undefined) throw invalid(`${at}window_ms`, 'is required');
}

/** @throws Refusal UNKNOWN_POLICY */
function ruleOf({ limiters, book }: Engine, question: Question): Rule {
  const { policy: name, key, cost, limit, window_ms: windowMs, algorithm } = question;
  if (name === undefined) {
    const limits = [{ limit: limit!, windowMs: windowMs! }];
    const limiter = limiters[algorithm ?? 'sliding-window'];
    return { limiter, check: { key: `:${key}`, limits, cost }, policy: undefined };
  }
  const policy = book.find(name);
  if (policy === undefined) throw unknownPolicy(name);
  const limits = policy.overrides.get(key) ?? policy.limits;
  // The keys of a policy are its own: encoded, no name has a colon.
  const ownKey = `${encodeURIComponent(name)}:${key}`;
  return { limiter: limiters[policy.algorithm], check: { key: ownKey, limits, cost }, policy };
}

async function decide(
  { count }: Engine,
  effect: Effect,
  { limiter, check, policy }: Rule,
  now: number,
): Promise<Decision> {
  if (policy === undefined) return limiter[effect](check, now);
  const { name, shadow, onOutage } = policy;
  const counts = effect === 'check';
  try {
    const decision = await limiter[effect](check, now);
    const isLetPass = shadow && !decision.allowed;
    if (counts) {
      if (decision.allowed) count.allowed(name);
      else if (isLetPass) count.wouldHaveRefused(name);
      else count.refused(name);
    }
    return isLetPass ? { ...decision, allowed: true, retryAfterMs: 0 } : decision;
  } catch (error) {
    // Shadow refuses nobody.
    if (!isOutage(error) || (onOutage === 'refuse' && !shadow)) throw error;
    if (counts) count.unchecked(name);
    return nothingCounted(check.limits);
  }
}

/** The decision while nobody knows how much was counted. */
function nothingCounted(limits: readonly Limit[]): Decision {
  const limit = limits.reduce((least, one) => (one.limit < least.limit ? one : least));
  return { allowed: true, limit, remaining: limit.limit, retryAfterMs: 0, resetAfterMs: 0 };
}
