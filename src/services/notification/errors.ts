import { keyReused } from '#kit/web/idempotency-key.ts';
import { refusals } from '#kit/web/problem.ts';

export const refuse = refusals({
  UNKNOWN_CHANNEL: { status: 400, title: 'unknown channel' },
  UNKNOWN_NOTIFICATION: { status: 404, title: 'No such notification' },
  UNKNOWN_BATCH: { status: 404, title: 'No such batch' },
  REQUEST_IN_PROGRESS: {
    status: 409,
    title: 'The first request with this key has no result yet',
    headers: ['Retry-After'],
  },
  DIGEST_FULL: { status: 409, title: 'The digest is full' },
  ALREADY_OUT: { status: 409, title: 'The notification can no longer be cancelled' },
  KEY_REUSED: keyReused,
  SENDERS_BUSY: {
    status: 503,
    title: 'Too many notifications are waiting for their sender',
    headers: ['Retry-After'],
  },
});
