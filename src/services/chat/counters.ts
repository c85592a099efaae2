import type { StepCounts } from '#kit/observe/counters.ts';
import type { Metrics } from '#kit/observe/metrics.ts';
import type { Hub } from './room/hub.ts';
import type { ChatStore } from './store/chat-store.ts';

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

/** Registers the counters, and returns what counts the steps of the store and of the hub. */
export function registerCounters(metrics: Metrics, name: string) {
  const count = metrics.counters(name, counters);
  const store: StepCounts<ChatStore> = {
    append: ({ leftOut }, _room, drafts) => count.messages(drafts.length - leftOut),
    deleteMessage: (message) => {
      if (message) count.deleted();
    },
    kick: (closed, _room, { bannedUntil, now }) => {
      count.kicked(closed);
      if (bannedUntil !== undefined && bannedUntil > now) count.bans();
    },
  };
  const hub: StepCounts<Hub> = {
    join: () => count.connections(),
    leave: (wasThere) => {
      if (wasThere) count.left();
    },
    relay: (isPassed) => (isPassed ? count.ephemerals() : count.ephemerals_dropped()),
  };
  return { store, hub };
}
