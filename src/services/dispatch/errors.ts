import { refusals } from '#kit/problem.ts';

export const refuse = refusals({
  UNKNOWN_ORDER: { status: 404, title: 'No such order' },
  UNKNOWN_DRIVER: { status: 404, title: 'No such driver' },
  UNKNOWN_ASSIGNMENT: { status: 404, title: 'The driver has no such offer' },
  UNKNOWN_HUB: { status: 404, title: 'No such hub' },
  INVALID_TRANSITION: { status: 409, title: 'The state table has no such move' },
  OFFER_EXPIRED: { status: 409, title: 'The offer is over' },
  OFFER_REJECTED: { status: 409, title: 'The offer was rejected' },
  NOT_MANUAL: { status: 409, title: 'The order is not in the manual queue' },
  DRIVER_BUSY: { status: 409, title: 'The driver is not idle' },
  TOO_MANY_STREAMS: { status: 503, title: 'All event streams are taken' },
});
