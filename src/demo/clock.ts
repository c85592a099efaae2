/**
 * The time of the city, which the services share. It stands still until somebody advances it: as fast
 * as the work of each instant is done (`hurry`), or in step with real time (`keepPace`).
 */
import { EventEmitter, once } from 'node:events';
import TinyQueue from 'tinyqueue';
import type { Pause } from '#kit/host/loop.ts';

/** How far time moves at once while it hurries, milliseconds: what is due within is done together. */
export const strideMs = 5_000;

/** How often time moves while it keeps pace, milliseconds of real time. */
const tickMs = 50;

interface Sleeper {
  readonly at: number;
  /** The order of arrival: of two that are due at the same instant, the earlier one goes first. */
  readonly order: number;
  readonly wake: () => void;
}

const earliest = (a: Sleeper, b: Sleeper) => a.at - b.at || a.order - b.order;

export class CityTime {
  readonly startedAt: number;
  #now: number;
  #order = 0;
  /** Loops of the services, and stories of the people. */
  readonly #loops = new TinyQueue<Sleeper>([], earliest);
  readonly #stories = new TinyQueue<Sleeper>([], earliest);
  /** Loops and stories that do something now, instead of sleeping. */
  #active = 0;
  readonly #rest = new EventEmitter();

  /** @param startedAt milliseconds since the epoch */
  constructor(startedAt: number) {
    this.startedAt = startedAt;
    this.#now = startedAt;
  }

  /** The clock of the services. */
  readonly now = (): number => this.#now;

  /** Since the start, milliseconds. */
  get passedMs(): number {
    return this.#now - this.startedAt;
  }

  /** Begins something that sleeps by this time and by no other. `story` must not reject. */
  start(story: () => Promise<void>): void {
    this.#active++;
    void story().finally(() => this.#rested());
  }

  /** Sleeps on behalf of a story. Each part sleeps on its own, and no two parts of one at once. */
  async sleep(ms: number): Promise<void> {
    await this.#sleep(this.#stories, this.#now + ms);
  }

  /** @param passedMs since the start */
  async sleepUntil(passedMs: number): Promise<void> {
    await this.#sleep(this.#stories, this.startedAt + passedMs);
  }

  /** Makes the pauses of the services' loops: see `HostOptions`. */
  readonly pauses = (): Pause => {
    // What a loop does before its first pause was not counted.
    let isCounted = false;
    return async (ms, signal) => {
      signal.throwIfAborted();
      if (!isCounted) this.#active++;
      isCounted = true;
      // A signal lives as long as the services: what listens to it must not stay.
      const halt = Promise.withResolvers<void>();
      const abort = () => halt.reject(signal.reason as Error);
      signal.addEventListener('abort', abort);
      try {
        await Promise.race([this.#sleep(this.#loops, this.#now + ms), halt.promise]);
      } finally {
        signal.removeEventListener('abort', abort);
      }
    };
  };

  /** Moves time in strides, each as soon as the work of the one before is done, until `isOver`. */
  async hurry(isOver: () => boolean): Promise<void> {
    await this.#atRest();
    while (!isOver()) {
      this.#now += strideMs;
      // The services first: stories then see what became of their orders.
      for (const queue of [this.#loops, this.#stories]) {
        this.#wakeDue(queue);
        await this.#atRest();
      }
    }
  }

  /**
   * Moves time `speed` times as fast as that of the machine, until the signal aborts, or `isOver`.
   * It does not wait for anybody.
   */
  async keepPace(speed: number, isOver: () => boolean, signal: AbortSignal): Promise<void> {
    const begun = performance.now();
    const from = this.#now;
    while (!isOver() && !signal.aborted) {
      await new Promise<void>((resolve) => setTimeout(resolve, tickMs));
      this.#now = from + Math.floor((performance.now() - begun) * speed);
      this.#wakeDue(this.#loops);
      this.#wakeDue(this.#stories);
    }
  }

  async #sleep(queue: TinyQueue<Sleeper>, at: number): Promise<void> {
    await new Promise<void>((wake) => {
      queue.push({ at, order: this.#order++, wake });
      this.#rested();
    });
  }

  #wakeDue(queue: TinyQueue<Sleeper>): void {
    // Stories that go to sleep again in this pass wait for the next one.
    const due = [];
    while (queue.length > 0 && queue.peek()!.at <= this.#now) due.push(queue.pop()!);
    this.#active += due.length;
    for (const { wake } of due) wake();
  }

  #rested(): void {
    if (--this.#active === 0) this.#rest.emit('rest');
  }

  async #atRest(): Promise<void> {
    while (this.#active > 0) await once(this.#rest, 'rest');
  }
}
