/** Random histories of small sales, in swarm form: what buyers, operators, replicas and time do. */
import * as fc from 'fast-check';
import { some, swarm, type Choices } from '#kit/testing/swarm.ts';
import type { SaleMode, SaleRules } from '../ledger.ts';
import type { Tier } from '../waiting-room.ts';

/** How the product `p` is sold; `race` is sold by race. */
const flows = ['standard', 'weighted', 'voucher', 'slotted'] as const;
const products = ['p', 'race'] as const;
const jumps = [1, 400, 999, 1_000, 5_000, 29_999, 599_999, 600_000, 600_001] as const;
const ruleNames = ['holdMs', 'userLimit', 'startsInMs', 'endsInMs'] as const;
const always = ['load', 'buy'] as const;
const optional = ['leave', 'mode', 'sweep', 'release', 'confirm', 'wait', 'replace'] as const;

/** The parts and the size of one history. */
export interface Setting {
  readonly operations: readonly Step['do'][];
  readonly often: readonly string[];
  readonly flow: (typeof flows)[number];
  readonly products: readonly string[];
  readonly users: number;
  readonly devices: number;
  readonly keys: number;
  /** Most units of a load, and of a wish. */
  readonly units: number;
  readonly wish: number;
  readonly rules: readonly (typeof ruleNames)[number][];
  /** Most reservations and places of a user. */
  readonly maxOpen: number | undefined;
  readonly jumps: readonly number[];
}

export type Step = { via: 0 | 1 } & (
  | { do: 'load'; product: string; total: number; slots: 1 | 2; reset: boolean; rules: Rules }
  | { do: 'leave'; product: string; user: number }
  | { do: 'claim'; product: string; user: number }
  | { do: 'mode'; product: string; mode: SaleMode }
  | { do: 'tier'; user: number; tier: Tier }
  | { do: 'sweep' }
  | { do: 'replace' }
  | Buying
  | { do: 'release'; reservation: number }
  | { do: 'confirm'; reservation: number }
  | { do: 'wait'; ms: number }
);

export interface Buying {
  readonly via: 0 | 1;
  readonly do: 'buy';
  readonly product: string;
  readonly user: number;
  readonly device: number;
  readonly key: number;
  readonly qty: number;
  readonly slot: string | undefined;
}

/** Opening times count from the load. */
interface Rules extends SaleRules {
  readonly startsInMs?: number;
  readonly endsInMs?: number;
}

/** Starts of the time slots, UTC. The histories begin at noon. */
export const slotNames = ['00:00', '12:10'] as const;

const nonempty = <T>(all: readonly T[]) => fc.subarray([...all], { minLength: 1 });
const drawn: fc.Arbitrary<Setting> = fc.record({
  operations: some(optional, 3).map((operations) => [...always, ...operations]),
  often: some(optional, 1),
  flow: fc.constantFrom(...flows),
  products: fc.constantFrom(['p'], ['p'], ['p'], [...products]),
  users: fc.constantFrom(1, 2, 3, 4, 4),
  devices: fc.constantFrom(1, 9, 9),
  keys: fc.constantFrom(5, 1_000, 1_000, 1_000),
  units: fc.constantFrom(1, 2, 2, 2, 3, 15),
  wish: fc.constantFrom(1, 2, 2, 3, 3),
  rules: fc.oneof(fc.constant([]), some(ruleNames, 1)),
  maxOpen: fc.constantFrom(undefined, undefined, 1, 2, 4),
  jumps: nonempty(jumps),
});
/** Tiers count in a weighted sale, and nobody buys in a sale by voucher without a claim. */
const settings = drawn.map((setting): Setting => {
  const ofFlow = { weighted: ['tier'], voucher: ['claim'], standard: [], slotted: [] } as const;
  return { ...setting, operations: [...setting.operations, ...ofFlow[setting.flow]] };
});

const via = fc.constantFrom<(0 | 1)[]>(0, 1);
const does = <const Name extends Step['do']>(name: Name) => ({ via, do: fc.constant(name) });

function choicesOf(setting: Setting): Choices<Step> {
  const [product, user] = [fc.constantFrom(...setting.products), fc.nat(setting.users - 1)];
  const demanded: { [Name in (typeof ruleNames)[number]]: fc.Arbitrary<number> } = {
    holdMs: fc.constantFrom(5_000, 30_000),
    userLimit: fc.integer({ min: 1, max: 6 }),
    startsInMs: fc.constantFrom(1, 1_000),
    endsInMs: fc.constantFrom(30_000, 600_000),
  };
  const drawnRules = fc.record(
    Object.fromEntries(setting.rules.map((name) => [name, demanded[name]])),
    { requiredKeys: [] },
  ) as fc.Arbitrary<Rules>;
  const ofUser = { product, user };
  return {
    load: {
      weight: 1,
      arbitrary: fc.record({
        ...does('load'),
        product,
        total: fc.oneof(
          { weight: 4, arbitrary: fc.integer({ min: 1, max: setting.units }) },
          { weight: 1, arbitrary: fc.constant(0) },
        ),
        slots: fc.constantFrom<(1 | 2)[]>(1, 2),
        reset: fc.constantFrom(true, false, false),
        rules: fc.oneof(fc.constant({}), drawnRules),
      }),
    },
    buy: {
      weight: 9,
      arbitrary: fc.record({
        ...does('buy'),
        ...ofUser,
        device: fc.nat(setting.devices - 1),
        key: fc.nat(setting.keys - 1),
        qty: fc.integer({ min: 1, max: setting.wish }),
        slot: fc.constantFrom(undefined, undefined, undefined, ...slotNames, '25:00'),
      }),
    },
    leave: { weight: 4, arbitrary: fc.record({ ...does('leave'), product, user: fc.nat(4) }) },
    mode: {
      weight: 1,
      arbitrary: fc.record({
        ...does('mode'),
        product,
        mode: fc.constantFrom<SaleMode[]>('open', 'open', 'open', 'paused', 'closed'),
      }),
    },
    tier: {
      weight: 2,
      arbitrary: fc.record({
        ...does('tier'),
        user,
        tier: fc.constantFrom<Tier[]>('premium', 'regular'),
      }),
    },
    claim: { weight: 3, arbitrary: fc.record({ ...does('claim'), ...ofUser }) },
    sweep: { weight: 1, arbitrary: fc.record(does('sweep')) },
    release: { weight: 4, arbitrary: fc.record({ ...does('release'), reservation: fc.nat(9) }) },
    confirm: { weight: 1, arbitrary: fc.record({ ...does('confirm'), reservation: fc.nat(9) }) },
    wait: {
      weight: 1,
      arbitrary: fc.record({ ...does('wait'), ms: fc.constantFrom(...setting.jumps) }),
    },
    replace: { weight: 1, arbitrary: fc.record(does('replace')) },
  };
}

export const histories = swarm(settings, choicesOf, { minLength: 30, maxLength: 90 });
