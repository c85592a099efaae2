/** The nodes of the tree of prefixes: see completions.ts. */
import { precedes, Term } from './ranking.ts';

/** How many terms a branch keeps: answers up to that length are a copy. */
export const maxKept = 16;

export type Node = Branch | Term;

export class Branch {
  /** How many UTF-16 units all terms below share. */
  readonly end: number;
  /** The term that ends here. */
  own: Term | undefined;
  /** By the unit that comes next. */
  readonly children = new Map<number, Node>();
  /** The best terms below, best first; all of them when there are fewer than `maxKept`. */
  best: Term[];

  constructor(end: number, best: Term[]) {
    this.end = end;
    this.best = best;
  }

  /** The child below which a term belongs. */
  child(term: string): Node | undefined {
    return this.children.get(term.charCodeAt(this.end));
  }

  /** Adds a node, or puts it in the place of the child where its terms belong. */
  add(node: Node): void {
    const { term } = best(node);
    if (term.length === this.end) this.own = node as Term;
    else this.children.set(term.charCodeAt(this.end), node);
  }

  /** Moves a term that rose to its place among the best; false when it is not one of them. */
  promote(term: Term): boolean {
    const last = this.best[maxKept - 1];
    if (last !== undefined && precedes(last, term)) return false;
    let place = this.best.indexOf(term);
    if (place === -1) {
      // Not `push`, which makes room for 16 more in each of the many short lists.
      if (last === undefined) this.best = this.best.concat(term);
      place = this.best.length - 1;
    }
    const list = this.best;
    for (; place > 0 && precedes(term, list[place - 1]!); place--) list[place] = list[place - 1]!;
    list[place] = term;
    return true;
  }
}

/** The best term of a node. */
export const best = (node: Node): Term => (node instanceof Term ? node : node.best[0]!);

/** Puts a branch between a branch and its child. */
export function split(parent: Branch, child: Node, end: number): Branch {
  const between = new Branch(end, child instanceof Term ? [child] : child.best.slice());
  between.add(child);
  parent.add(between);
  return between;
}
