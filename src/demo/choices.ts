/** What the people have chosen, as a number and a digest: the same for the same seed, whatever came of it. */
import { createHash } from 'node:crypto';
import { launchAtMs, launchOf } from './launches.ts';
import { wishesOf, type Person } from './people.ts';

export class Choices {
  count = 0;
  /** A sum, since it does not matter which of two choices of an instant is made first. */
  #sum = 0n;

  add(atMs: number, who: string, what: unknown): void {
    const hash = createHash('sha256')
      .update(JSON.stringify([atMs, who, what]))
      .digest();
    this.#sum = BigInt.asUintN(64, this.#sum + hash.readBigUInt64BE());
    this.count++;
  }

  get digest(): string {
    return this.#sum.toString(16).padStart(16, '0');
  }
}

/** What will be chosen in so many milliseconds, without a town in which it is done. */
export function choicesOf(seed: number, people: readonly Person[], untilMs: number): Choices {
  const choices = new Choices();
  for (const person of people) {
    let atMs = 0;
    for (const { afterMs, wish } of wishesOf(seed, person)) {
      atMs += afterMs;
      if (atMs > untilMs) break;
      choices.add(atMs, person.id, wish);
    }
  }
  for (let number = 1; launchAtMs(number) <= untilMs; number++) {
    choices.add(launchAtMs(number), 'launches', launchOf(seed, number, people));
  }
  return choices;
}
