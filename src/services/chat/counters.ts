import { afterSteps } from '#kit/host/counters.ts';
import type { Metrics } from '#kit/host/metrics.ts';
import type { Hub } from './hub.ts';
import type { ChatStore } from './store/store.ts';

/** What the business asks of chat. */
const counters = {
  messages: { help: 'Messages stored' },
  connections: { help: 'Connections that joined a room' },
} as const;

/** Counts what the steps of the store and the hub yield. */
export function count(store: ChatStore, hub: Hub, metrics: Metrics, name: string): void {
  const count = metrics.counters(name, counters);
  afterSteps(store, { append: (_done, _room, drafts) => count.messages(drafts.length) });
  afterSteps(hub, { join: () => count.connections() });
}
