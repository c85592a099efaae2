/**
 * In which row a key may be: an open-addressing hash table in typed arrays, 24 bytes a key at most
 * half full, and nothing for the garbage collector to do. It only hints. The row decides, so
 * entries of rows that were rolled back or removed do no harm; they go with the next start.
 */
import { randomInt } from 'node:crypto';

export class RowIndex {
  #hashes = new Uint32Array(1024);
  #rows = new Float64Array(1024);
  #size = 0;

  /** @param row 1 or more */
  add(key: string, row: number): void {
    this.#put(hash(key), row);
  }

  /** What `isIt` makes of the first row that it accepts. */
  find<T>(key: string, isIt: (row: number) => T | undefined): T | undefined {
    const wanted = hash(key);
    const mask = this.#rows.length - 1;
    for (let slot = wanted & mask; this.#rows[slot] !== 0; slot = (slot + 1) & mask) {
      if (this.#hashes[slot] !== wanted) continue;
      const found = isIt(this.#rows[slot]!);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #put(h: number, row: number): void {
    if (2 * this.#size >= this.#rows.length) this.#grow();
    const mask = this.#rows.length - 1;
    let slot = h & mask;
    while (this.#rows[slot] !== 0) {
      if (this.#rows[slot] === row && this.#hashes[slot] === h) return;
      slot = (slot + 1) & mask;
    }
    this.#hashes[slot] = h;
    this.#rows[slot] = row;
    this.#size++;
  }

  #grow(): void {
    const [hashes, rows] = [this.#hashes, this.#rows];
    this.#hashes = new Uint32Array(2 * rows.length);
    this.#rows = new Float64Array(2 * rows.length);
    this.#size = 0;
    rows.forEach((row, slot) => row !== 0 && this.#put(hashes[slot]!, row));
  }
}

/** Secret, so that no client can choose keys that collide. */
const seed = randomInt(2 ** 32);

/** FNV-1a over UTF-16 units from a secret start, then mixed (the finalizer of MurmurHash3). */
function hash(key: string): number {
  let h = seed;
  for (let i = 0; i < key.length; i++) h = Math.imul(h ^ key.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
