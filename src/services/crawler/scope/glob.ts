/**
 * Globs over URLs: `*` stands for any characters but `/`, `**` for any characters, and everything
 * else for itself. Libraries of globs (picomatch, minimatch) mean more by `?`, `[`, `{` and `.`.
 *
 * A glob is a list of chunks between its `**`, each a list of literals between its `*`. Everything is
 * put where it first fits, so that there is nothing to try again:
 * - Within a chunk a literal that is put further to the right, in the same segment, leaves less room
 *   for what follows, and never more.
 * - A chunk that begins further to the left, in the same segment, ends no later. So when it cannot go
 *   on from where it first begins, no other beginning in that segment helps.
 * A glob takes the time of its length times that of the URL at most.
 */
import { normalizeEscapes } from '../web/url.ts';

export interface Glob {
  /** The literals of each chunk. */
  readonly chunks: readonly (readonly string[])[];
}

/** @param pattern what a URL would have percent-encoded may stand in it as it is */
export function parseGlob(pattern: string): Glob {
  const escaped = pattern.replace(/[^\x21-\x7e]+/g, (text) => encodeURI(text));
  const chunks = normalizeEscapes(escaped).split(/\*{2,}/);
  return { chunks: chunks.map((chunk) => chunk.split('*')) };
}

/** Whether the glob matches all of the text. */
export function matchesGlob({ chunks }: Glob, text: string): boolean {
  const last = chunks.length - 1;
  let at = fit(chunks[0]!, text, 0, last === 0);
  for (let i = 1; i <= last && at >= 0; i++) at = findChunk(chunks[i]!, text, at, i === last);
  return at >= 0;
}

/**
 * Where the first place that a chunk fits in ends; -1 when there is none.
 *
 * @param from the chunk begins there or later
 * @param isLast it ends with the text
 */
function findChunk(literals: readonly string[], text: string, from: number, isLast: boolean) {
  const first = literals[0]!;
  if (literals.length === 1 && isLast) {
    return text.length - first.length >= from && text.endsWith(first) ? text.length : -1;
  }
  for (let begin = text.indexOf(first, from); begin >= 0;) {
    const end = fit(literals, text, begin, isLast);
    if (end >= 0) return end;
    const segment = text.indexOf('/', begin);
    if (segment < 0) return -1;
    // A chunk that begins with a slash has been tried at this one.
    begin = text.indexOf(first, segment + 1);
  }
  return -1;
}

/** Where a chunk ends that begins at `begin`; -1 when it does not fit there. */
function fit(literals: readonly string[], text: string, begin: number, isLast: boolean): number {
  if (!text.startsWith(literals[0]!, begin)) return -1;
  let at = begin + literals[0]!.length;
  const last = literals.length - 1;
  for (let i = 1; i <= last; i++) {
    const literal = literals[i]!;
    const slash = text.indexOf('/', at);
    const segmentEnd = slash < 0 ? text.length : slash;
    if (i === last && isLast) {
      const start = text.length - literal.length;
      return start >= at && start <= segmentEnd && text.endsWith(literal) ? text.length : -1;
    }
    // Only as far as `*` reaches: the rest of the text may be long.
    const found = text.slice(at, segmentEnd + literal.length).indexOf(literal);
    if (found < 0) return -1;
    at += found + literal.length;
  }
  return isLast && at < text.length ? -1 : at;
}
