/** What the embedded store keeps in memory, shared by all handles on one database file. */
import { SlidingWindows, type Requests } from '#kit/sliding-window.ts';
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

/** Step 3: the requests of each device identity. */
class DeviceWindows {
  readonly #windows = new SlidingWindows();

  /** Whether every device has room for one more request now. */
  haveRoom(devices: readonly string[], now: number): boolean {
    return devices.every((device) => this.#of(device, now).count < deviceRate.limit);
  }

  /** Records a request of each device; a transaction that is rolled back takes it back. */
  record(devices: readonly string[], now: number, tx: Transaction): void {
    for (const device of devices) {
      const requests = this.#of(device, now);
      requests.record(now);
      tx.onRollback(() => requests.takeBack(now));
    }
  }

  /** Takes back what `record` did, for a request that was refused later. */
  forget(devices: readonly string[], at: number, now: number): void {
    for (const device of devices) this.#of(device, now).takeBack(at);
  }

  #of(device: string, now: number): Requests {
    return this.#windows.of(device, deviceRate.window, now);
  }
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
