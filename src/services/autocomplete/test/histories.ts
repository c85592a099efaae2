/** Random histories of one index, with the questions that are asked in between. */
import * as fc from 'fast-check';
import type { Lookup } from '../complete.ts';

export type Step =
  | { readonly kind: 'train'; readonly term: string; readonly freq: number }
  | { readonly kind: 'put'; readonly term: string; readonly freq: number }
  | { readonly kind: 'forget'; readonly term: string }
  | { readonly kind: 'block'; readonly term: string }
  | { readonly kind: 'unblock'; readonly term: string }
  | { readonly kind: 'half-life'; readonly hours: number }
  | { readonly kind: 'wait'; readonly ticks: number }
  | { readonly kind: 'ask'; readonly lookup: Lookup }
  /** The index is dropped, or a replica begins again: of stores. */
  | { readonly kind: 'drop' | 'restart' };

/**
 * The configuration of one history: so small that its steps meet (swarm testing, Groce et al.,
 * 2012).
 */
interface Configuration {
  readonly alphabet: string;
  /** The only terms; none: any of the alphabet. */
  readonly terms: readonly string[];
  readonly enabled: readonly Step['kind'][];
  /** Ticks that the clock may go on at once. */
  readonly ticks: readonly number[];
}

export interface History {
  readonly configuration: Configuration;
  readonly steps: readonly Step[];
}

/** Few characters, so that terms are alike: in case and accents, in length, in surrogates. */
const alphabets = [
  'ab',
  'aAáÁbß',
  'sSſßẞﬀ',
  'ΣςσσαΆ',
  '\u{10400}\u{10428}a\u0301',
  'か\u3099が한가ㅏ',
  'aeéE',
];

const inMemory = ['train', 'put', 'forget', 'block', 'unblock', 'half-life', 'wait'] as const;
/** Kinds of steps that a store has beside those of an index in memory. */
export const ofStores = ['drop', 'restart'] as const;

interface Options {
  readonly maxLength: number;
  readonly more?: readonly Step['kind'][];
}

export function histories({ maxLength, more = [] }: Options): fc.Arbitrary<History> {
  return fc
    .constantFrom(...alphabets)
    .chain((alphabet) =>
      fc.record({
        alphabet: fc.constant(alphabet),
        terms: fc.oneof(
          fc.constant([]),
          fc.array(termOf(alphabet), { minLength: 1, maxLength: 3 }),
        ),
        enabled: fc.subarray([...inMemory, ...more], { minLength: 1 }),
        ticks: fc.subarray([0, 1, 4, 12, 1_000], { minLength: 1 }),
      }),
    )
    .chain((configuration) =>
      fc.record({
        configuration: fc.constant(configuration),
        steps: fc.array(stepOf(configuration), { maxLength, size: 'max' }),
      }),
    );
}

const unitOf = (alphabet: string) => fc.constantFrom(...Array.from(alphabet));
const termOf = (alphabet: string) =>
  fc.string({ unit: unitOf(alphabet), minLength: 1, maxLength: 6 });

function stepOf({ alphabet, terms, enabled, ticks }: Configuration): fc.Arbitrary<Step> {
  const term = terms.length > 0 ? fc.constantFrom(...terms) : termOf(alphabet);
  const lookup = fc.record({
    prefix: fc.string({ unit: unitOf(alphabet), maxLength: 5 }),
    limit: fc.constantFrom(1, 3, 10, 17, 1_000),
    isFolded: fc.boolean(),
    isFuzzy: fc.boolean(),
  });
  const kind = <KindT extends string>(name: KindT) => fc.constant(name);
  const kinds: Record<Step['kind'], [weight: number, arbitrary: fc.Arbitrary<Step>]> = {
    train: [12, fc.record({ kind: kind('train'), term, freq: fc.integer({ min: 1, max: 3 }) })],
    put: [3, fc.record({ kind: kind('put'), term, freq: fc.integer({ min: 0, max: 20 }) })],
    forget: [2, fc.record({ kind: kind('forget'), term })],
    block: [2, fc.record({ kind: kind('block'), term })],
    unblock: [1, fc.record({ kind: kind('unblock'), term })],
    'half-life': [1, fc.record({ kind: kind('half-life'), hours: fc.constantFrom(0, 1, 2, 4) })],
    wait: [3, fc.record({ kind: kind('wait'), ticks: fc.constantFrom(...ticks) })],
    ask: [6, fc.record({ kind: kind('ask'), lookup })],
    drop: [1, fc.record({ kind: kind('drop') })],
    restart: [1, fc.record({ kind: kind('restart') })],
  };
  // Without terms and questions there is nothing to be told.
  const possible = new Set<Step['kind']>(['train', 'ask', ...enabled]);
  return fc.oneof(
    ...[...possible].map((one) => ({ weight: kinds[one][0], arbitrary: kinds[one][1] })),
  );
}
