import { refusals } from '#kit/web/problem.ts';

export const refuse = refusals({
  TOO_MANY_INDEXES: { status: 409, title: 'There are too many indexes' },
});
