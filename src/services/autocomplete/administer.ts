/** Changes terms and indexes, for operators. */
import { common, invalid } from '#kit/web/problem.ts';
import type { Dictionary } from './dictionaries/dictionary.ts';
import { refuse } from './errors.ts';
import type { Outcome, TermStore } from './store/autocomplete-store.ts';

/** @throws Refusal STORE_FULL, TOO_MANY_INDEXES */
export function refuseUnlessDone(outcome: Outcome): void {
  if (outcome === 'full') throw common.STORE_FULL('there is no room for further terms');
  if (outcome === 'too-many-indexes') throw refuse.TOO_MANY_INDEXES();
}

/**
 * Gives a term this frequency; with 0 it is removed.
 *
 * @throws Refusal STORE_FULL, TOO_MANY_INDEXES, STORE_UNAVAILABLE
 */
export async function setFreq(
  store: TermStore,
  index: string,
  { term, freq }: { term: string; freq: number },
  now: number,
): Promise<void> {
  if (freq === 0) await store.forget(index, term, now);
  else refuseUnlessDone(await store.setFreq(index, term, freq, now));
}

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

/** @throws Refusal VALIDATION_FAILED naming a cursor that no page had */
export function listIndexes(store: TermStore, { limit, cursor }: PageQuery) {
  const after = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString();
  if (cursor !== undefined && !/^[a-z0-9_-]{1,64}$/.test(after)) {
    throw invalid('cursor', 'must be the next_cursor of another page');
  }
  const following = store.list().filter(({ name }) => name > after);
  const page = following.slice(0, limit);
  return {
    indexes: page.map(indexView),
    ...(following.length > limit && {
      next_cursor: Buffer.from(page.at(-1)!.name).toString('base64url'),
    }),
  };
}

const indexView = ({ name, size, blockedSize, decay }: Dictionary) => ({
  name,
  terms: size,
  blocked: blockedSize,
  half_life_hours: decay.halfLifeHours,
});
