/** One request at a time on an upload, in this process; between replicas, claims decide. */
import type { Lock, Locker, RequestRelease } from '@tus/server';

interface Held {
  readonly giveWay: RequestRelease;
  readonly released: Promise<void>;
}

/**
 * The later request wins: it is the client that has come back. The holder of the lock, perhaps on a
 * dead connection, stores what has arrived and makes room.
 */
export class UploadLocks implements Locker {
  readonly #held = new Map<string, Held>();

  newLock(id: string): Lock {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    return {
      lock: async (_signal, giveWay) => {
        for (let held = this.#held.get(id); held; held = this.#held.get(id)) {
          await held.giveWay();
          await held.released;
        }
        this.#held.set(id, { giveWay, released });
      },
      unlock: async () => {
        this.#held.delete(id);
        release();
      },
    };
  }
}
