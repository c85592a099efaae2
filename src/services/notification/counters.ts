import { afterSteps } from '#kit/host/counters.ts';
import type { Metrics } from '#kit/host/metrics.ts';
import type { Notification, Outcome } from './notification.ts';
import type { NotificationStore } from './store/store.ts';

/** What the business asks of notifications. */
const counters = {
  delivered: { help: 'Notifications in an inbox, sent or simulated', label: 'channel' },
  retries: { help: 'Attempts that failed and will be repeated', label: 'channel' },
  failed: { help: 'Emails and pushes that failed for good here', label: 'channel' },
} as const;

/** Counts what comes into inboxes. Yields what counts the outcome of an attempt. */
export function countOutcomes(
  store: NotificationStore,
  metrics: Metrics,
  name: string,
): (notification: Notification, outcome: Outcome) => void {
  const count = metrics.counters(name, counters);
  afterSteps(store, {
    accept: ({ kind }, { channel }) => {
      if (kind === 'new' && channel === 'in_app') count.delivered(channel);
    },
  });
  return ({ channel }, { state }) => {
    if (state === 'pending') count.retries(channel);
    else if (state === 'failed') count.failed(channel);
    else count.delivered(channel);
  };
}
