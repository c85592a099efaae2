/** What the parts of the file browser share: whose eyes it sees with, and where it is. */
import type { hawker } from '../../live/hawker.ts';
import { currentUser } from '../../live/token.ts';

export type Child = Awaited<ReturnType<typeof hawker.fileStore.listChildren>>['children'][number];

/** A folder on the way from the top level to the one that is shown. */
export interface Step {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
}

/** The owner of what is uploaded while no user is named. */
const nobody = 'console';

/** Returns the owner of what is made here: a user who is named, here or by the token, creates in that name only. */
export const ownerOf = (user: string, folder?: Step): string =>
  user || (currentUser() ?? folder?.owner ?? nobody);

/**
 * The header of a request in a user's name; of none, the caller is trusted. Browsers take bytes in
 * headers, and the service reads UTF-8.
 */
export function as(user: string): { 'x-user-id'?: string } {
  if (user === '') return {};
  return { 'x-user-id': String.fromCharCode(...new TextEncoder().encode(user)) };
}

/** The steps of an address, `?at=folder_1:Receipts:ann/folder_3:June:ann`; none for anything else. */
export function parseTrail(at: string): Step[] {
  return at.split('/').flatMap((step) => {
    const [id = '', ...texts] = step.split(':');
    const [name = id, owner = nobody] = texts.map(decode);
    return /^folder_\d+$/.test(id) ? [{ id, name, owner }] : [];
  });
}

export const writeTrail = (steps: readonly Step[]): string =>
  steps
    .map(({ id, name, owner }) => [id, ...[name, owner].map(encodeURIComponent)].join(':'))
    .join('/');

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
