/** Entity tags, and conditions on the value of a key (RFC 9110, 8.8.3 and 13.1). */
import { nanoid } from 'nanoid';
import { invalid } from '#kit/web/problem.ts';

/** Entity tags without their quotes; `*` names any value. */
export type Tags = '*' | readonly string[];

/** Each is undefined when it was not sent. */
export interface Condition {
  readonly ifMatch: Tags | undefined;
  readonly ifNoneMatch: Tags | undefined;
}

/** A value is answered in an envelope, or as its bytes alone. */
export type Form = 'envelope' | 'bytes';

/** Characters of a tag. */
export const tagLength = 16;
const tagPattern = /^([\w-]{16})(\.bytes)?$/;

/** The tag of one write, which no other write has: 96 random bits. */
export const newTag = (): string => nanoid(tagLength);

/**
 * The ETag of a value in one form. Each form has its own: a cache that holds one of them would show
 * it in place of the other (RFC 9110, 8.8.3.3).
 */
export const etagOf = (tag: string, form: Form): string =>
  form === 'bytes' ? `"${tag}.bytes"` : `"${tag}"`;

/** @param tag of the value of the key; undefined: it has none */
export function meets({ ifMatch, ifNoneMatch }: Condition, tag: string | undefined): boolean {
  const isMatched = ifMatch === undefined || names(ifMatch, tag);
  return isMatched && (ifNoneMatch === undefined || !names(ifNoneMatch, tag));
}

function names(tags: Tags, tag: string | undefined): boolean {
  return tag !== undefined && (tags === '*' || tags.includes(tag));
}

interface ConditionHeaders {
  readonly 'if-match'?: string | undefined;
  readonly 'if-none-match'?: string | undefined;
}

/**
 * Undefined without a condition.
 *
 * @param form the one that a GET asks for: then the tag of the other form is none in If-None-Match
 * @throws Refusal VALIDATION_FAILED naming the header
 */
export function readCondition(headers: ConditionHeaders, form?: Form): Condition | undefined {
  const ifMatch = readTags('if-match', headers['if-match']);
  const ifNoneMatch = readTags('if-none-match', headers['if-none-match'], form);
  if (ifMatch === undefined && ifNoneMatch === undefined) return undefined;
  return { ifMatch, ifNoneMatch };
}

/** A tag, if there is one before the comma or the end: a list may have empty elements. */
const element = /(?:(W\/)?"([!#-~\x80-\xff]*)"[ \t]*)?(?:,[ \t]*|$)/y;

function readTags(
  name: keyof ConditionHeaders,
  header: string | undefined,
  form?: Form,
): Tags | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (text === '*') return '*';
  const found: { readonly isWeak: boolean; readonly tag: string }[] = [];
  for (let at = 0; at < text.length; at = element.lastIndex) {
    element.lastIndex = at;
    const match = element.exec(text);
    if (match === null) throw malformed(name);
    const [, weak, tag] = match;
    if (tag !== undefined) found.push({ isWeak: weak !== undefined, tag });
  }
  if (found.length === 0) throw malformed(name);
  // If-Match compares strongly, If-None-Match weakly. A tag that is not one of ours names no value.
  const strong = found.filter(({ isWeak }) => !(isWeak && name === 'if-match'));
  return strong.flatMap(({ tag }) => {
    const [, write, bytes] = tagPattern.exec(tag) ?? [];
    const isOther = form !== undefined && (bytes === undefined) !== (form === 'envelope');
    return write === undefined || isOther ? [] : [write];
  });
}

const malformed = (name: string) => invalid(name, 'must be * or a list of entity tags in quotes');
