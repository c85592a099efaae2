/** The answer to an /apply, computed from what was in force when its uses were counted. */
import { Type, type Static } from 'typebox';
import { storedJson } from '#kit/web/schema.ts';
import { Rule } from './admin/schemas.ts';
import { applyDiscounts } from './discounts/money.ts';
import { DiscountTerms, Refused } from './schemas.ts';
import type { CodeVerdict, Verdicts } from './store/usage.ts';

/** The terms from which the answer is computed, beside the store's verdicts; kept with an order. */
export const OrderTerms = Type.Object({
  total: Type.Number(),
  parts: Type.Optional(
    Type.Array(Type.String(), { description: 'groups of items that discounts are limited to' }),
  ),
  candidates: Type.Array(
    Type.Object({
      ...Type.Pick(Rule, ['promo_id', 'priority', 'stackable']).properties,
      discount: DiscountTerms,
      codes: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  refused: Type.Array(Refused, { description: 'promotions and codes that are not candidates' }),
});
export type OrderTerms = Static<typeof OrderTerms>;

export const parseTerms = storedJson('terms of an order', OrderTerms);

export async function answer(terms: OrderTerms, outcome: Verdicts) {
  const { total, parts, candidates } = terms;
  const { verdicts } = outcome;
  const isApplied = (i: number) => verdicts[i] === 'applied';
  const codeVerdicts = codesByCandidate(terms, outcome.codes ?? []);
  const discounts = candidates.flatMap(({ discount }, i) => (isApplied(i) ? [discount] : []));
  const { amounts, totalDiscount, totalAfter } = await applyDiscounts(total, discounts, parts);
  const applied = candidates.flatMap(({ promo_id, priority, stackable }, i) => {
    if (!isApplied(i)) return [];
    const code = codeVerdicts[i]?.find(({ verdict }) => verdict === 'counted')?.code;
    return [{ promo_id, priority, stackable, ...(code !== undefined && { code }) }];
  });
  return {
    applied: applied.map(({ promo_id, ...rest }, i) => {
      return { promo_id, discount: amounts[i]!, ...rest };
    }),
    total_before: total,
    total_discount: totalDiscount,
    total_after: totalAfter,
    refused: [
      ...candidates.flatMap(({ promo_id }, i): Refused[] => {
        const reason = verdicts[i]!;
        const codes = refusedCodes(codeVerdicts[i] ?? [], isApplied(i));
        // When all codes of a promotion are refused, the promotion itself is not mentioned.
        if (isApplied(i) || reason === 'code refused') return codes;
        return [{ promo_id, reason }, ...codes];
      }),
      ...terms.refused,
    ],
  };
}

interface JudgedCode {
  readonly code: string;
  readonly verdict: CodeVerdict;
}

function codesByCandidate({ candidates }: OrderTerms, verdicts: readonly CodeVerdict[]) {
  let next = 0;
  return candidates.map(({ codes }): readonly JudgedCode[] | undefined =>
    codes?.map((code) => ({ code, verdict: verdicts[next++]! })),
  );
}

function refusedCodes(codes: readonly JudgedCode[], isApplied: boolean): Refused[] {
  return codes.flatMap(({ code, verdict }) => {
    if (verdict === 'counted') return [];
    if (verdict !== 'not used') return [{ code, reason: verdict }];
    return isApplied ? [{ code, reason: 'another code used' }] : [];
  });
}
