import { afterSteps } from '#kit/observe/counters.ts';
import type { Metrics } from '#kit/observe/metrics.ts';
import type { Hub } from './room/hub.ts';
import type { ChatStore } from './store/store.ts';

/** The counters for the business questions about chat. */
const counters = {
  messages: { help: 'Messages stored' },
  connections: { help: 'Connections that joined a room' },
  left: { help: 'Connections that left a room' },
  deleted: { help: 'Messages that were deleted' },
  kicked: { help: 'Connections that a kick closed' },
  bans: { help: 'Bans that were set' },
  ephemerals: { help: 'Frames, such as typing, that were passed on and not stored' },
  ephemerals_dropped: { help: 'Frames, such as typing, that were dropped because too many came' },
} as const;

/** Counts what the steps of the store and the hub yield. */
export function count(store: ChatStore, hub: Hub, metrics: Metrics, name: string): void {
  const count = metrics.counters(name, counters);
  afterSteps(store, {
    append: ({ leftOut }, _room, drafts) => count.messages(drafts.length - leftOut),
    deleteMessage: (message) => {
      if (message) count.deleted();
    },
    kick: (closed, _room, { bannedUntil, now }) => {
      count.kicked(closed);
      if (bannedUntil !== undefined && bannedUntil > now) count.bans();
    },
  });
  afterSteps(hub, {
    join: () => count.connections(),
    leave: (wasThere) => {
      if (wasThere) count.left();
    },
    relay: (isPassed) => (isPassed ? count.ephemerals() : count.ephemerals_dropped()),
  });
}
