/** The box itself: a combobox whose list opens while one types, with the latency under it. */
import { useState } from 'preact/hooks';
import { formatMs, formatShort, plural } from '../../live/format.ts';
import { Problem } from '../../parts/problem.tsx';
import { Sparkline } from '../../parts/sparkline.tsx';
import type { Completions } from './use-completions.ts';

interface SearchBoxProps {
  readonly text: string;
  readonly type: (text: string) => void;
  readonly completions: Completions;
  /** Called with what is searched for in the end. */
  readonly search: (term: string) => void;
}

export function SearchBox({ text, type, completions, search }: SearchBoxProps) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { results, error, latencies } = completions;
  const isListed = isOpen && results.length > 0;
  const end = (term: string) => {
    setOpen(false);
    setActive(-1);
    type(term);
    if (term !== '') search(term);
  };
  const press = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => (isListed ? setActive((active + 1) % results.length) : setOpen(true)),
      ArrowUp: () => setActive(active <= 0 ? results.length - 1 : active - 1),
      Enter: () => end((isListed && results[active]?.term) || text),
      Escape: () => (isListed ? setOpen(false) : type('')),
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    step();
  };
  return (
    <div class="search-box">
      <input
        type="text"
        role="combobox"
        aria-label="Search"
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls="completions"
        aria-activedescendant={isListed && active >= 0 ? `completion-${active}` : undefined}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        placeholder="Type here"
        maxLength={256}
        value={text}
        onInput={(event) => {
          setActive(-1);
          setOpen(true);
          type(event.currentTarget.value);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
      />
      <Latency latencies={latencies} />
      {error && <Problem error={error} />}
      <ul id="completions" role="listbox" aria-label="Completions" hidden={!isListed}>
        {results.map(({ term, freq }, i) => (
          <li
            key={term}
            id={`completion-${i}`}
            role="option"
            aria-selected={i === active}
            // The box keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => end(term)}
          >
            <Marked term={term} query={text} />
            <span class="note">{formatShort(freq)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What was typed already is light, what is offered stands out. */
function Marked({ term, query }: { readonly term: string; readonly query: string }) {
  if (!term.startsWith(query)) return <b>{term}</b>;
  return (
    <span>
      {query}
      <b>{term.slice(query.length)}</b>
    </span>
  );
}

function Latency({ latencies }: { readonly latencies: readonly number[] }) {
  if (latencies.length === 0) {
    return <p class="latency note">How long each lookup takes shows here.</p>;
  }
  const sorted = latencies.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const last = latencies.at(-1) ?? 0;
  return (
    <div class="latency">
      <span>
        <b>{formatMs(last)}</b> from key to answer
      </span>
      <span class="note">median {formatMs(median)}</span>
      <Sparkline
        values={latencies}
        label={`The last ${plural(latencies.length, 'lookup')}: median ${formatMs(median)}, the last ${formatMs(last)}`}
      />
    </div>
  );
}
