/** Whether one promotion applies to a cart, and why. It counts nothing. */
import { TimeSlice } from '#kit/time-slice.ts';
import type { Catalogue } from './catalogue.ts';
import { explain } from './conditions/explain.ts';
import { parseTree } from './conditions/parse-tree.ts';
import { unknownPromotion } from './errors.ts';
import { situationOf } from './conditions/evaluate.ts';
import type { ValidateBody } from './schemas.ts';

/** @throws Refusal UNKNOWN_PROMOTION */
export async function validate(catalogue: Catalogue, request: ValidateBody, now: number) {
  // A tree may hold as many strings as a body has room for.
  const slice = new TimeSlice();
  if (slice.isOver) await slice.next();
  const { promo_id, cart, customer } = request;
  const promotion = catalogue.get(promo_id);
  if (!promotion) throw unknownPromotion(promo_id);
  const { rule } = promotion;
  const { valid, conditionsMet, explanation } = explain(
    parseTree(rule.condition_tree),
    situationOf(cart, customer, now),
  );
  return {
    valid,
    conditions_met: conditionsMet,
    discount_summary: valid ? rule.discount : null,
    explanation,
  };
}
