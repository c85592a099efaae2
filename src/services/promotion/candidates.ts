/**
 * Finds the promotions that are candidates for a cart, and those of them that the cart meets. A
 * promotion that the request names, or for which it has a code, is refused with a reason if it is
 * not a candidate; the others are left out silently.
 */
import { TimeSlice } from '#kit/base/time-slice.ts';
import { byPriority, isActive, type Catalogue, type Promotion } from './catalogue.ts';
import { situationOf } from './conditions/evaluate.ts';
import { CartItems, type Matches } from './discounts/items.ts';
import type { Cart, Customer, DiscountTerms, Refused } from './schemas.ts';
import { codeKey, findTyped, type CodeStore } from './store/codes.ts';

/** A code of a request. */
export interface GivenCode {
  readonly key: string;
  /** As it was sent. */
  readonly text: string;
  /** It may have uses again by the time it is asked for one. */
  readonly isUsedUp: boolean;
}

/** The codes of a request. */
interface GivenCodes {
  /** By the promotion that they stand for. */
  readonly byPromotion: ReadonlyMap<string, readonly GivenCode[]>;
  readonly unknown: readonly Refused[];
}

export interface Met {
  readonly promotion: Promotion;
  readonly codes: readonly GivenCode[];
  /** It is a candidate only through a code. */
  readonly needsCode: boolean;
  /** The items to which its discount is limited, if it is. */
  readonly matches: Matches | undefined;
}

export interface Candidates {
  readonly items: CartItems;
  /** In order of priority. */
  readonly met: readonly Met[];
  readonly refused: readonly Refused[];
  /** Candidates that the cart does not meet, `refused` or not. */
  readonly unmet: readonly Promotion[];
}

export interface Asked {
  /** Undefined: all rules. */
  readonly names: readonly string[] | undefined;
  readonly codes: GivenCodes;
  readonly cart: Cart;
  readonly customer: Customer;
}

const none: readonly GivenCode[] = [];
const noCodes: GivenCodes = { byPromotion: new Map(), unknown: [] };

/** @throws Refusal STORE_UNAVAILABLE */
export async function findGivenCodes(
  catalogue: Catalogue,
  store: CodeStore,
  sent: readonly string[] = [],
): Promise<GivenCodes> {
  const texts = [...new Map(sent.map((text) => [codeKey(text), text])).values()];
  if (texts.length === 0) return noCodes;
  const found = await findTyped(store, texts);
  const byPromotion = new Map<string, GivenCode[]>();
  const unknown: Refused[] = [];
  for (const [i, text] of texts.entries()) {
    const { key, code } = found[i] ?? {};
    const promotion = code && catalogue.get(code.promoId);
    if (!key || !code || code.ended || promotion?.incarnation !== code.incarnation) {
      unknown.push({ code: text, reason: 'unknown code' });
      continue;
    }
    const given = { key, text, isUsedUp: code.uses >= code.usesPerCode };
    byPromotion.set(code.promoId, [...(byPromotion.get(code.promoId) ?? []), given]);
  }
  return { byPromotion, unknown };
}

/** @param now milliseconds since the epoch */
export async function findCandidates(
  catalogue: Catalogue,
  { names, codes: { byPromotion, unknown }, cart, customer }: Asked,
  now: number,
): Promise<Candidates> {
  const slice = new TimeSlice();
  const situation = situationOf(cart, customer, now);
  const items = new CartItems(cart);
  const named = new Set(names);
  const met: Met[] = [];
  const unmet: Promotion[] = [];
  const refused: Refused[] = [...unknown];
  const refuse = (promo_id: string, reason: string) => {
    if (named.has(promo_id) || byPromotion.has(promo_id)) refused.push({ promo_id, reason });
  };
  for (const promotion of promotionsOf(catalogue, names, byPromotion)) {
    // A thousand trees of a thousand nodes take a while.
    if (slice.isOver) await slice.next();
    const { promo_id, requires_code = false } = promotion.rule;
    const codes = byPromotion.get(promo_id) ?? none;
    if (!isActive(promotion, now)) {
      refuse(promo_id, 'not active');
    } else if (requires_code && codes.length === 0) {
      refuse(promo_id, 'code required');
    } else {
      const matches = promotion.selection && items.match(promotion.selection);
      if (promotion.isMet(situation) && (matches || !promotion.selection)) {
        const isThroughCode = names !== undefined && !named.has(promo_id);
        met.push({ promotion, codes, needsCode: requires_code || isThroughCode, matches });
      } else {
        refuse(promo_id, 'conditions not met');
        unmet.push(promotion);
      }
    }
  }
  return { items, met, refused, unmet };
}

/** In order of priority. Codes add theirs to those that were named. */
function promotionsOf(
  catalogue: Catalogue,
  names: readonly string[] | undefined,
  byPromotion: GivenCodes['byPromotion'],
): readonly Promotion[] {
  if (names === undefined) return catalogue.sorted;
  const ids = new Set([...names, ...byPromotion.keys()]);
  return [...ids].flatMap((id) => catalogue.get(id) ?? []).sort(byPriority);
}

/** The discounts of those that are met, and the groups of items that they are taken off. */
export async function discountTermsOf({ items, met }: Candidates) {
  const limited = met.flatMap(({ matches }) => matches ?? []);
  if (limited.length === 0) return { discounts: met.map(({ promotion }) => wholeTerms(promotion)) };
  const { parts, sets } = await items.group(limited, new TimeSlice());
  let next = 0;
  const discounts = met.map(({ promotion, matches }): DiscountTerms => {
    const terms = wholeTerms(promotion);
    return matches ? { ...terms, parts: sets[next++]! } : terms;
  });
  return { discounts, parts };
}

function wholeTerms({ rule }: Promotion): DiscountTerms {
  const { type, value, max_amount } = rule.discount;
  return { type, value, ...(max_amount !== undefined && { max_amount }) };
}
