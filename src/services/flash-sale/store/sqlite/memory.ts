/**
 * State that does not have to survive the process, kept in memory: device windows and the slot
 * pool. A transaction that is rolled back also takes back its changes here.
 */
import { SlidingWindows, type SlidingWindow } from '#kit/base/sliding-window.ts';
import type { Transaction } from '#kit/stores/sqlite.ts';
import { deviceRate, lifetimesMs } from '../../limits.ts';

/** The requests of each device identity within the last second. */
export class DeviceWindows {
  readonly #windows = new SlidingWindows();

  /** Whether every device has room for one more request now. */
  haveRoom(devices: readonly string[], now: number): boolean {
    return devices.every((device) => this.#of(device, now).left(deviceRate, now) > 0);
  }

  /** Returns what takes it back, for a request that is refused later. */
  record(devices: readonly string[], now: number, tx: Transaction): () => void {
    const reverts = devices.map((device) => {
      const requests = this.#of(device, now);
      const at = requests.take(1, deviceRate, now);
      return () => requests.takeBack(at);
    });
    const revert = () => reverts.forEach((takeBack) => takeBack());
    tx.onRollback(revert);
    return revert;
  }

  #of(device: string, now: number): SlidingWindow {
    return this.#windows.of(device, deviceRate.windowMs, now);
  }
}

interface Slot {
  readonly expiry: number;
  readonly uncount: () => void;
}

/** The concurrent checkouts that hold a slot, where there is a pool (`FLASH_SALE_SLOTS`). */
export class SlotPool {
  readonly #slots = new Map<string, Slot>();

  /** Whether `size` slots are taken. */
  isFull(size: number, now: number): boolean {
    // In order of insertion, hence of expiry.
    for (const [holder, { expiry }] of this.#slots) {
      if (expiry > now) break;
      this.#slots.delete(holder);
    }
    return this.#slots.size >= size;
  }

  /** @param uncount takes the request back out of the rate windows */
  take(holder: string, now: number, uncount: () => void, tx: Transaction): void {
    this.#slots.set(holder, { expiry: now + lifetimesMs.poolSlot, uncount });
    tx.onRollback(() => this.#slots.delete(holder));
  }

  giveBack(holder: string, { isRefused }: { isRefused: boolean }): void {
    if (isRefused) this.#slots.get(holder)?.uncount();
    this.#slots.delete(holder);
  }
}
