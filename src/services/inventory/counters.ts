import type { StepCounts } from '#kit/observe/counters.ts';
import type { Metrics } from '#kit/observe/metrics.ts';
import type { InventoryStore } from './store/inventory-store.ts';

/** The counters for the business questions about an inventory. */
const counters = {
  loaded: { help: 'Times that the units of a hub and SKU were set' },
  reserved: { help: 'Reservations made' },
  short: { help: 'Requests for more than was available' },
  confirmed: { help: 'Answers that a reservation is confirmed; a repeated request counts again' },
  retaken: { help: 'Late payments whose units were taken again' },
  released: { help: 'Answers that a reservation is released; a repeated request counts again' },
  expired: { help: 'Reservations whose units the reaper gave back' },
  adjusted: { help: 'Adjustments of stock; a repeated reference counts again' },
} as const;

/** Registers the counters, and returns what counts the steps of the store. */
export function registerCounters(metrics: Metrics, name: string): StepCounts<InventoryStore> {
  const count = metrics.counters(name, counters);
  return {
    load: ({ kind }) => {
      if (kind === 'loaded') count.loaded();
    },
    reserve: (outcome, { reservationId }) => {
      // An order that asks again gets the reservation that it has.
      if (outcome.kind === 'reserved' && outcome.reservationId === reservationId) count.reserved();
      if (outcome.kind === 'short') count.short();
    },
    confirm: (ending) => {
      if (ending === 'confirmed') count.confirmed();
    },
    retake: (outcome) => {
      if (outcome.kind !== 'confirmed') return;
      count.confirmed();
      if (outcome.retaken) count.retaken();
    },
    release: (ending) => {
      if (ending === 'released') count.released();
    },
    adjust: ({ kind }) => {
      if (kind === 'adjusted') count.adjusted();
    },
    reap: ({ expired }) => count.expired(expired),
  };
}
