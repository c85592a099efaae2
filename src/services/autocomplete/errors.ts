import { refusals } from '#kit/web/problem.ts';

export const refuse = refusals({
  TOO_MANY_INDEXES: { status: 409, title: 'Too many indexes' },
});
