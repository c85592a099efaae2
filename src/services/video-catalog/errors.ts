import { keyReused } from '#kit/web/idempotency-key.ts';
import { refusals } from '#kit/web/problem.ts';

export const refuse = refusals({
  VIDEO_NOT_FOUND: { status: 404, title: 'video not found' },
  KEY_REUSED: keyReused,
});
