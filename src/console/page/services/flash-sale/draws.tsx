/** The draws of a lottery, each recomputed here from what the service has published. */
import { useState } from 'preact/hooks';
import { useChanges } from '../../live/changes.ts';
import { plural, wordFor } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { useLoaded } from '../../live/hooks.ts';
import { readForm } from '../../parts/form.ts';
import { LongList } from '../../parts/long-list.tsx';
import { Problem } from '../../parts/problem.tsx';
import { prove, type Proof, type PublishedDraw } from './prove.ts';

interface DrawsProps {
  readonly productId: string;
  /** As the sale's stream says; undefined until it does. */
  readonly state: string | undefined;
  /** Units that can be won. */
  readonly available: number;
}

/** What one draw may yield. */
const mostWinners = 10_000;

export function Draws({ productId, state, available }: DrawsProps) {
  const { data, error, reload } = useLoaded(async () => {
    const { draws } = await hawker.flashSale.listDraws({ product_id: productId });
    return Promise.all(draws.map(async (draw) => ({ draw, proof: await prove(draw) })));
  }, [productId]);
  useChanges('flash-sale', reload, { counters: ['drawn', 'loaded'] });
  const [refusal, setRefusal] = useState<Error>();
  const next = data?.find(({ draw }) => !draw.drawn)?.draw;
  const draw = async (event: SubmitEvent) => {
    const winners = Number(readForm(event)['winners']);
    const wanted = { product_id: productId, winners, round: next!.round };
    setRefusal((await hawker.flashSale.draw(wanted).result()).error);
    reload();
  };
  return (
    <section class="panel" aria-labelledby="draws">
      <div class="spread">
        <h2 id="draws">Draws</h2>
        <button onClick={reload}>Look again</button>
      </div>
      {next !== undefined && (
        <form class="row" onSubmit={(event) => void draw(event)}>
          <label class="field">
            <span>Winners</span>
            <input
              key={next.round}
              name="winners"
              type="number"
              min="1"
              max={mostWinners}
              defaultValue={String(Math.min(mostWinners, Math.max(1, available)))}
              required
            />
          </label>
          <button class="primary">Draw round {next.round}</button>
        </form>
      )}
      {refusal && <Problem error={refusal} />}
      {error && <Problem error={error} retry={reload} />}
      {data?.map(({ draw, proof }) => (
        <article key={draw.round}>
          <h3>Round {draw.round}</h3>
          <p class="note">
            committed to <code class="hash">{draw.commitment}</code>
          </p>
          <Verdict proof={proof} round={draw.round} isClosed={isOver(state)} />
          <Published draw={draw} />
        </article>
      ))}
    </section>
  );
}

const isOver = (state: string | undefined) => state === 'closed' || state === 'over';

interface VerdictProps {
  readonly proof: Proof;
  readonly round: number;
  readonly isClosed: boolean;
}

function Verdict({ proof, round, isClosed }: VerdictProps) {
  if (proof.kind === 'open') return <p>No draw{undrawn(round, isClosed)}</p>;
  const { entries, winners, failures } = proof;
  if (failures.length > 0) {
    return (
      <p class="problem" role="alert">
        Recomputed in this browser, and it does not hold: {failures.join('; ')}.
      </p>
    );
  }
  return (
    <p class="proven">
      ✓ Recomputed in this browser: the seed is the one committed to, and of{' '}
      {plural(entries, 'entry', 'entries')} the {plural(winners, 'published winner')}{' '}
      {wordFor(winners, 'has', 'have')} the lowest {wordFor(winners, 'ticket')}.
    </p>
  );
}

/** The first draw ends enrolment. */
function undrawn(round: number, isClosed: boolean): string {
  if (isClosed) return ', and the sale is over.';
  return round === 1
    ? ' yet: entries are taken.'
    : ' yet: it will be among those who have not won.';
}

function Published({ draw: { round, seed, winners } }: { readonly draw: PublishedDraw }) {
  if (seed === undefined || winners === undefined) return null;
  return (
    <>
      <p class="note">
        seed <code class="hash">{seed}</code>
      </p>
      <p class="note">{plural(winners.length, 'winner')}, the best ticket first</p>
      <LongList
        label={`Winners of round ${round}`}
        items={winners}
        keyOf={(entry) => entry}
        draw={(entry) => <code>{entry}</code>}
        maxHeight={204}
      />
    </>
  );
}
