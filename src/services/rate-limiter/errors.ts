import { refusals } from '#kit/web/problem.ts';

export const refuse = refusals({
  RATE_LIMITED: {
    status: 429,
    title: 'Too many requests',
    headers: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  },
});
