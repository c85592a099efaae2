/**
 * Prefixes with one mistake: all nodes whose terms begin with a prefix after one edit, that is one
 * character inserted, removed or replaced.
 *
 * The tree is followed along the prefix. At each place it tries every character that any term has
 * there, and then the rest of the prefix as it is: that costs one step for each of the characters, not
 * for each term (H. Shang, T. H. Merrett, "Tries for Approximate String Matching", IEEE TKDE 8, 1996).
 */
import { Branch, endOf, someTerm, type Node } from './branch.ts';
import type { Completions } from './completions.ts';
import { Term } from './ranking.ts';

/** The first two characters of a prefix must match, and a shorter one has no edits. */
const exactCharacters = 2;
/** Nodes that are visited between two breaths. */
const breathEvery = 256;

/** A position: the first `at` units of the terms of `node` match, beyond those of the branch above it. */
interface TermPosition {
  readonly node: Node;
  readonly at: number;
}

/**
 * Yields the nodes below which are the terms whose keys do not begin with `prefix` but with one edit
 * of it, from the third character on; some terms are below several of them. Yields undefined every
 * now and then, so that the caller may let others have their turn. The tree may change then: what
 * changes during the search may be found or not.
 *
 * @param prefix well-formed
 * @param accepts whether a character may stand for another, or be too much
 */
export function* nodesByEdit(
  { root }: Completions,
  prefix: string,
  accepts: (character: string) => boolean = () => true,
): Generator<Node | undefined> {
  const characters = Array.from(prefix);
  if (characters.length <= exactCharacters) return;
  let steps = 0;
  let from = characters.slice(0, exactCharacters).join('').length;
  let place = follow({ node: root, at: 0 }, prefix.slice(0, from), 0);
  for (const [i, character] of characters.entries()) {
    if (i < exactCharacters) continue;
    if (place === undefined) return;
    const after = from + character.length;
    // When equal characters stand side by side, it makes no difference which one is removed.
    const removed = characters[i + 1] === character ? undefined : follow(place, prefix, after);
    if (removed) yield* withoutPrefix(removed.node, prefix);
    // Before or instead of the last character, others make no difference: all terms that begin with
    // what stands before it are found already.
    if (after === prefix.length) return;
    for (const { next, found } of nextCharacters(place)) {
      if (++steps % breathEvery === 0) yield undefined;
      // Nor on which side of an equal one a character is inserted.
      const isRepeat = i > exactCharacters && next === characters[i - 1];
      const inserted = isRepeat ? undefined : follow(found, prefix, from);
      const replaced = next === character ? undefined : follow(found, prefix, after);
      if ((inserted ?? replaced) === undefined || !accepts(next)) continue;
      if (inserted) yield* withoutPrefix(inserted.node, prefix);
      if (replaced) yield* withoutPrefix(replaced.node, prefix);
    }
    place = follow(place, character, 0);
    from = after;
  }
}

/** Where the rest of a text, from this unit on, leads. */
function follow(start: TermPosition, text: string, from: number): TermPosition | undefined {
  let { node, at } = start;
  let end = endOf(node);
  let key = at < end && from < text.length ? someTerm(node).key : '';
  for (let i = from; i < text.length; i++, at++) {
    if (at < end) {
      if (key.charCodeAt(at) !== text.charCodeAt(i)) return undefined;
    } else {
      const child: Node | undefined =
        node instanceof Term ? undefined : node.children.get(text.charCodeAt(i));
      if (child === undefined) return undefined;
      node = child;
      ({ key } = someTerm(node));
      end = endOf(node);
    }
  }
  return { node, at };
}

/** Each character that any term has at this place, and where it leads. */
function* nextCharacters(place: TermPosition): Generator<{ next: string; found: TermPosition }> {
  for (const [unit, found] of nextUnits(place)) {
    if (isHighSurrogate(unit)) {
      for (const [low, second] of nextUnits(found)) {
        yield { next: String.fromCharCode(unit, low), found: second };
      }
    } else if (!isLowSurrogate(unit)) {
      yield { next: String.fromCharCode(unit), found };
    }
  }
}

function* nextUnits({ node, at }: TermPosition): Generator<[unit: number, found: TermPosition]> {
  if (at < endOf(node)) yield [someTerm(node).key.charCodeAt(at), { node, at: at + 1 }];
  else if (node instanceof Branch) {
    for (const [unit, child] of node.children) yield [unit, { node: child, at: at + 1 }];
  }
}

/** A character begins with one of these when it has two units. */
const isHighSurrogate = (unit: number) => (unit & 0xfc00) === 0xd800;
/** Where a character should begin, one of these ends what a key has of a prefix. */
const isLowSurrogate = (unit: number) => (unit & 0xfc00) === 0xdc00;

/** The parts of a node that do not begin with `prefix`. */
function* withoutPrefix(node: Node, prefix: string): Generator<Node | undefined> {
  const { key } = someTerm(node);
  const end = endOf(node);
  if (node instanceof Branch && end < prefix.length && prefix.startsWith(key.slice(0, end))) {
    let steps = 0;
    for (const part of node.parts()) {
      if (++steps % breathEvery === 0) yield undefined;
      yield* withoutPrefix(part, prefix);
    }
  } else if (!key.startsWith(prefix)) {
    yield node;
  }
}
