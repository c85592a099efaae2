import { refusals } from '#kit/web/problem.ts';

export const refuse = refusals({
  INVALID_COORDINATES: { status: 400, title: 'The coordinates are not valid' },
  INVALID_COVERAGE: { status: 400, title: 'The area of the hub is not valid' },
  UNKNOWN_HUB: { status: 404, title: 'No such hub' },
});
