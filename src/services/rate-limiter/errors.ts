import { refusals, type Refusal } from '#kit/base/refusal.ts';

export const refuse = refusals({
  RATE_LIMITED: {
    status: 429,
    title: 'Too many requests',
    headers: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  },
  UNKNOWN_POLICY: { status: 404, title: 'No such policy' },
  UNKNOWN_OVERRIDE: { status: 404, title: 'No such override' },
  TOO_MANY_POLICIES: { status: 409, title: 'Too many policies' },
  TOO_MANY_OVERRIDES: { status: 409, title: 'Too many overrides' },
});

export function unknownPolicy(name: string): Refusal {
  return refuse.UNKNOWN_POLICY(`there is no policy ${name}`);
}
