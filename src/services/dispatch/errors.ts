import { refusals } from '#kit/web/problem.ts';

export const refuse = refusals({
  UNKNOWN_ORDER: { status: 404, title: 'No such order' },
  UNKNOWN_DRIVER: { status: 404, title: 'No such driver' },
  UNKNOWN_ASSIGNMENT: { status: 404, title: 'The driver has no such offer' },
  UNKNOWN_HUB: { status: 404, title: 'No such hub' },
  UNKNOWN_BATCH: { status: 404, title: 'No such batch' },
  INVALID_TRANSITION: { status: 409, title: 'This move is not allowed' },
  OFFER_EXPIRED: { status: 409, title: 'The offer has expired' },
  ORDER_CANCELLED: { status: 409, title: 'The order has been cancelled' },
  OFFER_REJECTED: { status: 409, title: 'The driver has rejected this offer' },
  NOT_MANUAL: { status: 409, title: 'The order is not in the manual queue' },
  DRIVER_BUSY: { status: 409, title: 'The driver is not idle' },
  HUBS_UNAVAILABLE: { status: 503, title: 'The hubs are not known yet' },
});
