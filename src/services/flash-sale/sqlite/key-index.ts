/**
 * Where in table `result` a key may be: an open-addressing hash table in typed arrays, 24 bytes a
 * key at most half full, and nothing for the garbage collector to do. It only hints. The row
 * decides, so entries of rows that were rolled back or purged do no harm.
 *
 * Two generations, each as long as a result lives: a key is in one of them while it counts, and
 * a whole generation is dropped at once.
 */
import { randomInt } from 'node:crypto';

export class KeyIndex {
  readonly #lifetime: number;
  #young = new Table();
  #old = new Table();
  #youngSince = 0;

  /** @param lifetime milliseconds for which an entry can be found; at most twice as long */
  constructor(lifetime: number) {
    this.#lifetime = lifetime;
  }

  /** Makes the row be found for another lifetime from `now` on; adding it again costs nothing. */
  add(key: string, row: number, now: number): void {
    if (now - this.#youngSince > this.#lifetime) {
      this.#old = this.#young;
      this.#young = new Table();
      this.#youngSince = now;
    }
    this.#young.add(hash(key), row);
  }

  /** What `isIt` makes of the latest row that it accepts. */
  find<T>(key: string, isIt: (row: number) => T | undefined): T | undefined {
    const h = hash(key);
    return this.#young.find(h, isIt) ?? this.#old.find(h, isIt);
  }
}

class Table {
  #hashes = new Uint32Array(1024);
  #rows = new Float64Array(1024);
  #size = 0;

  add(h: number, row: number): void {
    if (2 * this.#size >= this.#rows.length) this.#grow();
    const mask = this.#rows.length - 1;
    let slot = h & mask;
    while (this.#rows[slot] !== 0) {
      if (this.#rows[slot] === row) return;
      slot = (slot + 1) & mask;
    }
    this.#hashes[slot] = h;
    this.#rows[slot] = row;
    this.#size++;
  }

  /** What `isIt` makes of the latest row with this hash that it accepts. */
  find<T>(h: number, isIt: (row: number) => T | undefined): T | undefined {
    const mask = this.#rows.length - 1;
    let latest = 0;
    let found: T | undefined;
    for (let slot = h & mask; this.#rows[slot] !== 0; slot = (slot + 1) & mask) {
      const row = this.#rows[slot]!;
      if (this.#hashes[slot] !== h || row < latest) continue;
      const accepted = isIt(row);
      if (accepted !== undefined) [latest, found] = [row, accepted];
    }
    return found;
  }

  #grow(): void {
    const [hashes, rows] = [this.#hashes, this.#rows];
    this.#hashes = new Uint32Array(2 * rows.length);
    this.#rows = new Float64Array(2 * rows.length);
    this.#size = 0;
    rows.forEach((row, slot) => row !== 0 && this.add(hashes[slot]!, row));
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
