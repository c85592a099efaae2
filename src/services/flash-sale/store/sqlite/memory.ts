/**
 * What need not survive the process, kept in memory: device windows and the slot pool. A
 * transaction that is rolled back takes back what it changed here.
 */
import { SlidingWindows, type Requests } from '#kit/sliding-window.ts';
import type { Transaction } from '#kit/stores/sqlite.ts';
import { deviceRate, lifetimesMs } from '../../limits.ts';

/** The requests of each device identity within the last second. */
export class DeviceWindows {
  readonly #windows = new SlidingWindows();

  /** Whether every device has room for one more request now. */
  haveRoom(devices: readonly string[], now: number): boolean {
    return devices.every((device) => this.#of(device, now).count < deviceRate.limit);
  }

  record(devices: readonly string[], now: number, tx: Transaction): void {
    for (const device of devices) {
      const requests = this.#of(device, now);
      const at = requests.record(now);
      tx.onRollback(() => requests.takeBack(at));
    }
  }

  /** Takes back what `record` did at an instant, for a request that was refused later. */
  takeBack(devices: readonly string[], at: number): void {
    for (const device of devices) this.#of(device, at).takeBack(at);
  }

  #of(device: string, now: number): Requests {
    return this.#windows.of(device, deviceRate.windowMs, now);
  }
}

/** The concurrent checkouts that hold a slot, where there is a pool (`FLASH_SALE_SLOTS`). */
export class SlotPool {
  readonly #expiries = new Map<string, number>();

  /** False when `size` slots are taken. */
  take(holder: string, size: number, now: number, tx: Transaction): boolean {
    // In order of insertion, hence of expiry.
    for (const [other, expiry] of this.#expiries) {
      if (expiry > now) break;
      this.#expiries.delete(other);
    }
    if (this.#expiries.size >= size) return false;
    this.#expiries.set(holder, now + lifetimesMs.poolSlot);
    tx.onRollback(() => this.giveBack(holder));
    return true;
  }

  giveBack(holder: string): void {
    this.#expiries.delete(holder);
  }
}
