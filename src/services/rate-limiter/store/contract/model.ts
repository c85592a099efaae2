/** What the rules say, computed in the plainest way: whole histories, filtered; waits, tried one by one. */
import { SlidingModel } from '#kit/testing/sliding-model.ts';
import type { Algorithm, Check, Decision, Limit } from '../rate-limiter-store.ts';

/** One limit of one key. */
interface Model {
  left(limit: Limit, now: number): number;
  take(cost: number, limit: Limit, now: number): void;
  giveBack(cost: number, limit: Limit, now: number): void;
}

/** Tokens as fractions of whole numbers of any size. */
class BucketModel implements Model {
  /** Times the window. */
  #missing = 0n;
  #at = Number.NEGATIVE_INFINITY;

  #missingAt({ limit, windowMs }: Limit, now: number): bigint {
    const full = BigInt(limit * windowMs);
    // A bucket whose limit was lowered was empty at worst.
    let missing = this.#missing > full ? full : this.#missing;
    for (let at = this.#at; at < now && missing > 0n; at++) missing -= BigInt(limit);
    return missing < 0n ? 0n : missing;
  }

  left(limit: Limit, now: number): number {
    const level = BigInt(limit.limit * limit.windowMs) - this.#missingAt(limit, now);
    return Number(level / BigInt(limit.windowMs));
  }

  take(cost: number, limit: Limit, now: number): void {
    this.#missing = this.#missingAt(limit, now) + BigInt(cost * limit.windowMs);
    this.#at = Math.max(this.#at, now);
  }

  giveBack(cost: number, limit: Limit, now: number): void {
    this.take(-cost, limit, now);
    if (this.#missing > 0n) return;
    this.#missing = 0n;
    this.#at = Number.NEGATIVE_INFINITY;
  }
}

/** Units one by one, each with the number of its window. */
class FixedModel implements Model {
  #units: number[] = [];

  left({ limit, windowMs }: Limit, now: number): number {
    const present = this.#windowAt(windowMs, now);
    return limit - this.#units.filter((window) => window === present).length;
  }

  take(cost: number, { windowMs }: Limit, now: number): void {
    const present = this.#windowAt(windowMs, now);
    this.#units = this.#units.filter((window) => window === present);
    for (let i = 0; i < cost; i++) this.#units.push(present);
  }

  giveBack(cost: number, { windowMs }: Limit, now: number): void {
    const present = this.#windowAt(windowMs, now);
    for (let i = 0; i < cost && this.#units.at(-1) === present; i++) this.#units.pop();
  }

  /** The window at an instant; a clock that goes back does not reopen a window. */
  #windowAt(windowMs: number, now: number): number {
    return Math.max(this.#units.at(-1) ?? 0, Math.floor(now / windowMs));
  }
}

const models = {
  'sliding-window': SlidingModel,
  'token-bucket': BucketModel,
  'fixed-window': FixedModel,
} satisfies Record<Algorithm, new () => Model>;

export class LimiterModel {
  readonly #algorithm: Algorithm;
  readonly #models = new Map<string, Model>();

  constructor(algorithm: Algorithm) {
    this.#algorithm = algorithm;
  }

  decide(
    effect: 'check' | 'peek' | 'refund',
    { key, limits, cost = 1 }: Check,
    now: number,
  ): Decision {
    const used = limits.map(({ windowMs }) => this.#model(key, windowMs));
    const each = <T>(ask: (model: Model, limit: Limit) => T) =>
      limits.map((limit, i) => ask(used[i]!, limit));
    if (effect === 'refund') each((model, limit) => model.giveBack(cost, limit, now));
    const allowed = each((model, limit) => model.left(limit, now) >= cost).every(Boolean);
    if (effect === 'check' && allowed) each((model, limit) => model.take(cost, limit, now));
    const states = each((model, limit) => {
      const needed = allowed ? 0 : cost;
      return {
        limit,
        remaining: Math.max(0, model.left(limit, now)),
        waitMs: needed > limit.limit ? Infinity : waitUntil(model, needed, limit, now),
        resetAfterMs: waitUntil(model, limit.limit, limit, now),
      };
    });
    const waitMs = Math.max(...states.map((state) => state.waitMs));
    const [least] = states.toSorted(
      (a, b) =>
        a.remaining - b.remaining ||
        // Infinity less itself is not a number.
        (a.waitMs === b.waitMs ? 0 : b.waitMs - a.waitMs) ||
        b.resetAfterMs - a.resetAfterMs,
    );
    const { limit, remaining, resetAfterMs } = least!;
    const retryAfterMs = waitMs === Infinity ? null : waitMs;
    return { allowed, limit, remaining, retryAfterMs, resetAfterMs };
  }

  reset(key: string, windowsMs: readonly number[]): void {
    for (const windowMs of windowsMs) this.#models.delete(`${key} ${windowMs}`);
  }

  #model(key: string, windowMs: number): Model {
    const name = `${key} ${windowMs}`;
    const model = this.#models.get(name) ?? new models[this.#algorithm]();
    this.#models.set(name, model);
    return model;
  }
}

function waitUntil(model: Model, units: number, limit: Limit, now: number): number {
  let waitMs = 0;
  while (model.left(limit, now + waitMs) < units) waitMs++;
  return waitMs;
}
