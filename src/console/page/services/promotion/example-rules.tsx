/** Something to look at: two rules, one of them with codes. */
import { useState } from 'preact/hooks';
import { hawker } from '../../live/hawker.ts';
import { Problem } from '../../parts/problem.tsx';
import { exampleRules } from './rule.ts';

export function ExampleRules({ done }: { readonly done: (promoId: string) => void }) {
  const [error, setError] = useState<Error>();
  const create = async () => {
    try {
      const rules = exampleRules();
      for (const rule of rules) await hawker.promotion.createRule(rule);
      const [first, byCode] = rules;
      await hawker.promotion.createCodes(byCode!.promo_id, {
        count: 20,
        prefix: 'HELLO-',
        uses_per_code: 5,
      });
      done(first!.promo_id);
    } catch (failure) {
      setError(failure as Error);
    }
  };
  return (
    <section class="panel" aria-label="Rules to begin with">
      <p class="empty">
        No rule yet. Make one of your own, or two to look at: ten per cent off for fruit, and five
        off the first order by a code.
      </p>
      <p>
        <button class="primary" onClick={() => void create()}>
          Make two rules to look at
        </button>
      </p>
      {error && <Problem error={error} />}
    </section>
  );
}
