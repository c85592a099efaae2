import { refusals } from '#kit/web/problem.ts';

export const refuse = refusals({
  UNKNOWN_USER: { status: 404, title: 'No such user' },
  UNKNOWN_POST: { status: 404, title: 'No such post' },
});

export const unknownUser = (id: string) => refuse.UNKNOWN_USER(`there is no user "${id}"`);
