/** What the embedded store keeps in memory, shared by all handles on one database file. */
import type { Sqlite, Transaction } from '#kit/sqlite.ts';
import { deviceRate, lifetimes } from '../store.ts';
import { Products } from './products.ts';
import { Results } from './results.ts';

export class EmbeddedMemory {
  /** Mirrors of tables. */
  readonly products: Products;
  readonly results: Results;
  /** These need not survive the process. */
  readonly windows = new DeviceWindows();
  readonly slots = new SlotPool();

  constructor(db: Sqlite) {
    this.products = new Products(db);
    this.results = new Results(db);
  }
}

/** Sliding windows of the last instants of each device, oldest first. */
class DeviceWindows {
  // Two generations a window apart: an entry untouched for a whole generation is dropped with
  // its map, so idle devices cost nothing and nothing is ever scanned.
  #young = new Map<string, number[]>();
  #old = new Map<string, number[]>();
  #youngSince = 0;

  /** Whether every device has room for one more request now. */
  haveRoom(devices: readonly string[], now: number): boolean {
    return devices.every((device) => this.#instants(device, now).length < deviceRate.limit);
  }

  /** Records a request of each device; a transaction that is rolled back takes it back. */
  record(devices: readonly string[], now: number, tx: Transaction): void {
    for (const device of devices) {
      const instants = this.#instants(device, now);
      instants.push(now);
      this.#young.set(device, instants);
      tx.onRollback(() => remove(instants, now));
    }
  }

  /** Takes back what `record` did, for a request that was refused later. */
  forget(devices: readonly string[], at: number, now: number): void {
    for (const device of devices) remove(this.#instants(device, now), at);
  }

  #instants(device: string, now: number): number[] {
    if (now - this.#youngSince > deviceRate.window) {
      this.#old = now - this.#youngSince > 2 * deviceRate.window ? new Map() : this.#young;
      this.#young = new Map();
      this.#youngSince = now;
    }
    const instants = this.#young.get(device) ?? this.#old.get(device) ?? [];
    while (instants.length > 0 && instants[0]! <= now - deviceRate.window) instants.shift();
    return instants;
  }
}

function remove(instants: number[], at: number): void {
  const index = instants.lastIndexOf(at);
  if (index >= 0) instants.splice(index, 1);
}

class SlotPool {
  readonly #expiries = new Map<string, number>();

  take(holder: string, limit: number, now: number, tx: Transaction): boolean {
    // In order of insertion, hence of expiry.
    for (const [other, expiry] of this.#expiries) {
      if (expiry > now) break;
      this.#expiries.delete(other);
    }
    if (this.#expiries.size >= limit) return false;
    this.#expiries.set(holder, now + lifetimes.slot);
    tx.onRollback(() => this.#expiries.delete(holder));
    return true;
  }

  giveBack(holder: string): void {
    this.#expiries.delete(holder);
  }
}
