/** Folders and files in one another, as simply as can be. */
import type { Permission } from '../../../access/permissions.ts';
import { maxDepth } from '../../file-store.ts';

interface Node {
  parent: string;
  name: string;
  readonly owner: string;
  readonly shares: Map<string, Permission>;
  /** Texts, the latest last; none of a folder. */
  readonly versions: string[];
  /** Until when it can be restored; undefined: it is in the tree. */
  trashedUntil: number | undefined;
}

export const isFile = (id: string): boolean => id.startsWith('file');
const numberIn = (id: string) => Number(id.split('_')[1]);

export class TreeModel {
  readonly #nodes = new Map<string, Node>();
  now: number;

  constructor(now: number) {
    this.now = now;
  }

  all(): string[] {
    return [...this.#nodes.keys()];
  }

  get(id: string): Readonly<Node> {
    return this.#nodes.get(id)!;
  }

  pick(n: number): string | undefined {
    const all = this.all();
    return all[n % Math.max(all.length, 1)];
  }

  pickFolder(n: number): string | undefined {
    const folders = this.all().filter((id) => !isFile(id));
    return folders[n % Math.max(folders.length, 1)];
  }

  /** How many of a kind are in the tree. */
  count(type: 'file' | 'folder'): number {
    return this.all().filter((id) => isFile(id) === (type === 'file') && this.isLive(id)).length;
  }

  /** Folders first, then by name, then by number. */
  childrenOf(parent: string, visibleTo?: string): string[] {
    return [...this.#nodes]
      .filter(([, node]) => node.parent === parent && node.trashedUntil === undefined)
      .filter(
        ([, { owner, shares }]) =>
          visibleTo === undefined || owner === visibleTo || shares.has(visibleTo),
      )
      .toSorted(
        ([a, one], [b, other]) =>
          Number(isFile(a)) - Number(isFile(b)) ||
          (one.name < other.name ? -1 : one.name > other.name ? 1 : numberIn(a) - numberIn(b)),
      )
      .map(([id]) => id);
  }

  isLive(id: string): boolean {
    if (id === '') return true;
    const node = this.#nodes.get(id);
    return node !== undefined && node.trashedUntil === undefined && this.isLive(node.parent);
  }

  /** Whether it can be restored. */
  isTrashed(id: string): boolean {
    return (this.#nodes.get(id)?.trashedUntil ?? 0) > this.now;
  }

  /** Whether its bytes must be there: it is in the tree, or comes back with something. */
  isKept(id: string): boolean {
    if (id === '') return true;
    const { trashedUntil, parent } = this.get(id);
    return trashedUntil === undefined ? this.isKept(parent) : trashedUntil > this.now;
  }

  /** The folder and those around it, from the inside out. */
  lineage(folder: string): string[] {
    return folder === '' ? [] : [folder, ...this.lineage(this.get(folder).parent)];
  }

  #height(id: string): number {
    if (isFile(id)) return 0;
    return 1 + Math.max(0, ...this.childrenOf(id).map((child) => this.#height(child)));
  }

  mayMake(parent: string): true | 'unknown' | 'too deep' {
    if (!this.isLive(parent)) return 'unknown';
    return this.lineage(parent).length < maxDepth || 'too deep';
  }

  make(id: string, of: { parent_id: string; name: string; owner_id: string }, text?: string): void {
    this.#nodes.set(id, {
      parent: of.parent_id,
      name: of.name,
      owner: of.owner_id,
      shares: new Map(),
      versions: text === undefined ? [] : [text],
      trashedUntil: undefined,
    });
  }

  append(id: string, text: string): boolean {
    if (!this.isLive(id)) return false;
    this.get(id).versions.push(text);
    return true;
  }

  move(id: string, parent: string): true | 'unknown' | 'unknown parent' | 'cycle' | 'too deep' {
    if (!this.isLive(id)) return 'unknown';
    if (!this.isLive(parent)) return 'unknown parent';
    if (this.lineage(parent).includes(id)) return 'cycle';
    if (this.lineage(parent).length + this.#height(id) > maxDepth) return 'too deep';
    this.#nodes.get(id)!.parent = parent;
    return true;
  }

  rename(id: string, name: string): true | 'unknown' {
    if (!this.isLive(id)) return 'unknown';
    this.#nodes.get(id)!.name = name;
    return true;
  }

  share(id: string, user: string, permission: Permission | undefined): boolean {
    if (!this.isLive(id)) return false;
    const { shares } = this.get(id);
    if (permission === undefined) shares.delete(user);
    else shares.set(user, permission);
    return true;
  }

  remove(id: string, recursive: boolean, until: number): 'removed' | 'unknown' | 'not empty' {
    if (!this.isLive(id)) return 'unknown';
    if (!recursive && this.childrenOf(id).length > 0) return 'not empty';
    this.#nodes.get(id)!.trashedUntil = until;
    return 'removed';
  }

  /** Where it is then; undefined: it is not in the trash. */
  restore(id: string, wanted: string): string | undefined {
    if (!this.isTrashed(id)) return undefined;
    const node = this.#nodes.get(id)!;
    const isThere = this.isLive(wanted);
    const fits = isThere && this.lineage(wanted).length + this.#height(id) <= maxDepth;
    node.trashedUntil = undefined;
    return (node.parent = fits ? wanted : '');
  }

  discard(id: string): boolean {
    if (!this.isTrashed(id)) return false;
    this.#nodes.get(id)!.trashedUntil = 0;
    return true;
  }
}
