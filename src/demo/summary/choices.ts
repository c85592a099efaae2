/** What the people have chosen, as a number and a digest: the same for the same seed, whatever came of it. */
import { createHash } from 'node:crypto';

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
