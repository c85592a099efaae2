/** Makes the notifications of batches, portion by portion, so that nobody waits for them. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '#kit/host/service.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { planOf } from '../send.ts';
import type { Preferences } from '../rules/preference-schemas.ts';
import type { Part, Portion } from '../store/batches.ts';
import { dependsOnPreferences } from '../rules/decide.ts';
import type { NotificationStore } from '../store/notification-store.ts';

/** Users of one portion, and bytes of their texts: some 2 ms of the embedded store. */
const maxUsers = 100;
const maxBytes = 256 * 1024;

export class BatchMaker {
  readonly #store: NotificationStore;
  readonly #clock: Clock;
  readonly #stopping: AbortSignal;
  #running: Promise<void> | undefined;
  #mustLookAgain = false;

  constructor(store: NotificationStore, clock: Clock, stopping: AbortSignal) {
    this.#store = store;
    this.#clock = clock;
    this.#stopping = stopping;
  }

  /** Resolves when no batch is under way. Replicas may do this at once: each portion is made once. */
  run(): Promise<void> {
    this.#mustLookAgain = true;
    return (this.#running ??= this.#run().finally(() => (this.#running = undefined)));
  }

  /** Resolves when nothing is being made, now that it stops. */
  async idle(): Promise<void> {
    await this.#running?.catch(() => {});
  }

  async #run(): Promise<void> {
    while (this.#mustLookAgain) {
      this.#mustLookAgain = false;
      while (!this.#stopping.aborted) {
        const portion = await this.#store.portion(maxUsers, maxBytes);
        if (portion === undefined) break;
        const now = this.#clock();
        await this.#store.makePortion(portion, await this.#partsOf(portion, now), now);
        // The embedded store answers at once: without this, nobody else would have a turn.
        await nextTurn();
      }
    }
  }

  async #partsOf({ message, userIds }: Portion, now: number): Promise<Part[]> {
    const preferences = dependsOnPreferences(message)
      ? await this.#store.preferences(userIds)
      : new Map<string, Preferences>();
    const slice = new TimeSlice();
    const parts: Part[] = [];
    for (const userId of userIds) {
      if (slice.isOver) await slice.next();
      const ask = { user_id: userId, ...message };
      const { draft, plan, joining } = planOf(ask, preferences.get(userId), now);
      const own = plan.kind === 'send' ? ({ kind: 'queue', trace: plan.trace } as const) : plan;
      parts.push({ draft, plan: own, ...(joining && { joining }) });
    }
    return parts;
  }
}
