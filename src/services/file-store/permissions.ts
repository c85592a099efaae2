/** Who may do what. Nothing here reads a store. */

export const permissions = ['read', 'write'] as const;
export type Permission = (typeof permissions)[number];

/** A file or folder, as far as rights go. */
export interface Holder {
  readonly owner_id: string;
  readonly shared_with: Readonly<Record<string, Permission>>;
}

/** What a user is to a file or folder; each includes those before it. */
const standings = ['none', 'read', 'write', 'owner'] as const;
export type Standing = (typeof standings)[number];

/** What each operation asks for. */
const needed = {
  metadata: 'read',
  download: 'read',
  versions: 'read',
  children: 'read',
  update: 'write',
  createIn: 'write',
  delete: 'owner',
  share: 'owner',
} as const satisfies Record<string, Standing>;

export type Operation = keyof typeof needed;
export const operations = Object.keys(needed) as Operation[];

/**
 * @param item the file or folder itself
 * @param above the folders around it: shares of theirs hold for what is in them, and who owns one
 *   may write in it, but deleting and sharing stay with the item's own owner
 */
export function standingOf(user: string, item: Holder, above: readonly Holder[]): Standing {
  if (item.owner_id === user) return 'owner';
  const inherited = above.map((folder) => (folder.owner_id === user ? 'write' : granted(folder)));
  return [granted(item), ...inherited].reduce(higher, 'none');

  function granted({ shared_with }: Holder): Standing {
    return Object.hasOwn(shared_with, user) ? shared_with[user]! : 'none';
  }
}

function higher(one: Standing, other: Standing): Standing {
  return standings.indexOf(one) < standings.indexOf(other) ? other : one;
}

export function permits(standing: Standing, operation: Operation): boolean {
  return standings.indexOf(standing) >= standings.indexOf(needed[operation]);
}
