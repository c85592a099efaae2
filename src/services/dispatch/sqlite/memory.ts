import type { Watcher } from '../store.ts';

/** What the stores on one database share in memory: who wants to know of changed offers. */
export class DispatchMemory {
  readonly watchers = new Set<Watcher>();

  changed(driverIds: Iterable<string>): void {
    for (const driverId of driverIds) {
      for (const watcher of this.watchers) watcher.changed(driverId);
    }
  }
}
