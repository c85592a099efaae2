/** The keys of a node in the order of their bytes, for lists. */
import sortedBtree from 'sorted-btree';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { compareBytes } from '../../keys/byte-order.ts';

const { default: BTree } = sortedBtree;

/**
 * Keys in order. They are sorted when a list is first asked for, in slices of time, and kept sorted
 * from then on: a client that never lists pays nothing for it.
 */
export class OrderedKeys {
  #tree: InstanceType<typeof BTree<string, undefined>> | undefined;
  #ordered: Promise<void> | undefined;

  add(key: string): void {
    this.#tree?.set(key, undefined);
  }

  delete(key: string): void {
    this.#tree?.delete(key);
  }

  /**
   * Resolves when all keys are in order.
   *
   * @param all yields the keys as they are when it is asked for the next one; those that it has
   *   yielded, or is yet to yield, may be added and deleted during that
   */
  order(all: Iterable<string>): Promise<void> {
    return (this.#ordered ??= this.#order(all));
  }

  async #order(all: Iterable<string>): Promise<void> {
    const slice = new TimeSlice();
    const tree = (this.#tree = new BTree<string, undefined>(undefined, compareBytes));
    for (const key of all) {
      tree.set(key, undefined);
      if (slice.isOver) await slice.next();
    }
  }

  /** Once they are in order: those that are not before `first`. */
  from(first: string): Iterable<string> {
    return this.#tree!.keys(first);
  }
}
