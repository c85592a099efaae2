/**
 * Sends checks of one policy and key at a rate, and remembers when each was decided. Every request has a
 * peek at its end, which tells how full the limit is, whoever else checks it.
 */
import { hawker } from '../../live/hawker.ts';
import { serviceNow } from '../../live/overview.ts';

/** What is checked. */
export interface Target {
  readonly policy: string;
  readonly key: string;
}

interface Shot {
  /** Milliseconds since the epoch, between the request and its answer. */
  readonly at: number;
  readonly allowed: boolean;
}

/** What the latest peek told. */
interface Level {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly limit: number;
  readonly remaining: number;
  readonly resetAfterMs: number;
}

const tickMs = 100;
/** One place in a batch of 100 is the peek's. */
const mostPerTick = 99;
export const mostPerSecond = 500;

export class Fire {
  readonly target: Target;
  /** Ascending in time. */
  shots: Shot[] = [];
  level: Level | undefined;
  error: Error | undefined;
  allowed = 0;
  refused = 0;
  /** Checks a second; 0: it looks on until nothing is counted any more. */
  rate = 0;
  readonly #keepMs: number;
  readonly #changed: () => void;
  #isRunning = false;
  #isOver = false;

  /** @param keepMs for how long shots are remembered */
  constructor(target: Target, keepMs: number, changed: () => void) {
    this.target = target;
    this.#keepMs = keepMs;
    this.#changed = changed;
  }

  start(rate: number): void {
    this.rate = rate;
    this.error = undefined;
    this.look();
  }

  /** Tells how full the limit is, until it is empty. */
  look(): void {
    if (!this.#isRunning && !this.#isOver) void this.#run();
  }

  end(): void {
    this.rate = 0;
    this.#isOver = true;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      let before = performance.now();
      let due = 1;
      while (!this.#isOver) {
        const now = performance.now();
        due = Math.min(mostPerTick, due + (this.rate * (now - before)) / 1_000);
        before = now;
        const count = this.rate === 0 ? 0 : Math.floor(due);
        due -= count;
        await this.#send(count);
        this.#changed();
        if (this.rate === 0 && this.level?.resetAfterMs === 0) break;
        await new Promise((resolve) => setTimeout(resolve, tickMs));
      }
    } catch (failure) {
      this.error = failure as Error;
      this.rate = 0;
    }
    this.#isRunning = false;
    this.#changed();
  }

  async #send(count: number): Promise<void> {
    const checks = Array.from({ length: count + 1 }, (_, i) => {
      return i < count ? this.target : { ...this.target, peek: true };
    });
    const sentAt = serviceNow();
    const { results } = await hawker.rateLimiter.checkBatch({ checks });
    const at = (sentAt + serviceNow()) / 2;
    for (const [i, result] of results.entries()) {
      if (!isDecision(result)) throw new Error(`${result.code}: ${result.detail}`);
      const { allowed, limit, remaining, reset_after_ms: resetAfterMs } = result;
      if (i === count) this.level = { at, limit, remaining, resetAfterMs };
      else this.#remember({ at, allowed });
    }
    const kept = this.shots.findIndex((shot) => shot.at > at - this.#keepMs);
    if (kept > 0) this.shots.splice(0, kept);
  }

  #remember(shot: Shot): void {
    this.shots.push(shot);
    if (shot.allowed) this.allowed++;
    else this.refused++;
  }
}

interface Decision {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly reset_after_ms: number;
}

/** A check that could not be made is a problem instead. */
const isDecision = (
  result: Decision | { readonly code: string; readonly detail: string },
): result is Decision => 'allowed' in result;
