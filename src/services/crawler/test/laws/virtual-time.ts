/** Time that passes only when everybody waits. */
import { setImmediate } from 'node:timers/promises';
import type { FakeClock } from '#kit/testing/testing.ts';
import type { CrawlStore } from '../../store/crawler-store.ts';

/** The store, asked one question after the other as they come, and whether none is open. */
export function inOrder(store: CrawlStore) {
  let open = 0;
  let last: Promise<unknown> = Promise.resolve();
  const ordered = new Proxy(store, {
    get(target, name: keyof CrawlStore) {
      if (name === 'description') return target.description;
      const method = target[name].bind(target) as (...args: unknown[]) => Promise<unknown>;
      return (...args: unknown[]) => {
        open++;
        const answer = last.then(() => method(...args)).finally(() => open--);
        last = answer.catch(() => {});
        return answer;
      };
    },
  });
  return { store: ordered, isIdle: () => open === 0 };
}

interface Wait {
  due: number;
  readonly owner: string;
  readonly resolve: () => void;
}

export class VirtualTime {
  readonly clock: FakeClock;
  readonly #isIdle: () => boolean;
  #waits: Wait[] = [];

  constructor(clock: FakeClock, isIdle: () => boolean) {
    this.clock = clock;
    this.#isIdle = isIdle;
  }

  /** @param owner with whom the wait ends */
  async sleep(ms: number, signal: AbortSignal, owner = ''): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waits.push({ due: this.clock() + ms, owner, resolve });
    signal.addEventListener('abort', () => reject(signal.reason));
    await promise;
  }

  /** Resolves when nothing more happens unless time passes. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 30; turn++) {
      if (!this.#isIdle()) turn = 0;
      await setImmediate();
    }
  }

  /** Moves on to the end of the next wait, or by `ms` when nobody waits. */
  pass(ms: number): void {
    this.#waits.sort((a, b) => a.due - b.due);
    const next = this.#waits.shift();
    this.clock.advance(next === undefined ? ms : Math.max(0, next.due - this.clock()));
    next?.resolve();
  }

  /** The clock is set; timers, which go by another one, take as long as before. */
  jump(ms: number): void {
    this.clock.advance(ms);
    for (const wait of this.#waits) wait.due += ms;
  }

  /** The waits of an owner never end. */
  drop(owner: string): void {
    this.#waits = this.#waits.filter((wait) => wait.owner !== owner);
  }
}
