import { refusals } from '#kit/web/problem.ts';

export const refuse = refusals({
  INVALID_URL: { status: 400, title: 'The URL cannot be shortened' },
  UNKNOWN_CODE: { status: 404, title: 'No such code' },
  ALIAS_TAKEN: { status: 409, title: 'The alias is taken' },
  LINK_DISABLED: { status: 410, title: 'The link is disabled' },
  LINK_EXPIRED: { status: 410, title: 'The link has expired' },
  LINK_USED_UP: { status: 410, title: 'The link is used up' },
  PREFETCH_REFUSED: {
    status: 503,
    title: 'A link with max_clicks cannot be prefetched',
    isIntended: true,
  },
  CODE_SPACE_BUSY: { status: 503, title: 'No free code was found' },
});

/** @param message what is wrong with the URL; it follows the word `url` in the detail */
export function invalidUrl(message: string) {
  return refuse.INVALID_URL(`url ${message}`, { members: { errors: [{ path: 'url', message }] } });
}
