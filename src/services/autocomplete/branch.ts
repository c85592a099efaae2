/** The nodes of the tree of prefixes, and what keeps their lists exact: see completions.ts. */
import { precedes, Term } from './ranking.ts';

/** How many terms a branch keeps: answers up to that length are a copy. */
export const kept = 16;

/** From so many children on, copying them with each new one costs more than a map. */
const wide = 256;

export type Node = Branch | Term;

export class Branch {
  /** How many units all terms below share. */
  readonly end: number;
  /** The term that ends here. */
  own: Term | undefined;
  /** For each child, the unit that comes next. */
  units = '';
  children: readonly Node[] = [];
  /** Places of the children by unit, where there are very many. */
  #places: Map<number, number> | undefined;
  /** The best terms below, best first; all of them when there are fewer than `kept`. */
  best: Term[];

  constructor(end: number, best: Term[]) {
    this.end = end;
    this.best = best;
  }

  child(term: string): number {
    const { units } = this;
    const unit = term.charCodeAt(this.end);
    if (this.#places !== undefined) return this.#places.get(unit) ?? -1;
    // Faster than the library for the few that most branches have.
    if (units.length > 32) return units.indexOf(term[this.end]!);
    for (let i = 0; i < units.length; i++) if (units.charCodeAt(i) === unit) return i;
    return -1;
  }

  add(node: Node): void {
    const { term } = top(node);
    if (term.length === this.end) {
      this.own = node as Term;
      return;
    }
    const unit = term.charCodeAt(this.end);
    if (this.#places !== undefined) {
      this.#places.set(unit, this.children.length);
      (this.children as Node[]).push(node);
      return;
    }
    this.units += term[this.end]!;
    // Not `push`, which makes room for 16 more.
    this.children = this.children.concat(node);
    if (this.children.length === wide) {
      this.#places = new Map(Array.from(this.units, (_, i) => [this.units.charCodeAt(i), i]));
      this.units = '';
    }
  }

  /** Puts a node in the place of a child. */
  replace(index: number, node: Node): void {
    if (this.#places === undefined) this.children = this.children.with(index, node);
    else (this.children as Node[])[index] = node;
  }
}

/** The best term of a node. */
export const top = (node: Node): Term => (node instanceof Term ? node : node.best[0]!);

/** Puts a branch between a branch and its child. */
export function split(parent: Branch, index: number, end: number): Branch {
  const child = parent.children[index]!;
  const between = new Branch(end, child instanceof Term ? [child] : child.best.slice());
  between.add(child);
  parent.replace(index, between);
  return between;
}

/** Moves a term that rose to its place among the best; false when it is not one of them. */
export function promote(branch: Branch, term: Term): boolean {
  const { best } = branch;
  const last = best[kept - 1];
  if (last !== undefined && precedes(last, term)) return false;
  let place = best.indexOf(term);
  if (place === -1) {
    if (last === undefined) branch.best = best.concat(term);
    place = Math.min(best.length, kept - 1);
  }
  const list = branch.best;
  for (; place > 0 && precedes(term, list[place - 1]!); place--) list[place] = list[place - 1]!;
  list[place] = term;
  return true;
}
