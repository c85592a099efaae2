/** Random histories of two products: what buyers, operators and time do. */
import * as fc from 'fast-check';
import type { SaleMode, SaleRules } from '../ledger.ts';

export type Step = { via: 0 | 1 } & (
  | { do: 'load'; product: string; total: number; reset: boolean; rules: Rules }
  | { do: 'leave'; product: string; user: number }
  | { do: 'mode'; product: string; mode: SaleMode }
  | { do: 'sweep' }
  | { do: 'buy'; product: string; user: number; device: number; key: number; qty: number }
  | { do: 'release' | 'confirm'; reservation: number }
  | { do: 'wait'; ms: number }
);

/** Opening times count from the load. */
interface Rules extends SaleRules {
  readonly startsInMs?: number;
  readonly endsInMs?: number;
}

const via = fc.constantFrom<(0 | 1)[]>(0, 1);
const rules: fc.Arbitrary<Rules> = fc.record(
  {
    holdMs: fc.constantFrom(5_000, 30_000),
    userLimit: fc.integer({ min: 1, max: 6 }),
    startsInMs: fc.constantFrom(1, 1_000),
    endsInMs: fc.constantFrom(30_000, 600_000),
  },
  { requiredKeys: [] },
);
const mode = fc.constantFrom<SaleMode[]>('open', 'open', 'paused', 'closed');
const product = fc.constantFrom('p', 'race');
const buying = fc.record({
  via,
  do: fc.constant('buy' as const),
  product,
  user: fc.nat(6),
  device: fc.nat(1),
  key: fc.nat(40),
  qty: fc.integer({ min: 1, max: 4 }),
});
export const history = fc.array(
  fc.oneof<fc.WeightedArbitrary<Step>[]>(
    { weight: 12, arbitrary: buying },
    {
      weight: 2,
      arbitrary: fc.record({
        via,
        do: fc.constant('load' as const),
        product,
        total: fc.nat(15),
        reset: fc.boolean(),
        rules: fc.oneof(fc.constant({}), rules),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ via, do: fc.constant('leave' as const), product, user: fc.nat(6) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ via, do: fc.constant('mode' as const), product, mode }),
    },
    { weight: 2, arbitrary: fc.record({ via, do: fc.constant('sweep' as const) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        via,
        do: fc.constantFrom('release' as const, 'confirm' as const),
        reservation: fc.nat(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        via,
        do: fc.constant('wait' as const),
        ms: fc.constantFrom(1, 400, 999, 1_000, 5_000, 29_999, 599_999, 600_000, 600_001),
      }),
    },
  ),
  { minLength: 10, maxLength: 90 },
);
