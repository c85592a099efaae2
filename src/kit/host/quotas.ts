/**
 * Quotas: how much one user may pile up. They hold for the tokens of users only: services and
 * operators act for many, and without identity a user is whatever name a client writes.
 */
import { Type, type TObject } from 'typebox';
import { SlidingWindows, type Limit, type SlidingWindow } from '../base/sliding-window.ts';
import type { Caller } from '../web/identity/caller.ts';
import { common, type Refusal } from '../web/problem.ts';
import { readEnv, type Environment } from './env.ts';

interface Quota {
  /** The variable that changes the limit; it also names the quota in refusals. */
  readonly variable: string;
  readonly default: number;
  /** The things that are counted: `open reservations`. */
  readonly what: string;
  /** The period in which new things are counted; undefined: existing things are counted. */
  readonly per?: keyof typeof windowsMs;
}

export type Quotas = Readonly<Record<string, Quota>>;

const windowsMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** Returns what a quota counts: `posts a minute`, `uploads an hour`. */
export function unitOf({ what, per }: Quota): string {
  if (per === undefined) return what;
  return `${what} ${per === 'hour' ? 'an' : 'a'} ${per}`;
}

/** The environment variables of quotas. */
export function quotaVariables(quotas: Quotas): TObject {
  const variables = Object.values(quotas).map((quota) => {
    const { variable, default: limit } = quota;
    const description = `most ${unitOf(quota)} of one user; 0: any number`;
    const bounds = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
    return [variable, Type.Integer({ ...bounds, default: limit, description })];
  });
  return Type.Object(Object.fromEntries(variables));
}

/** @throws StartupError naming the variable */
export function openQuotas<QuotasT extends Quotas>(
  quotas: QuotasT,
  env: Environment,
  clock: () => number,
): { readonly [NameT in keyof QuotasT]: UserQuota } {
  const limits = readEnv(quotaVariables(quotas), env) as Record<string, number>;
  const opened = Object.entries(quotas).map(([name, quota]) => [
    name,
    new UserQuota(quota, limits[quota.variable]!, clock),
  ]);
  return Object.fromEntries(opened);
}

export class UserQuota {
  readonly #quota: Quota;
  readonly #limit: number;
  readonly #clock: () => number;
  readonly #windows = new SlidingWindows();

  /** @param limit 0: any number */
  constructor(quota: Quota, limit: number, clock: () => number) {
    this.#quota = quota;
    this.#limit = limit;
    this.#clock = clock;
  }

  /** The most that a caller may have; undefined: any number. */
  limitFor(caller: Caller): number | undefined {
    return caller.kind === 'user' && this.#limit > 0 ? this.#limit : undefined;
  }

  /**
   * Counts one thing that a caller begins, in this process.
   *
   * @throws Refusal QUOTA_EXCEEDED, with the time after which it may be tried again
   */
  take(caller: Caller): void {
    const now = this.#clock();
    const begun = this.#demand(caller, now);
    begun?.window.take(1, begun.limit, now);
  }

  /**
   * Refuses what `take` would refuse, and counts nothing.
   *
   * @throws Refusal QUOTA_EXCEEDED
   */
  demand(caller: Caller): void {
    this.#demand(caller, this.#clock());
  }

  #demand(caller: Caller, now: number): { window: SlidingWindow; limit: Limit } | undefined {
    if (caller.kind !== 'user' || this.limitFor(caller) === undefined) return undefined;
    const limit = { limit: this.#limit, windowMs: windowsMs[this.#quota.per ?? 'day'] };
    const window = this.#windows.of(caller.name, limit.windowMs, now);
    if (window.left(limit, now) <= 0) throw this.exceeded(window.waitMs(1, limit, now));
    return { window, limit };
  }

  /** The refusal of anything beyond the limit. */
  exceeded(retryAfterMs?: number): Refusal {
    const { variable: quota } = this.#quota;
    const limit = this.#limit;
    const detail = `a user may have at most ${limit} ${unitOf(this.#quota)} (${quota})`;
    const members = { quota, limit };
    if (retryAfterMs === undefined) return common.QUOTA_EXCEEDED(detail, { members });
    const wait = String(Math.max(1, Math.ceil(retryAfterMs / 1000)));
    const headers = { 'retry-after': wait };
    return common.QUOTA_EXCEEDED(`${detail}; try again in ${wait} s`, { members, headers });
  }
}
