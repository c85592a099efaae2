/** The terms that begin so, with their weights, and what operators do with them. */
import { useState } from 'preact/hooks';
import { formatCount } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { LongList } from '../../parts/long-list.tsx';
import { Problem } from '../../parts/problem.tsx';
import type { Completion, Completions } from './use-completions.ts';

interface TermsProps {
  readonly completions: Completions;
  readonly index: string;
  /** Called when something has changed. */
  readonly changed: () => void;
}

export function Terms({ completions, index, changed }: TermsProps) {
  const [blocked, setBlocked] = useState<readonly string[]>([]);
  const [error, setError] = useState<Error>();
  const { results, query } = completions;
  const most = Math.max(1, ...results.map(({ freq }) => freq));
  const act = (action: () => Promise<unknown>) => {
    setError(undefined);
    action().then(changed, setError);
  };
  const block = (term: string) =>
    act(async () => {
      await hawker.autocomplete.blockTerm(term, { index });
      setBlocked((before) => [...before.filter((one) => one !== term), term]);
    });
  const unblock = (term: string) =>
    act(async () => {
      await hawker.autocomplete.unblockTerm(term, { index });
      setBlocked((before) => before.filter((one) => one !== term));
    });
  return (
    <section class="panel" aria-labelledby="terms">
      <div class="spread">
        <h2 id="terms">{query ? `Terms that complete “${query}”` : 'All terms'}</h2>
        <span class="note">
          {formatCount(results.length)}
          {results.length === mostTerms && ', the heaviest'}
        </span>
      </div>
      {error && <Problem error={error} />}
      {query !== undefined && results.length === 0 && (
        <p class="empty">None. Search for it, or train it below: then it is offered.</p>
      )}
      <LongList
        label="Terms by weight"
        items={results}
        keyOf={({ term }) => term}
        rowHeight={40}
        phoneRowHeight={88}
        maxHeight={400}
        draw={(completion) => (
          <Row
            completion={completion}
            share={completion.freq / most}
            act={act}
            index={index}
            block={block}
          />
        )}
      />
      {blocked.length > 0 && (
        <p class="row centred" aria-label="Blocked here" role="group">
          <span class="note">Blocked here:</span>
          {blocked.map((term) => (
            <button key={term} onClick={() => unblock(term)}>
              Unblock {term}
            </button>
          ))}
        </p>
      )}
    </section>
  );
}

/** As many as the service answers at once. */
export const mostTerms = 1_000;

interface RowProps {
  readonly completion: Completion;
  /** The share of the heaviest term's weight, 0 to 1. */
  readonly share: number;
  readonly index: string;
  readonly act: (action: () => Promise<unknown>) => void;
  readonly block: (term: string) => void;
}

function Row({ completion: { term, freq }, share, index, act, block }: RowProps) {
  const { autocomplete } = hawker;
  // A weight that is set is a number of this step.
  const step = Math.max(1, Math.round(freq / 2));
  return (
    <>
      <span class="grow">{term}</span>
      <svg class="weight" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect width={share * 100} height="6" />
      </svg>
      <span class="number">{formatCount(freq)}</span>
      <button
        class="plain"
        aria-label={`Raise ${term}`}
        title={`set its weight to ${formatCount(freq + step)}`}
        onClick={() => act(() => autocomplete.setTerm(term, { freq: freq + step }, { index }))}
      >
        ▲
      </button>
      <button class="plain" aria-label={`Block ${term}`} onClick={() => block(term)}>
        Block
      </button>
      <button
        class="plain"
        aria-label={`Delete ${term}`}
        onClick={() => act(() => autocomplete.deleteTerm(term, { index }))}
      >
        Delete
      </button>
    </>
  );
}
