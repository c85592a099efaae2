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
  /** Terms have left `best`, and the ones that would follow have not been searched for. */
  isShort: boolean;

  constructor(end: number, best: Term[], isShort: boolean) {
    this.end = end;
    this.best = best;
    this.isShort = isShort;
  }

  /** Whether `best` has all terms below. */
  get isWhole(): boolean {
    return this.best.length < maxKept && !this.isShort;
  }

  /** The term and the nodes directly below. */
  *parts(): Generator<Node, undefined> {
    if (this.own) yield this.own;
    yield* this.children.values();
  }

  /** The child below which a term belongs. */
  child(key: string): Node | undefined {
    return this.children.get(key.charCodeAt(this.end));
  }

  /** Adds a node, or replaces the child where its terms belong. */
  add(node: Node): void {
    const { key } = someTerm(node);
    if (key.length === this.end) this.own = node as Term;
    else this.children.set(key.charCodeAt(this.end), node);
  }

  /** Moves a term that rose to its place among the best; false when `maxKept` others precede it. */
  promote(term: Term): boolean {
    const last = this.best.at(-1);
    const isFull = this.best.length === maxKept;
    if (isFull && precedes(last!, term)) return false;
    let place = this.best.indexOf(term);
    if (place === -1) {
      // Terms that a short list lacks may precede this one.
      if (this.isShort && (last === undefined || precedes(last, term))) return true;
      // Not `push`, which makes room for 16 more in each of the many short lists.
      if (!isFull) this.keep(this.best.concat(term));
      place = this.best.length - 1;
    }
    const list = this.best;
    for (; place > 0 && precedes(term, list[place - 1]!); place--) list[place] = list[place - 1]!;
    list[place] = term;
    return true;
  }

  /** Takes a term out of the best. */
  demote(term: Term): void {
    const place = this.best.indexOf(term);
    if (place === -1) return;
    this.isShort ||= this.best.length === maxKept;
    this.best.splice(place, 1);
  }

  /** @param best the best terms below, up to `maxKept`, or those known of a short list */
  keep(best: Term[], isShort = this.isShort): void {
    this.best = best;
    this.isShort = isShort && best.length < maxKept;
  }
}

/** One of the terms of a node: the best one, where that is known. */
export function someTerm(node: Node): Term {
  let at = node;
  while (at instanceof Branch) at = at.best[0] ?? at.parts().next().value!;
  return at;
}

/** How many UTF-16 units all terms of a node share. */
export const endOf = (node: Node): number => (node instanceof Term ? node.key.length : node.end);

/** Puts a branch between a branch and its child. */
export function split(parent: Branch, child: Node, end: number): Branch {
  const between =
    child instanceof Term
      ? new Branch(end, [child], false)
      : new Branch(end, child.best.slice(), child.isShort);
  between.add(child);
  parent.add(between);
  return between;
}
