/** What the cart beside would get. */
import { formatNumber } from '../../live/format.ts';
import type { hawker } from '../../live/hawker.ts';
import { formatMoney } from './money.ts';

type Answer = Awaited<ReturnType<typeof hawker.promotion.validate>>;

export function Verdict({ answer }: { readonly answer: Answer | undefined }) {
  if (answer === undefined) {
    return (
      <p class="note" role="status">
        Save the rule, and its conditions light up with what the cart makes of them.
      </p>
    );
  }
  const { valid, discount_summary: discount, refused = [] } = answer;
  const off =
    discount &&
    (discount.type === 'percentage'
      ? `${formatNumber(discount.value)} % off`
      : `${formatMoney(discount.value)} off`);
  const why = refused.map(({ code, reason }) =>
    code === undefined ? reason : `${code} ${reason}`,
  );
  return (
    <p class={valid ? 'verdict met' : 'verdict unmet'} role="status">
      {valid ? `✓ The cart gets it: ${off}.` : ['✗ The cart does not get it', ...why].join(': ')}
    </p>
  );
}
