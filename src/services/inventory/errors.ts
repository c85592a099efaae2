import { refusals } from '#kit/web/problem.ts';

export const refuse = refusals({
  UNKNOWN_RESERVATION: { status: 404, title: 'No such reservation' },
  INSUFFICIENT_STOCK: { status: 409, title: 'There is not enough stock' },
  EXTENSION_LIMIT: { status: 409, title: 'The reservation cannot be held for that long' },
  ORDER_MISMATCH: { status: 409, title: 'The order holds another reservation' },
  RESERVATION_EXPIRED: { status: 409, title: 'The reservation has expired' },
  RESERVATION_RELEASED: { status: 409, title: 'The reservation was released' },
  RESERVATION_CONFIRMED: { status: 409, title: 'The reservation is confirmed' },
  STOCK_BELOW_HELD: { status: 409, title: 'The quantity is below what is held' },
  STOCK_ABOVE_LIMIT: { status: 409, title: 'The stock would exceed its limit' },
  KEY_REUSED: { status: 422, title: 'The reference was used for another adjustment' },
});
