/** The changes in the stream, and how they change the indexes in memory. */
import type { Dictionaries } from '../../dictionaries/dictionaries.ts';
import type { Decay } from '../../dictionaries/decay.ts';
import type { Count } from '../../completions/ranking.ts';

export type Change =
  | ({ readonly kind: 'term'; readonly index: number; readonly term: string } & Count)
  | {
      readonly kind: 'blocked';
      readonly index: number;
      readonly term: string;
      readonly is: boolean;
    }
  | { readonly kind: 'half-life'; readonly index: number; readonly decay: Decay }
  | { readonly kind: 'made'; readonly index: number; readonly name: string }
  | { readonly kind: 'dropped'; readonly index: number };

/** An entry of the stream: see lua/lib.lua and the scripts that write it. */
export function readEntry(fields: readonly string[]): Change {
  const [kind, subject] = fields as [string, string];
  const number = (name: string) => Number(fields[fields.indexOf(name, 2) + 1]);
  const index = number('index');
  switch (kind) {
    case 'term':
      return { kind, index, term: subject, freq: number('freq'), halvings: number('halvings') };
    case 'blocked':
    case 'unblocked':
      return { kind: 'blocked', index, term: subject, is: kind === 'blocked' };
    case 'half-life': {
      const decay = { since: number('since'), halvings: number('halvings') };
      return { kind, index, decay: { halfLifeHours: Number(subject), ...decay } };
    }
    case 'made':
      return { kind, index, name: subject };
    case 'dropped':
      return { kind, index };
    default:
      throw new Error(`the stream of changes has an entry "${kind}"`);
  }
}

export function apply(dictionaries: Dictionaries, change: Change): void {
  if (change.kind === 'made') return void dictionaries.open(change.name, change.index);
  if (change.kind === 'dropped') return dictionaries.drop(change.index);
  // An index that was dropped in the meantime has nothing to change.
  const dictionary = dictionaries.byId(change.index);
  if (dictionary === undefined) return;
  if (change.kind === 'term') dictionary.set(change.term, change);
  else if (change.kind === 'blocked') dictionary.setBlocked(change.term, change.is);
  else dictionary.decay = change.decay;
}

/** The subject of a change: of two changes with the same subject, the later one counts. */
function subjectOf(change: Change): string {
  const term = 'term' in change ? change.term : '';
  return `${change.index} ${change.kind} ${term}`;
}

/**
 * Changes that this replica has made itself and knows before the stream brings them. Until then the
 * stream may bring earlier changes of the same thing, which must not undo them.
 */
export class OwnChanges {
  readonly #sequences = new Map<string, number>();
  #last = 0;

  add(change: Change, sequence: number): void {
    this.#sequences.set(subjectOf(change), sequence);
    this.#last = Math.max(this.#last, sequence);
  }

  /** Whether what the stream tells is older than what is known. */
  isOlder(change: Change, sequence: number): boolean {
    if (this.#sequences.size === 0) return false;
    if (sequence >= this.#last) {
      this.clear();
      return false;
    }
    const subject = subjectOf(change);
    const own = this.#sequences.get(subject);
    if (own === undefined) return false;
    if (own > sequence) return true;
    this.#sequences.delete(subject);
    return false;
  }

  clear(): void {
    this.#sequences.clear();
    this.#last = 0;
  }
}
