import type { StepCounts } from '#kit/observe/counters.ts';
import type { Metrics } from '#kit/observe/metrics.ts';
import type { Notification, Outcome } from './notification.ts';
import type { Part } from './store/batches.ts';
import type { Accepted, Full, NotificationStore, Preferred } from './store/notification-store.ts';

/** Counters that answer business questions about notifications. */
const counters = {
  delivered: {
    help: 'Notifications that reached an inbox, were sent or were simulated',
    label: 'channel',
  },
  retries: { help: 'Failed attempts that will be repeated', label: 'channel' },
  failed: { help: 'Emails and pushes that failed for good in this process', label: 'channel' },
  suppressed: { help: 'Notifications that a preference forbids', label: 'reason' },
  scheduled: { help: 'Notifications that were scheduled for later', label: 'channel' },
  cancelled: { help: 'Notifications that were cancelled before they went out', label: 'channel' },
  digested: { help: 'Notifications that became part of a digest', label: 'channel' },
  batches: { help: 'Messages to many users' },
  read: { help: 'Notifications that were marked as read' },
} as const;

/** Registers the counters. Returns the functions that count the steps of the store and all else. */
export function registerCounters(metrics: Metrics, name: string) {
  const count = metrics.counters(name, counters);
  const isNew = ({ state, channel, reason = '', attempts }: Notification) => {
    if (state === 'delivered') count.delivered(channel);
    else if (state === 'suppressed') count.suppressed(reason);
    else if (state === 'waiting' || (state === 'pending' && attempts === 0)) {
      count.scheduled(channel);
    } else if (state === 'joined') count.digested(channel);
  };
  const accepted = (answer: Accepted | Preferred | Full) => {
    if (answer.kind === 'new') isNew(answer.notification);
  };
  const store: StepCounts<NotificationStore> = {
    accept: accepted,
    acceptPlanned: accepted,
    join: accepted,
    ripen: ({ delivered }) => count.delivered('in_app', delivered),
    begin: ({ kind }) => {
      if (kind === 'new') count.batches();
    },
    makePortion: (isDone, _portion, parts) => {
      if (isDone) countParts(parts);
    },
    markAll: (marked) => count.read(marked.length),
    mark: (notification, _id, readAt) => {
      if (notification && readAt !== null && notification.readAt === readAt) count.read();
    },
  };
  function countParts(parts: readonly Part[]): void {
    for (const { draft, plan, joining } of parts) {
      const { channel } = draft;
      if (joining) count.digested(channel);
      else if (plan.kind === 'suppress') count.suppressed(plan.reason);
      else if (plan.kind === 'schedule') count.scheduled(channel);
      else if (channel === 'in_app') count.delivered(channel);
    }
  }
  return {
    store,
    settled: ({ channel }: Notification, { state }: Outcome): void => {
      if (state === 'pending') count.retries(channel);
      else if (state === 'failed') count.failed(channel);
      else count.delivered(channel);
    },
    removed: (status: 'deleted' | 'cancelled', channel: string): void => {
      if (status === 'cancelled') count.cancelled(channel);
    },
  };
}
