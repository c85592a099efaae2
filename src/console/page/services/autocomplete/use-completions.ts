/** The terms that complete a prefix, and how long each lookup took. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { hawker } from '../../live/hawker.ts';
import { useHold } from '../../live/together.tsx';

export interface Completion {
  readonly term: string;
  readonly freq: number;
}

/** How lookups are made. */
export interface Way {
  readonly index: string;
  readonly isFolded: boolean;
  readonly isFuzzy: boolean;
}

export interface Completions {
  /** What is shown stays until the next answer has come. */
  readonly results: readonly Completion[];
  /** What the results complete; undefined until the first answer. */
  readonly query: string | undefined;
  readonly error: Error | undefined;
  /** From the key to the answer, milliseconds, the latest last. */
  readonly latencies: readonly number[];
}

const keptLatencies = 120;

/** @param version a new one asks again. Only what was typed counts its time: the first load does not. */
export function useCompletions(q: string, way: Way, limit: number, version: number): Completions {
  const [state, setState] = useState<Completions>({
    results: [],
    query: undefined,
    error: undefined,
    latencies: [],
  });
  /** What the last answer was to. */
  const answered = useRef(q);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const isTyped = answered.current !== q;
    const startedAt = performance.now();
    hawker.autocomplete
      .query({ q, limit, ...membersOf(way), signal })
      .then(({ results, query }) => {
        const ms = performance.now() - startedAt;
        if (signal.aborted) return;
        answered.current = q;
        setState(({ latencies }) => ({
          results,
          query,
          error: undefined,
          latencies: isTyped ? [...latencies, ms].slice(-keptLatencies) : latencies,
        }));
      })
      .catch((error: Error) => {
        if (!signal.aborted) setState((before) => ({ ...before, results: [], error }));
      });
    return () => controller.abort();
  }, [q, way.index, way.isFolded, way.isFuzzy, limit, version]);
  useHold(state.query === undefined && state.error === undefined);
  return state;
}

const membersOf = ({ index, isFolded, isFuzzy }: Way) => ({
  index,
  match: isFolded ? ('folded' as const) : ('exact' as const),
  fuzzy: isFuzzy ? (1 as const) : (0 as const),
});
