/** Something to train with: terms of one's own, or a menu of dishes. */
import { useState } from 'preact/hooks';
import { formatCount, plural } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { readForm } from '../../parts/form.ts';
import { Problem } from '../../parts/problem.tsx';

interface TrainProps {
  readonly index: string;
  readonly changed: () => void;
}

/** Terms of one request at most. */
const mostTerms = 10_000;

export function Train({ index, changed }: TrainProps) {
  const [told, tell] = useState('');
  const [error, setError] = useState<Error>();
  const train = async (terms: string[]) => {
    setError(undefined);
    const { data, error: refusal } = await hawker.autocomplete
      .trainBulk({ terms: terms.slice(0, mostTerms) }, { index })
      .result();
    setError(refusal);
    tell(data ? `${plural(data.trained, 'term')} trained` : '');
    changed();
  };
  const submit = (event: SubmitEvent) => {
    const { terms = '' } = readForm(event);
    const lines = terms.split('\n').map((line) => line.trim());
    void train(lines.filter((line) => line !== '')).catch(setError);
  };
  return (
    <section class="panel" aria-labelledby="train">
      <h2 id="train">Train</h2>
      <form class="train" onSubmit={submit}>
        <label class="field">
          <span>Terms, one a line; each line counts once</span>
          <textarea name="terms" rows={5} required defaultValue={'laksa\nlaksa\nlamp'} />
        </label>
        <div class="row centred">
          <button class="primary">Train</button>
          <button type="button" onClick={() => void train(menu()).catch(setError)}>
            Train a menu of {formatCount(dishes.length * styles.length)} dishes
          </button>
          <span role="status">{told}</span>
        </div>
      </form>
      {error && <Problem error={error} />}
    </section>
  );
}

const styles =
  ',crispy ,spicy ,vegan ,family ,claypot ,dry ,grilled ,golden ,smoked ,sweet ,double '.split(',');
const dishes = `laksa, chicken rice, char kway teow, satay, roti prata, nasi lemak, mee goreng,
  bak kut teh, popiah, rojak, carrot cake, oyster omelette, fish head curry, wonton noodles,
  kaya toast, ice kachang, chendol, durian puffs`.split(/,\s+/);

/** Dishes as often as they are asked for: the first of each list most. */
function menu(): string[] {
  return dishes.flatMap((dish, i) =>
    styles.flatMap((style, j) => {
      const times = Math.ceil(60 / ((i + 1) * (j + 1)));
      return Array.from({ length: times }, () => style + dish);
    }),
  );
}
