import { refusals } from '#kit/web/problem.ts';

export const refuse = refusals({
  UNKNOWN_USER: { status: 404, title: 'No such user' },
  UNKNOWN_POST: { status: 404, title: 'No such post' },
  UNKNOWN_COMMENT: { status: 404, title: 'No such comment' },
  TOO_MANY_KINDS: { status: 409, title: 'The post has too many kinds of reactions' },
});

export const unknownUser = (id: string) => refuse.UNKNOWN_USER(`there is no user "${id}"`);

/** Refuses a step of the store that names a user or post that does not exist. */
export function refuseUnknown(
  outcome:
    | { readonly kind: 'unknown user'; readonly id: string }
    | { readonly kind: 'unknown post' },
): never {
  throw outcome.kind === 'unknown user' ? unknownUser(outcome.id) : refuse.UNKNOWN_POST();
}
