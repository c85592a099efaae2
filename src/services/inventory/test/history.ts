/** Random histories of small stocks, in swarm form: what orders, operators, replicas and time do. */
import * as fc from 'fast-check';
import { some, swarm, type Choices } from '#kit/testing/swarm.ts';

export type Via = { via: 0 | 1 };
interface At {
  readonly hub: string;
  readonly sku: string;
}
interface Reserving {
  readonly do: 'reserve';
  readonly hub: string;
  readonly order: number;
  readonly user: number;
  readonly units: Record<string, number>;
  readonly holdMs: number;
}

/** A step on the stock, whether steps follow each other or come at once. */
export type Action = Via &
  (
    | Reserving
    | (At & { do: 'adjust'; delta: number; reference: number })
    | { do: 'confirm'; reservation: number }
    | { do: 'release'; reservation: number }
    | { do: 'retake'; reservation: number }
    | { do: 'extend'; reservation: number; holdMs: number }
    | { do: 'reconcile' }
  );

export type Step =
  | Action
  | (Via &
      (
        | (At & { do: 'load'; quantity: number; partitioned: boolean | undefined })
        | { do: 'wait'; ms: number }
        | { do: 'drain'; until: 'claimed' | 'given back' | 'appended' | 'acknowledged' }
        | { do: 'replace' }
      ));

/** All of them together, over which the record is drained and overdue reservations are reaped. */
export type ConcurrentAction = Action | (Via & ({ do: 'reap' } | { do: 'drain-all' }));

/** The parts and the size of one history. */
export interface Setting {
  readonly operations: readonly string[];
  readonly often: readonly string[];
  readonly hubs: readonly string[];
  readonly skus: readonly string[];
  readonly orders: number;
  readonly users: number;
  /** Most units of a load, and of a line. */
  readonly stock: number;
  readonly line: number;
  readonly references: number;
  readonly partitioned: readonly (boolean | undefined)[];
  readonly holds: readonly number[];
  readonly jumps: readonly number[];
}

const nonempty = <T>(all: readonly T[]) => fc.subarray([...all], { minLength: 1 });
const ending = ['confirm', 'release', 'retake', 'extend', 'adjust', 'reconcile'] as const;
const jumps = [1, 700, 4_999, 5_000, 24_999, 29_999, 30_000, 30_001, 34_000];

const settingsOf = (always: readonly string[], optional: readonly string[]) =>
  fc.record<Setting>({
    operations: some(optional, 3).map((operations) => [...always, ...operations]),
    often: some(optional, 1),
    hubs: fc.constantFrom(['hub'], ['hub'], ['hub', 'far']),
    skus: fc.constantFrom(['milk'], ['eggs', 'milk'], ['eggs', 'milk', 'tea']),
    orders: fc.constantFrom(1, 2, 4, 10),
    users: fc.integer({ min: 1, max: 2 }),
    stock: fc.constantFrom(1, 2, 3, 25),
    line: fc.constantFrom(1, 2, 3, 6),
    references: fc.constantFrom(1, 3, 8),
    partitioned: nonempty([undefined, true, false]),
    holds: nonempty([5_000, 30_000, 900_000]),
    jumps: nonempty(jumps),
  });

const via = fc.constantFrom<(0 | 1)[]>(0, 1);
const does = <const Name extends string>(name: Name) => ({ via, do: fc.constant(name) });
const reservation = fc.nat(9);

function unitsOf({ skus, line }: Setting): fc.Arbitrary<Record<string, number>> {
  return fc
    .tuple(nonempty(skus), ...skus.map(() => fc.integer({ min: 1, max: line })))
    .map(([chosen, ...quantities]) =>
      Object.fromEntries(chosen.map((sku, i) => [sku, quantities[i]!])),
    );
}

function actionsOf(setting: Setting): Choices<Action> {
  const at = { hub: fc.constantFrom(...setting.hubs), sku: fc.constantFrom(...setting.skus) };
  const one = (name: 'confirm' | 'release' | 'retake') =>
    fc.record({ ...does(name), reservation }) as fc.Arbitrary<Action>;
  return {
    reserve: {
      weight: 9,
      arbitrary: fc.record({
        ...does('reserve'),
        hub: at.hub,
        order: fc.nat(setting.orders - 1),
        user: fc.nat(setting.users - 1),
        units: unitsOf(setting),
        holdMs: fc.constantFrom(...setting.holds),
      }),
    },
    confirm: { weight: 3, arbitrary: one('confirm') },
    release: { weight: 3, arbitrary: one('release') },
    retake: { weight: 3, arbitrary: one('retake') },
    extend: {
      weight: 3,
      arbitrary: fc.record({
        ...does('extend'),
        reservation,
        holdMs: fc.constantFrom(5_000, 60_000, 3_590_000, 3_600_000),
      }),
    },
    adjust: {
      weight: 4,
      arbitrary: fc.record({
        ...does('adjust'),
        ...at,
        delta: fc
          .integer({ min: -setting.stock, max: setting.stock })
          .filter((delta) => delta !== 0),
        reference: fc.nat(setting.references - 1),
      }),
    },
    reconcile: { weight: 2, arbitrary: fc.record(does('reconcile')) },
  };
}

function stepsOf(setting: Setting): Choices<Step> {
  const at = { hub: fc.constantFrom(...setting.hubs), sku: fc.constantFrom(...setting.skus) };
  return {
    ...actionsOf(setting),
    load: {
      weight: 3,
      arbitrary: fc.record({
        ...does('load'),
        ...at,
        quantity: fc.nat(setting.stock),
        partitioned: fc.constantFrom(...setting.partitioned),
      }),
    },
    wait: {
      weight: 4,
      arbitrary: fc.record({ ...does('wait'), ms: fc.constantFrom(...setting.jumps) }),
    },
    drain: {
      weight: 3,
      arbitrary: fc.record({
        ...does('drain'),
        until: fc.constantFrom(
          'claimed' as const,
          'given back' as const,
          'appended' as const,
          'acknowledged' as const,
        ),
      }),
    },
    replace: { weight: 1, arbitrary: fc.record(does('replace')) },
  };
}

const following = settingsOf(['load', 'reserve'], [...ending, 'wait', 'drain', 'replace']);
export const histories = swarm(following, stepsOf, { minLength: 10, maxLength: 80 });

/** Actions that are taken at once. */
const atOnce = settingsOf(['reserve'], [...ending, 'reap', 'drain-all']);
export const concurrentActions = swarm<Setting, ConcurrentAction>(
  atOnce,
  (setting) => ({
    ...actionsOf({ ...setting, hubs: ['hub'], skus: ['eggs', 'milk', 'tea'] }),
    reap: { weight: 2, arbitrary: fc.record(does('reap')) },
    'drain-all': { weight: 2, arbitrary: fc.record(does('drain-all')) },
  }),
  { minLength: 20, maxLength: 80 },
);
