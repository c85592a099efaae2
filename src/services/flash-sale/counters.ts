import type { StepCounts } from '#kit/observe/counters.ts';
import type { Metrics } from '#kit/observe/metrics.ts';
import type { CheckoutOutcome } from './store/checkouts.ts';
import type { FlashSaleStore } from './store/flash-sale-store.ts';

/**
 * The counters for the business questions about a flash sale. Refusals are counted by code for all
 * services.
 */
const counters = {
  loaded: { help: 'Sales that were loaded with stock, the same one again included' },
  switched: { help: 'Sales that an operator opened, paused or closed' },
  sold: { help: 'Checkouts that got their units at once' },
  sold_units: { help: 'Units bought by checkouts that got them at once' },
  queued: { help: 'Checkouts that were put into a waiting room' },
  promoted: {
    help: 'Waiting buyers who got units that others gave back or left, or that were loaded',
  },
  left: { help: 'Waiting buyers who gave up their place' },
  released: { help: 'Reservations that were given back' },
  lapsed: { help: 'Holds that were not confirmed in time' },
  entered: { help: 'Entries to lotteries' },
  drawn: { help: 'Rounds of lotteries that were drawn' },
} as const;

/** Registers the counters, and returns what counts the steps of the store. */
export function registerCounters(metrics: Metrics, name: string): StepCounts<FlashSaleStore> {
  const count = metrics.counters(name, counters);
  const sale = ({ kind }: CheckoutOutcome, { qty }: { readonly qty: number }) => {
    if (kind === 'queued') count.queued();
    if (kind !== 'completed') return;
    count.sold();
    count.sold_units(qty);
  };
  return {
    checkout: sale,
    sell: sale,
    load: (outcome) => {
      if (outcome.kind !== 'loaded') return;
      count.loaded();
      count.promoted(outcome.promoted.length);
    },
    setMode: (kind) => {
      if (kind === 'set') count.switched();
    },
    release: (outcome) => {
      if (outcome.kind !== 'released') return;
      count.released();
      count.promoted(outcome.promoted.length);
    },
    leave: (outcome) => {
      if (outcome.kind !== 'left') return;
      count.left();
      count.promoted(outcome.promoted.length);
    },
    sweep: ({ lapsed, promoted }) => {
      count.lapsed(lapsed);
      count.promoted(promoted.length);
    },
    enterLottery: ({ kind }) => {
      if (kind === 'entered') count.entered();
    },
    endRound: () => count.drawn(),
  };
}
