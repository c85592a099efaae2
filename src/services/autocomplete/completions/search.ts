/** Finds the terms of some nodes, best first; branches keep only a few of them. */
import TinyQueue from 'tinyqueue';
import type { Node } from './branch.ts';
import { precedes, Term } from './ranking.ts';

/** A list of a node's best terms that is given away one by one. */
interface Cursor {
  readonly node: Node;
  readonly list: readonly Term[];
  next: number;
}

const byNext = (a: Cursor, b: Cursor) => (precedes(a.list[a.next]!, b.list[b.next]!) ? -1 : 1);

/**
 * A best-first search. When all that a branch kept are given away, its parts take its place, each
 * from its first term after the last one given. Use it in one turn of the event loop once it has
 * given a term. A term below several of the nodes is given as often.
 */
export class Search {
  readonly #queue = new TinyQueue<Cursor>([], byNext);

  constructor(...nodes: Node[]) {
    for (const node of nodes) this.add(node);
  }

  add(node: Node): void {
    this.#addAfter(undefined, node);
  }

  next(): Term | undefined {
    const cursor = this.#queue.pop();
    if (cursor === undefined) return undefined;
    const { node, list } = cursor;
    const term = list[cursor.next++]!;
    if (cursor.next < list.length) this.#queue.push(cursor);
    else this.#open(term, node);
    return term;
  }

  /** The next terms, up to `limit`. */
  take(limit: number): Term[] {
    const found: Term[] = [];
    while (found.length < limit) {
      const term = this.next();
      if (term === undefined) break;
      found.push(term);
    }
    return found;
  }

  #addAfter(last: Term | undefined, node: Node): void {
    const list = node instanceof Term ? [node] : node.best;
    const next = last === undefined ? 0 : list.findIndex((term) => precedes(last, term));
    if (next !== -1 && next < list.length) this.#queue.push({ node, list, next });
    else this.#open(last, node);
  }

  #open(last: Term | undefined, node: Node): void {
    if (node instanceof Term || node.isWhole) return;
    for (const part of node.parts()) this.#addAfter(last, part);
  }
}
