/** Folders and files in one another, as simply as can be, for laws.ts. */
import { maxDepth } from '../store.ts';

interface Node {
  parent: string;
  state: 'placed' | 'trashed' | 'forgotten';
}

export class TreeModel {
  readonly #nodes = new Map<string, Node>();

  all(): string[] {
    return [...this.#nodes.keys()];
  }

  pick(n: number): string | undefined {
    const all = this.all();
    return all[n % Math.max(all.length, 1)];
  }

  pickFolder(n: number): string | undefined {
    const folders = this.all().filter((id) => id.startsWith('folder'));
    return folders[n % Math.max(folders.length, 1)];
  }

  parentOf(id: string): string {
    return this.#nodes.get(id)!.parent;
  }

  childrenOf(id: string): string[] {
    const isIn = ([, { parent, state }]: [string, Node]) => parent === id && state === 'placed';
    return [...this.#nodes]
      .filter(isIn)
      .map(([child]) => child)
      .toSorted();
  }

  isLive(id: string): boolean {
    if (id === '') return true;
    const node = this.#nodes.get(id);
    return node?.state === 'placed' && this.isLive(node.parent);
  }

  isTrashed(id: string): boolean {
    return this.#nodes.get(id)?.state === 'trashed';
  }

  #depth(id: string): number {
    return id === '' ? 0 : 1 + this.#depth(this.parentOf(id));
  }

  #height(id: string): number {
    if (id.startsWith('file')) return 0;
    return 1 + Math.max(0, ...this.childrenOf(id).map((child) => this.#height(child)));
  }

  #isIn(id: string, outer: string): boolean {
    return id === outer || (id !== '' && this.#isIn(this.parentOf(id), outer));
  }

  mayMake(parent: string): true | 'unknown' | 'too deep' {
    if (!this.isLive(parent)) return 'unknown';
    return this.#depth(parent) < maxDepth || 'too deep';
  }

  make(id: string, parent: string): void {
    this.#nodes.set(id, { parent, state: 'placed' });
  }

  move(id: string, parent: string): true | 'unknown' | 'unknown parent' | 'cycle' | 'too deep' {
    if (!this.isLive(id)) return 'unknown';
    if (!this.isLive(parent)) return 'unknown parent';
    if (this.#isIn(parent, id)) return 'cycle';
    if (this.#depth(parent) + this.#height(id) > maxDepth) return 'too deep';
    this.#nodes.get(id)!.parent = parent;
    return true;
  }

  remove(id: string, recursive: boolean): 'removed' | 'unknown' | 'not empty' {
    if (!this.isLive(id)) return 'unknown';
    if (!recursive && this.childrenOf(id).length > 0) return 'not empty';
    this.#nodes.get(id)!.state = 'trashed';
    return 'removed';
  }

  placeBefore(id: string): string | undefined {
    return this.isTrashed(id) ? this.parentOf(id) : undefined;
  }

  /** Where it is then; undefined: it is not in the trash. */
  restore(id: string): string | undefined {
    if (!this.isTrashed(id)) return undefined;
    const node = this.#nodes.get(id)!;
    const fits =
      this.isLive(node.parent) && this.#depth(node.parent) + this.#height(id) <= maxDepth;
    node.state = 'placed';
    return (node.parent = fits ? node.parent : '');
  }

  discard(id: string): boolean {
    if (!this.isTrashed(id)) return false;
    this.#nodes.get(id)!.state = 'forgotten';
    return true;
  }
}
