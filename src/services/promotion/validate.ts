/** Whether one promotion applies to a cart, and why. It counts nothing. */
import { TimeSlice } from '#kit/base/time-slice.ts';
import { findCandidates, findGivenCodes, type GivenCode } from './candidates.ts';
import type { Catalogue } from './catalogue.ts';
import { explain } from './conditions/explain.ts';
import { parseTree } from './conditions/parse-tree.ts';
import { unknownPromotion } from './errors.ts';
import { situationOf } from './conditions/evaluate.ts';
import type { Refused, ValidateBody } from './schemas.ts';
import type { CodeStore } from './store/codes.ts';

/** @throws Refusal UNKNOWN_PROMOTION; with codes also STORE_UNAVAILABLE */
export async function validate(
  { catalogue, codes: store }: { catalogue: Catalogue; codes: CodeStore },
  request: ValidateBody,
  now: number,
) {
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
  const given = await findGivenCodes(catalogue, store, request.codes);
  // The codes of other promotions are not asked about.
  const own = given.byPromotion.get(promo_id) ?? [];
  const byPromotion = new Map(own.length > 0 ? [[promo_id, own]] : []);
  const codes = { byPromotion, unknown: given.unknown };
  const { met, refused } = await findCandidates(
    catalogue,
    { names: [promo_id], codes, cart, customer },
    now,
  );
  const isValid = met.some(({ codes, needsCode }) => !needsCode || codes.some(isUsable));
  const told = [...refused.filter((one) => valid || !isUnmet(one)), ...usedUp(own)];
  return {
    valid: isValid,
    conditions_met: conditionsMet,
    discount_summary: isValid ? rule.discount : null,
    explanation,
    ...(told.length > 0 && { refused: told }),
  };
}

const isUsable = ({ isUsedUp }: GivenCode) => !isUsedUp;
/** The explanation tells it, unless the tree holds and no item matches. */
const isUnmet = ({ reason }: Refused) => reason === 'conditions not met';

/** Codes that have no use left at present. */
export function usedUp(codes: readonly GivenCode[]): Refused[] {
  return codes.flatMap(({ text, isUsedUp }) =>
    isUsedUp ? [{ code: text, reason: 'code used up' }] : [],
  );
}
