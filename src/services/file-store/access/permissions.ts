/** Decides who may do what. Nothing here reads a store. */

export const permissions = ['read', 'write'] as const;
export type Permission = (typeof permissions)[number];

/** A file or folder, as far as permissions go. */
export interface Shareable {
  readonly owner_id: string;
  readonly shared_with: Readonly<Record<string, Permission>>;
}

/** Each includes those before it. */
const roles = ['none', 'read', 'write', 'owner'] as const;
export type Role = (typeof roles)[number];

/** The role that each operation needs. */
const neededRole = {
  metadata: 'read',
  download: 'read',
  versions: 'read',
  children: 'read',
  update: 'write',
  move: 'write',
  createIn: 'write',
  delete: 'owner',
  share: 'owner',
} as const satisfies Record<string, Role>;

export type Operation = keyof typeof neededRole;
export const operations = Object.keys(neededRole) as Operation[];

/**
 * The role of a user for a file or folder.
 *
 * @param item the file or folder itself
 * @param above the folders around it: their shares hold for what is in them, and the owner of one may
 *   write in it, but deleting and sharing stay with the item's own owner
 */
export function roleOf(user: string, item: Shareable, above: readonly Shareable[]): Role {
  if (item.owner_id === user) return 'owner';
  const inherited = above.map((folder) => (folder.owner_id === user ? 'write' : granted(folder)));
  return [granted(item), ...inherited].reduce(higher, 'none');

  function granted({ shared_with }: Shareable): Role {
    return Object.hasOwn(shared_with, user) ? shared_with[user]! : 'none';
  }
}

function higher(one: Role, other: Role): Role {
  return roles.indexOf(one) < roles.indexOf(other) ? other : one;
}

export function permits(role: Role, operation: Operation): boolean {
  return roles.indexOf(role) >= roles.indexOf(neededRole[operation]);
}

/**
 * Whether a user may write a version of a file.
 *
 * @param above the folders around it, from the inside out
 */
export const mayUpdate = (user: string, file: Shareable, above: readonly Shareable[]): boolean =>
  permits(roleOf(user, file, above), 'update');

/**
 * Whether a user may put something into a folder; anybody may at the top level.
 *
 * @param path the folder and those around it, from the inside out
 */
export const mayCreateIn = (user: string, [folder, ...above]: readonly Shareable[]): boolean =>
  folder === undefined || permits(roleOf(user, folder, above), 'createIn');
