/** Autocomplete: the box itself, the terms behind it, and something to train it with. */
import { useEffect, useState } from 'preact/hooks';
import { useChanges } from '../../live/changes.ts';
import { hawker } from '../../live/hawker.ts';
import { useAddressMember, useLoaded } from '../../live/hooks.ts';
import { Problem } from '../../parts/problem.tsx';
import { useShown } from '../../playground/shown.ts';
import { ServiceFrame } from '../service-frame.tsx';
import './autocomplete.css';
import { SearchBox } from './search-box.tsx';
import { mostTerms, Terms } from './terms.tsx';
import { Train } from './train.tsx';
import { useCompletions, type Way } from './use-completions.ts';

const first = ['autocompleteQuery', 'autocompleteTrain', 'autocompleteTrainBulk'];
/** Completions in the list under the box. */
const offered = 10;
const defaultIndex = 'default';

export function AutocompletePage() {
  return (
    <ServiceFrame page="autocomplete" first={first}>
      <Search />
    </ServiceFrame>
  );
}

function Search() {
  const [text, type] = useAddressMember('q');
  const [chosen, setIndex] = useAddressMember('index');
  const index = chosen === '' ? defaultIndex : chosen;
  const [isFolded, setFolded] = useState(true);
  const [isFuzzy, setFuzzy] = useState(false);
  const [error, setError] = useState<Error>();
  // Grows when terms have changed, here or by others.
  const [version, setVersion] = useState(0);
  const changed = () => setVersion((before) => before + 1);
  useChanges('autocomplete', changed, { counters: changing });
  useShown({ index, 'autocompleteQuery q': text || undefined });
  const way: Way = { index, isFolded, isFuzzy };
  const completions = useCompletions(text, way, offered, version);
  const terms = useCompletions(text, way, mostTerms, version);
  const search = (term: string) => {
    setError(undefined);
    hawker.autocomplete.train({ term }, { index }).then(changed, setError);
  };
  return (
    <>
      <section class="panel" aria-labelledby="box">
        <div class="spread">
          <h2 id="box">Search</h2>
          <div class="row centred">
            <Indexes index={index} isChosen={chosen !== ''} choose={setIndex} version={version} />
            <Check label="Case and accents aside" isOn={isFolded} set={setFolded} />
            <Check label="Forgive one mistake" isOn={isFuzzy} set={setFuzzy} />
          </div>
        </div>
        <SearchBox text={text} type={type} completions={completions} search={search} />
        {error && <Problem error={error} />}
        <p class="note">What is searched for, by Enter or by a click, is trained once.</p>
      </section>
      <div class="panels">
        <Terms completions={terms} index={index} changed={changed} />
        <Train index={index} changed={changed} />
      </div>
    </>
  );
}

/** Counters that tell that terms have changed. */
const changing = ['trained', 'forgotten', 'blocked'];

interface IndexesProps {
  readonly index: string;
  /** By the address. */
  readonly isChosen: boolean;
  readonly choose: (index: string) => void;
  readonly version: number;
}

function Indexes({ index, isChosen, choose, version }: IndexesProps) {
  const { data, error, reload } = useLoaded(() => hawker.autocomplete.listIndexes(), []);
  useEffect(() => {
    if (version > 0) reload();
  }, [version]);
  // A user who has made an index of their own is shown that one first.
  const isRead = data !== undefined;
  useEffect(() => {
    const own = data?.indexes.filter(({ name }) => name !== defaultIndex) ?? [];
    const [largest] = own.toSorted((one, other) => other.terms - one.terms);
    if (!isChosen && largest !== undefined) choose(largest.name);
  }, [isRead]);
  if (error) return <Problem error={error} retry={reload} />;
  const names = new Set([index, ...(data?.indexes ?? []).map(({ name }) => name)]);
  return (
    <label class="row centred">
      <span>Index</span>
      <select value={index} onChange={(event) => choose(event.currentTarget.value)}>
        {[...names].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}

interface CheckProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly set: (isOn: boolean) => void;
}

const Check = ({ label, isOn, set }: CheckProps) => (
  <label class="check">
    <input type="checkbox" checked={isOn} onChange={(event) => set(event.currentTarget.checked)} />
    {label}
  </label>
);
