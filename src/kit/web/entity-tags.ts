/**
 * Returns whether a list of entity tags, or `*`, has one of these tags (RFC 9110, 13.1).
 *
 * @param tags without their quotes
 * @param comparison weak tags count in `If-None-Match` only (RFC 9110, 8.8.3.2)
 */
export function hasTag(
  header: string,
  tags: readonly string[],
  comparison: 'weak' | 'strong',
): boolean {
  if (header.trim() === '*') return true;
  return [...header.matchAll(/(W\/)?"([^"]*)"/g)].some(
    ([, weak, tag]) => (comparison === 'weak' || weak === undefined) && tags.includes(tag!),
  );
}
