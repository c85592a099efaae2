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
  | { readonly kind: 'ask'; readonly lookup: Lookup };

/** A kind of step, as often as `weight` says among the others. */
const kind = <KindT extends string, T>(weight: number, name: KindT, rest: RecordOf<T>) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(name), ...rest }),
});
type RecordOf<T> = { [K in keyof T]: fc.Arbitrary<T[K]> };

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

export function histories({ maxLength, size }: { maxLength: number; size?: 'max' }) {
  return fc.constantFrom(...alphabets).chain((alphabet) => {
    const unit = fc.constantFrom(...Array.from(alphabet));
    const term = fc.string({ unit, minLength: 1, maxLength: 6 });
    const lookup = fc.record({
      prefix: fc.string({ unit, maxLength: 5 }),
      limit: fc.constantFrom(1, 3, 10, 17, 1_000),
      isFolded: fc.boolean(),
      isFuzzy: fc.boolean(),
    });
    const step = fc.oneof(
      kind(12, 'train', { term, freq: fc.integer({ min: 1, max: 3 }) }),
      kind(3, 'put', { term, freq: fc.integer({ min: 0, max: 20 }) }),
      kind(2, 'forget', { term }),
      kind(2, 'block', { term }),
      kind(1, 'unblock', { term }),
      kind(1, 'half-life', { hours: fc.constantFrom(0, 1, 2, 4) }),
      kind(3, 'wait', { ticks: fc.integer({ min: 0, max: 12 }) }),
      kind(6, 'ask', { lookup }),
    ) as fc.Arbitrary<Step>;
    return fc.array(step, { maxLength, ...(size && { size }) });
  });
}
