/** Random histories of a few rules and codes, in swarm form: uses, cancels, codes that end, and time. */
import * as fc from 'fast-check';
import { some, swarm, type Choices } from '#kit/testing/swarm.ts';
import type { Candidate } from '../usage.ts';
import { candidate, day } from './requests.ts';

interface Use {
  readonly do: 'use';
  readonly user: number;
  readonly device: number;
  readonly order: number | undefined;
  /** Indices of rules, in the order in which they are asked for. */
  readonly rules: readonly number[];
  readonly codes: readonly string[];
  /** Which of the rules are chosen, of those that have a use left; absent: all that may apply. */
  readonly chosen: readonly boolean[] | undefined;
}

/** Either replica takes a step. */
export type Step = { readonly via: 0 | 1 } & (
  | Use
  | { readonly do: 'cancel'; readonly order: number }
  | { readonly do: 'end'; readonly code: string }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'sweep' }
);

/** The parts and the size of one history. */
export interface Setting {
  readonly operations: readonly string[];
  readonly often: readonly string[];
  readonly rules: readonly Candidate[];
  /** Codes are of the first rule. */
  readonly codes: readonly { readonly key: string; readonly uses: number }[];
  readonly users: number;
  readonly devices: number;
  readonly orders: number;
  readonly jumps: readonly number[];
}

const limit = fc.constantFrom(0, 0, 1, 2, 3);
const rule = fc.record({
  stackable: fc.constantFrom(true, true, false),
  perUser: limit,
  global: limit,
  lifetimeMs: fc.constantFrom(0, 600, 1_000),
  needsCode: fc.boolean(),
});
const jumps = [1, 500, 599, 600, 1_000, day / 2, day, 7 * day - 1, 7 * day];
const drawn = fc.record({
  operations: some(['cancel', 'end', 'wait', 'sweep'], 3),
  often: some(['cancel', 'wait'], 1),
  rules: fc.array(rule, { minLength: 1, maxLength: 3 }),
  codes: some([
    { key: 'ONCE', uses: 1 },
    { key: 'TWICE', uses: 2 },
  ]),
  users: fc.integer({ min: 1, max: 3 }),
  devices: fc.integer({ min: 1, max: 2 }),
  orders: fc.constantFrom(1, 2, 4, 40),
  jumps: fc.subarray(jumps, { minLength: 1 }),
});
const settings = drawn.map(({ rules, operations, ...rest }): Setting => {
  const named = rules.map(({ needsCode, ...limits }, i) => {
    const plain = candidate('abc'[i]!, limits);
    return i === 0 && rest.codes.length > 0 ? { ...plain, needsCode } : plain;
  });
  return { ...rest, operations: ['use', ...operations], rules: named };
});

const via = fc.constantFrom<(0 | 1)[]>(0, 1);
const does = <const Name extends string>(name: Name) => ({ via, do: fc.constant(name) });

function choicesOf({ rules, codes, users, devices, orders, jumps }: Setting): Choices<Step> {
  const keys = ['NONE', ...codes.map(({ key }) => key)];
  const order = fc.nat(orders - 1);
  const indices = rules.map((_, i) => i);
  return {
    use: {
      weight: 6,
      arbitrary: fc.record({
        ...does('use'),
        user: fc.nat(users - 1),
        device: fc.nat(devices - 1),
        order: fc.option(order, { nil: undefined }),
        rules: fc.shuffledSubarray(indices, { minLength: 1 }),
        codes: fc.shuffledSubarray(keys),
        chosen: fc.option(fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }), {
          nil: undefined,
        }),
      }),
    },
    cancel: { weight: 2, arbitrary: fc.record({ ...does('cancel'), order }) },
    end: { weight: 1, arbitrary: fc.record({ ...does('end'), code: fc.constantFrom(...keys) }) },
    wait: { weight: 2, arbitrary: fc.record({ ...does('wait'), ms: fc.constantFrom(...jumps) }) },
    sweep: { weight: 1, arbitrary: fc.record(does('sweep')) },
  };
}

export const histories = swarm(settings, choicesOf, { minLength: 5, maxLength: 50 });
