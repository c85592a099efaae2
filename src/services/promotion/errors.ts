import { refusals, type Refusal } from '#kit/base/refusal.ts';

export const refuse = refusals({
  INVALID_TREE: { status: 400, title: 'The condition tree is not valid' },
  UNKNOWN_PROMOTION: { status: 404, title: 'No such promotion' },
  PROMOTION_EXISTS: { status: 409, title: 'The promotion already exists' },
  UNKNOWN_CODE: { status: 404, title: 'No such code' },
  CODE_TAKEN: { status: 409, title: 'The code already exists' },
  TOO_MANY_CANDIDATES: { status: 400, title: 'Too many promotions could apply' },
  UNKNOWN_ORDER: { status: 404, title: 'No such order' },
  ORDER_CANCELLED: { status: 409, title: 'The order was cancelled' },
  ORDER_MISMATCH: { status: 409, title: 'The order got its promotions from a different request' },
});

export function unknownPromotion(promoId: string): Refusal {
  return refuse.UNKNOWN_PROMOTION(`there is no promotion ${promoId}`);
}
