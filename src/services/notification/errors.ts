import { keyReused } from '#kit/web/idempotency-key.ts';
import { refusals } from '#kit/web/problem.ts';

export const refuse = refusals({
  UNKNOWN_CHANNEL: { status: 400, title: 'unknown channel' },
  UNKNOWN_NOTIFICATION: { status: 404, title: 'No such notification' },
  REQUEST_IN_PROGRESS: {
    status: 409,
    title: 'The first request with this key has no result yet',
    headers: ['Retry-After'],
  },
  KEY_REUSED: keyReused,
  SENDERS_BUSY: {
    status: 503,
    title: 'Too many notifications wait for their sender',
    headers: ['Retry-After'],
  },
});
