/**
 * What the last ten minutes of this process were like, second by second, for the console's page.
 * Bounded: a ring of 600 seconds for each service and counter.
 */
import type { Refusal } from '../base/refusal.ts';
import { BusinessMinutes } from './business-minutes.ts';
import type { ProcessSeries, RefusalCount, Traffic } from './overview-messages.ts';
import { keptSeconds, Ring, Tally } from './tally.ts';

/** Durations fall into buckets of which each is 9 % wider than the one before: 0.05 ms to 100 s. */
const bucketsPerDoubling = 8;
const leastMs = 0.05;
const bucketCount = 21 * bucketsPerDoubling;

interface Refused extends Omit<RefusalCount, 'count'> {
  lastAt: number;
  readonly tally: Tally;
}

export class ServiceMinutes {
  readonly #requests = new Tally();
  readonly #refused = new Tally();
  readonly #failed = new Tally();
  readonly #p50 = new Ring();
  readonly #p99 = new Ring();
  readonly #durations = new Uint32Array(bucketCount);
  /** The minutes of business counters. */
  readonly business = new BusinessMinutes();
  readonly #codes = new Map<string, Refused>();

  /**
   * Counts one answer.
   *
   * @param seconds undefined for an event stream: it lasts as long as somebody follows it
   * @param isFailure false for a 5xx that the rules ask for, such as that of a paused sale
   */
  answered(status: number, seconds: number | undefined, isFailure = status >= 500): void {
    this.#requests.add(1);
    if (isFailure) this.#failed.add(1);
    else if (status >= 400) this.#refused.add(1);
    if (seconds !== undefined) this.#durations[bucketOf(seconds * 1_000)]!++;
  }

  /** @param now milliseconds since the epoch */
  refused({ code, status, title }: Refusal, now: number): void {
    let known = this.#codes.get(code);
    if (known === undefined) {
      this.#codes.set(code, (known = { code, status, title, tally: new Tally(), lastAt: now }));
    }
    known.tally.add(1);
    known.lastAt = now;
  }

  close(second: number): void {
    for (const tally of [this.#requests, this.#refused, this.#failed]) tally.close(second);
    this.business.close(second);
    for (const { tally } of this.#codes.values()) tally.close(second);
    const [p50, p99] = quantiles(this.#durations, [0.5, 0.99]);
    this.#p50.set(second, p50!);
    this.#p99.set(second, p99!);
    this.#durations.fill(0);
  }

  traffic(from: number, to: number): Traffic {
    return {
      requests: this.#requests.ring.slice(from, to),
      refused: this.#refused.ring.slice(from, to),
      failed: this.#failed.ring.slice(from, to),
      p50: this.#p50.slice(from, to),
      p99: this.#p99.slice(from, to),
    };
  }

  /** What was refused in the seconds given, the most frequent first. */
  refusals(from: number, to: number): RefusalCount[] {
    const all = [...this.#codes.values()].map(({ tally, ...what }) => {
      const count = tally.ring.slice(from, to).reduce((sum, one) => sum + one, 0);
      return { ...what, count };
    });
    return all.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  }
}

/** The latest minutes of the whole process. */
export class LastMinutes {
  readonly services = new Map<string, ServiceMinutes>();
  readonly #delay = new Ring();
  readonly #memory = new Ring();
  readonly #processor = new Ring();
  #worstDelayMs = 0;
  #closed = 0;
  #cpu = process.cpuUsage();
  #closedAt = performance.now();

  /** How many seconds have passed since the start; the latest one that is known is the one before. */
  get seconds(): number {
    return this.#closed;
  }

  /** The first second that is still known. */
  get first(): number {
    return Math.max(0, this.#closed - keptSeconds);
  }

  service(name: string): ServiceMinutes {
    let service = this.services.get(name);
    if (service === undefined) this.services.set(name, (service = new ServiceMinutes()));
    return service;
  }

  /** Notes how late a timer came, milliseconds. */
  delayed(ms: number): void {
    this.#worstDelayMs = Math.max(this.#worstDelayMs, ms);
  }

  /** Ends the current second. Call it once a second. */
  closeSecond(): void {
    const now = performance.now();
    const { user, system } = process.cpuUsage(this.#cpu);
    this.#cpu = process.cpuUsage();
    this.#processor.set(this.#closed, (user + system) / 1_000 / (now - this.#closedAt));
    this.#closedAt = now;
    this.#delay.set(this.#closed, this.#worstDelayMs);
    this.#worstDelayMs = 0;
    this.#memory.set(this.#closed, process.memoryUsage.rss());
    for (const service of this.services.values()) service.close(this.#closed);
    this.#closed++;
  }

  process(from: number, to: number): ProcessSeries {
    return {
      delay: this.#delay.slice(from, to),
      memory: this.#memory.slice(from, to),
      cpu: this.#processor.slice(from, to),
    };
  }
}

function bucketOf(ms: number): number {
  const bucket = Math.floor(Math.log2(ms / leastMs) * bucketsPerDoubling);
  return Math.min(bucketCount - 1, Math.max(0, bucket));
}

/** The upper bounds of the buckets in which the quantiles fall, milliseconds; 0 if there was nothing. */
function quantiles(buckets: Uint32Array, wanted: readonly number[]): number[] {
  const total = buckets.reduce((sum, one) => sum + one, 0);
  return wanted.map((quantile) => {
    let left = Math.ceil(total * quantile);
    if (left === 0) return 0;
    const bucket = buckets.findIndex((count) => (left -= count) <= 0);
    return leastMs * 2 ** ((bucket + 1) / bucketsPerDoubling);
  });
}
