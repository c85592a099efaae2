import { refusals } from '#kit/web/problem.ts';

export const refuse = refusals({
  UNKNOWN_SLOT: { status: 400, title: 'The product has no such time slot' },
  AMBIGUOUS_PRODUCT: { status: 400, title: 'The user is waiting for several products' },
  ATTESTATION_REFUSED: { status: 401, title: 'The attestation is not valid' },
  VOUCHER_REQUIRED: { status: 403, title: 'A voucher is required' },
  UNKNOWN_PRODUCT: { status: 404, title: 'No stock has been loaded for the product' },
  UNKNOWN_RESERVATION: { status: 404, title: 'No such reservation' },
  NOT_QUEUED: { status: 404, title: 'The user is not in the waiting room' },
  NOT_ENTERED: { status: 404, title: 'The user did not enter the lottery' },
  UNKNOWN_LOTTERY_TOKEN: { status: 404, title: 'No such lottery token' },
  SOLD_OUT: { status: 409, title: 'Sold out' },
  LOTTERY_ONLY: { status: 409, title: 'The product is sold by lottery' },
  SALE_NOT_OPEN: { status: 409, title: 'The sale has not begun' },
  SALE_OVER: { status: 409, title: 'The sale is over' },
  PURCHASE_LIMIT_REACHED: { status: 409, title: 'The user may not buy that many units' },
  ALREADY_LOADED: { status: 409, title: 'Stock is already loaded' },
  RESERVATION_CONFIRMED: { status: 409, title: 'The reservation is confirmed' },
  RESERVATION_RELEASED: { status: 409, title: 'The reservation was released' },
  RESERVATION_EXPIRED: { status: 409, title: 'The hold has expired' },
  WRONG_FLOW: { status: 409, title: 'The product is not sold in this way' },
  NO_VOUCHER_LEFT: { status: 409, title: 'All vouchers have been claimed' },
  ALREADY_ENTERED: { status: 409, title: 'This user or device has already entered' },
  ENROLMENT_CLOSED: { status: 409, title: 'Enrolment is over' },
  WRONG_ROUND: { status: 409, title: 'This round cannot be drawn' },
  INSUFFICIENT_STOCK: { status: 409, title: 'There are more winners than units in stock' },
  LOTTERY_TOKEN_EXPIRED: { status: 409, title: 'The lottery token has expired' },
  RATE_LIMITED: {
    status: 429,
    title: 'Too many requests from this device',
    headers: ['Retry-After'],
  },
  SALE_PAUSED: {
    status: 503,
    title: 'The sale is paused',
    headers: ['Retry-After'],
    isIntended: true,
  },
  NO_FREE_SLOT: {
    status: 503,
    title: 'All checkout slots are taken',
    headers: ['Retry-After'],
    isIntended: true,
  },
});

/** Headers of a refusal that lasts until an operator ends it. */
export const retryLater = { headers: { 'retry-after': '5' } };

/** Headers of a refusal that ends by itself within a second. */
export const retrySoon = { headers: { 'retry-after': '1' } };
