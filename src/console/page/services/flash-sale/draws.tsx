/** The draws of a lottery, each recomputed here from what the service has published. */
import { hawker } from '../../live/hawker.ts';
import { useLoaded } from '../../live/hooks.ts';
import { Problem } from '../../parts/problem.tsx';
import { formatCount } from '../../live/format.ts';
import { prove, type Proof } from './prove.ts';

export function Draws({ productId }: { readonly productId: string }) {
  const { data, error, reload } = useLoaded(async () => {
    const { draws } = await hawker.flashSale.listDraws({ product_id: productId });
    return Promise.all(draws.map(async (draw) => ({ draw, proof: await prove(draw) })));
  }, [productId]);
  return (
    <section class="panel" aria-labelledby="draws">
      <div class="spread">
        <h2 id="draws">Draws</h2>
        <button onClick={reload}>Look again</button>
      </div>
      {error && <Problem error={error} retry={reload} />}
      {data?.map(({ draw, proof }) => (
        <article key={draw.round}>
          <h3>Round {draw.round}</h3>
          <p class="note">
            committed to <code class="hash">{draw.commitment}</code>
          </p>
          <Verdict proof={proof} />
        </article>
      ))}
    </section>
  );
}

function Verdict({ proof }: { readonly proof: Proof }) {
  if (proof.kind === 'open') return <p>Not drawn yet: entries are taken.</p>;
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
      ✓ Recomputed in this browser: the seed is the one committed to, and of {formatCount(entries)}{' '}
      entries the {formatCount(winners)} published winners have the least tickets.
    </p>
  );
}
