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
 * When a term rises, no other two change places, so a list changes by that one term moving up or
 * in, and the last one moving out. A term that has enough others before it below a branch has them
 * below the branches above, too. A term that falls or goes leaves the lists; the terms after them are
 * looked for when somebody asks.
 *
 * It works on UTF-16 units. A branch may part the halves of a surrogate pair; no prefix that is
 * well-formed ends there, and `precedes` looks at whole terms.
 */
import { Branch, maxKept, someTerm, split, type Node } from './branch.ts';
import { KeyedTerm, lead, sharedLength, Term, type Count } from './ranking.ts';
import { Search } from './search.ts';

export class Completions {
  readonly root = new Branch(0, [], false);
  /** The branches on the way to a term; one array for all calls. */
  readonly #path: Branch[] = [];
  #size = 0;

  /** How many terms there are. */
  get size(): number {
    return this.#size;
  }

  /**
   * The first `limit` terms whose keys begin with `prefix`, most frequent first, equals in the order
   * of code points. They are the terms themselves: use them before the next change.
   *
   * @param prefix well-formed
   * @param limit from 0
   */
  best(prefix: string, limit: number): Readonly<Term>[] {
    const node = this.#find(prefix);
    if (node === undefined) return [];
    if (node instanceof Term) return [node].slice(0, limit);
    if (node.isShort && limit > node.best.length) {
      const found = new Search(node).take(maxKept);
      node.keep(found, false);
    }
    if (limit <= maxKept || node.isWhole) return node.best.slice(0, limit);
    return new Search(node).take(limit);
  }

  /** The term with this key: use it before the next change. */
  find(key: string): Readonly<Term> | undefined {
    return this.#reach(key);
  }

  /**
   * Gives a term this frequency; adds it if it is new.
   *
   * @param key well-formed, or with half a surrogate pair where no prefix ends; the same at each call
   */
  set(term: string, freq: number, halvings = 0, key = term): void {
    const found = this.#reach(key) ?? this.#insert(key, term);
    const path = this.#path;
    const change = lead(freq, halvings, found);
    if (change < 0) for (const branch of path) branch.demote(found);
    found.freq = freq;
    found.halvings = halvings;
    for (let i = path.length - 1; i >= 0; i--) {
      if (!path[i]!.promote(found)) return;
    }
  }

  /** Takes a term out and yields what it was; undefined when there is none. */
  remove(key: string): Count | undefined {
    const term = this.#reach(key);
    if (term === undefined) return undefined;
    const path = this.#path;
    for (const branch of path) branch.demote(term);
    const last = path.at(-1)!;
    if (last.own === term) last.own = undefined;
    else last.children.delete(key.charCodeAt(last.end));
    const [first, second] = last.parts();
    // A branch has two parts at least, so that there are fewer of them than terms.
    if (second === undefined && last !== this.root) path.at(-2)!.add(first!);
    this.#size--;
    return term;
  }

  /** The node below which are exactly the terms whose keys begin with `prefix`. */
  #find(prefix: string): Node | undefined {
    let node: Node | undefined = this.root;
    while (node instanceof Branch && node.end < prefix.length) node = node.child(prefix);
    if (node === undefined || node === this.root) return node;
    return someTerm(node).key.startsWith(prefix) ? node : undefined;
  }

  /** The term with this key, if there is one. `#path` leads to where it is, or belongs. */
  #reach(key: string): Term | undefined {
    const path = this.#path;
    path.length = 0;
    let node: Node = this.root;
    while (node instanceof Branch) {
      path.push(node);
      if (node.end >= key.length) break;
      const child: Node | undefined = node.child(key);
      if (child === undefined) break;
      node = child;
    }
    const own = node instanceof Term ? node : node.own;
    return own?.key === key ? own : undefined;
  }

  /** Adds a term with frequency 0 where `#path` leads. */
  #insert(key: string, term: string): Term {
    const path = this.#path;
    const last = path.at(-1)!;
    const nearest = last.end < key.length ? (last.child(key) ?? last) : last;
    const shared = nearest === this.root ? 0 : sharedLength(someTerm(nearest).key, key);
    while (path.at(-1)!.end > shared) path.pop();
    const parent = path.at(-1)!;
    if (parent.end < shared) path.push(split(parent, parent.child(key)!, shared));
    const added = key === term ? new Term(term, 0) : new KeyedTerm(key, term, 0);
    path.at(-1)!.add(added);
    this.#size++;
    return added;
  }
}
