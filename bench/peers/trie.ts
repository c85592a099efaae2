/**
 * A plain trie, walked as the specification words it: every term below the prefix is collected,
 * sorted and cut. Siblings are linked, which is the smallest form it has in JavaScript.
 */
interface Letter {
  readonly unit: number;
  freq: number;
  child: Letter | undefined;
  readonly sibling: Letter | undefined;
}

export class PlainTrie {
  readonly #root: Letter = { unit: 0, freq: 0, child: undefined, sibling: undefined };

  raise(term: string, freq: number): void {
    let node = this.#root;
    for (let i = 0; i < term.length; i++) {
      const unit = term.charCodeAt(i);
      node = find(node, unit) ?? addTo(node, unit);
    }
    node.freq = freq;
  }

  best(prefix: string, limit: number): { term: string; freq: number }[] {
    let node: Letter | undefined = this.#root;
    for (let i = 0; i < prefix.length && node; i++) node = find(node, prefix.charCodeAt(i));
    const found: { term: string; freq: number }[] = [];
    if (node) collect(node, prefix, found);
    return found.sort((a, b) => b.freq - a.freq || (a.term < b.term ? -1 : 1)).slice(0, limit);
  }
}

function addTo(node: Letter, unit: number): Letter {
  node.child = { unit, freq: 0, child: undefined, sibling: node.child };
  return node.child;
}

function find(node: Letter, unit: number): Letter | undefined {
  let child = node.child;
  while (child && child.unit !== unit) child = child.sibling;
  return child;
}

function collect(node: Letter, term: string, found: { term: string; freq: number }[]): void {
  if (node.freq > 0) found.push({ term, freq: node.freq });
  for (let child = node.child; child; child = child.sibling) {
    collect(child, term + String.fromCharCode(child.unit), found);
  }
}
