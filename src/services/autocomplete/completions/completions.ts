/**
 * All terms, and the best completions of any prefix at the cost of the answer's length, however
 * many terms match.
 *
 * A tree of prefixes whose branches keep their best terms. It compares only the unit at which
 * terms part and checks the rest once, at the end (D. R. Morrison, "PATRICIA – Practical Algorithm
 * To Retrieve Information Coded in Alphanumeric", JACM 15, 1968). Longer answers come from a
 * best-first search by the maxima of the branches (B.-J. Hsu, G. Ottaviano, "Space-Efficient Data
 * Structures for Top-k Completion", WWW 2013, section 4).
 *
 * The kept lists stay exact because frequencies only grow: when a term rises, no other two change
 * places, so a list changes by that one term moving up or in, and the last one moving out. A term
 * that is not among the best below a branch is not among the best below the branches above.
 *
 * It works on UTF-16 units. A branch may part the halves of a surrogate pair; no prefix that is
 * well-formed ends there, and `precedes` looks at whole terms.
 */
import TinyQueue from 'tinyqueue';
import { best, Branch, maxKept, split, type Node } from './branch.ts';
import { precedes, sharedLength, Term } from './ranking.ts';

export class Completions {
  readonly #root = new Branch(0, []);
  /** The branches on the way to a term; one array for all calls. */
  readonly #path: Branch[] = [];
  #size = 0;

  /** How many terms there are. */
  get size(): number {
    return this.#size;
  }

  /**
   * The first `limit` terms that begin with `prefix`, most frequent first, equals in the order of
   * code points. They are the terms themselves: use them before the next `raise`.
   *
   * @param prefix well-formed
   * @param limit from 0
   */
  best(prefix: string, limit: number): Readonly<Term>[] {
    const node = this.#find(prefix);
    if (node === undefined) return [];
    if (node instanceof Term) return [node].slice(0, limit);
    if (limit <= maxKept || node.best.length < maxKept) return node.best.slice(0, limit);
    return search(node, limit);
  }

  /** Gives a term this frequency (from 1), unless it has a higher one. */
  raise(term: string, freq: number): void {
    const found = this.#reach(term);
    if (found.freq >= freq) return;
    found.freq = freq;
    const path = this.#path;
    for (let i = path.length - 1; i >= 0; i--) {
      if (!path[i]!.promote(found)) return;
    }
  }

  /** The node below which are exactly the terms that begin with `prefix`. */
  #find(prefix: string): Node | undefined {
    let node: Node | undefined = this.#root;
    while (node instanceof Branch && node.end < prefix.length) node = node.child(prefix);
    if (node === undefined || node === this.#root) return node;
    return best(node).term.startsWith(prefix) ? node : undefined;
  }

  /** The term, added with frequency 0 if it is new; `#path` leads to it. */
  #reach(term: string): Term {
    const path = this.#path;
    path.length = 0;
    let node: Node = this.#root;
    while (node instanceof Branch) {
      path.push(node);
      if (node.end >= term.length) break;
      const child: Node | undefined = node.child(term);
      if (child === undefined) break;
      node = child;
    }
    const own = node instanceof Term ? node : node.own;
    if (own?.term === term) return own;
    const nearest = node === this.#root ? '' : best(node).term;
    return this.#insert(term, sharedLength(nearest, term));
  }

  /** @param shared how many units the term shares with those that are nearest to it */
  #insert(term: string, shared: number): Term {
    const path = this.#path;
    while (path.at(-1)!.end > shared) path.pop();
    const parent = path.at(-1)!;
    if (parent.end < shared) path.push(split(parent, parent.child(term)!, shared));
    const added = new Term(term, 0);
    path.at(-1)!.add(added);
    this.#size++;
    return added;
  }
}

/** A list of a branch's best terms that is given away one by one. */
interface Cursor {
  readonly node: Node;
  readonly list: readonly Term[];
  next: number;
}

/**
 * The best terms below a branch. When all that a branch kept are given away, its children take
 * its place, each from its first term after the last one given.
 */
function search(branch: Branch, limit: number): Term[] {
  const queue = new TinyQueue<Cursor>([{ node: branch, list: branch.best, next: 0 }], byNext);
  const found: Term[] = [];
  while (found.length < limit) {
    const cursor = queue.pop();
    if (cursor === undefined) break;
    const { node, list } = cursor;
    const term = list[cursor.next++]!;
    found.push(term);
    if (cursor.next < list.length) queue.push(cursor);
    else if (node instanceof Branch && list.length === maxKept) open(node, term, queue);
  }
  return found;
}

const byNext = (a: Cursor, b: Cursor) => (precedes(a.list[a.next]!, b.list[b.next]!) ? -1 : 1);

function open(branch: Branch, last: Term, queue: TinyQueue<Cursor>): void {
  const parts = branch.own ? [branch.own, ...branch.children.values()] : branch.children.values();
  for (const node of parts) {
    const list = node instanceof Term ? [node] : node.best;
    const next = list.findIndex((term) => precedes(last, term));
    if (next !== -1) queue.push({ node, list, next });
    else if (node instanceof Branch && list.length === maxKept) open(node, last, queue);
  }
}
