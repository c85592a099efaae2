import type { StepCounts } from '#kit/observe/counters.ts';
import type { Metrics } from '#kit/observe/metrics.ts';
import type { DispatchStore } from './store/dispatch-store.ts';

/** The counters for the business questions about dispatch. Both variants share the names. */
const counters = {
  orders: { help: 'Submissions of orders; a repeated one counts again' },
  offers: { help: 'Offers made to drivers' },
  accepted: { help: 'Answers that an offer is accepted; a repeated request counts again' },
  declined: { help: 'Answers that an offer is rejected; a repeated request counts again' },
  cancelled: { help: 'Cancellations of orders; a repeated request counts again' },
  expired: { help: 'Offers that nobody answered in time' },
} as const;

/** Registers the counters, and returns what counts the steps of the two parts of the store. */
export function registerCounters(metrics: Metrics, name: string) {
  const count = metrics.counters(name, counters, 'dispatch');
  const orders: StepCounts<DispatchStore['orders']> = {
    submit: () => count.orders(),
    cancel: (outcome) => {
      if (outcome === 'cancelled') count.cancelled();
    },
  };
  const offers: StepCounts<DispatchStore['offers']> = {
    make: (made) => count.offers(made),
    assignByHand: (outcome) => {
      if (outcome === 'offered') count.offers();
    },
    accept: ({ kind }) => {
      if (kind === 'accepted') count.accepted();
    },
    reject: ({ kind }) => {
      if (kind === 'rejected') count.declined();
    },
    runTimers: ({ expired }) => count.expired(expired),
  };
  return { orders, offers };
}
