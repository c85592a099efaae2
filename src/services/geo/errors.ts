import { refusals } from '#kit/web/problem.ts';

export const refuse = refusals({
  INVALID_COORDINATES: { status: 400, title: 'The coordinates are not valid' },
  UNKNOWN_HUB: { status: 404, title: 'No such hub' },
});
