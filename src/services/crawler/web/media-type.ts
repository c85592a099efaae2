/**
 * The media type of several `Content-Type` headers, or of one that is a list: the last that is one,
 * as browsers take it (Fetch, "extract a MIME type"). Empty when none is.
 */
export function mediaTypeOf(values: readonly string[]): string {
  let last = { essence: '', charset: '' };
  for (const value of values.flatMap(splitList)) {
    const essence = /^[^\s;(]+/.exec(value)?.[0].toLowerCase() ?? '';
    if (!/^[^/]+\/[^/]+$/.test(essence) || essence === '*/*') continue;
    const given = charsetOf(value);
    const charset = given ?? (essence === last.essence ? last.charset : '');
    last = { essence, charset };
  }
  return last.charset === '' ? last.essence : `${last.essence}; charset=${last.charset}`;
}

/** Commas within quotation marks separate nothing. */
const splitList = (value: string) =>
  Array.from(value.matchAll(/(?:"[^"]*"|[^,"]|")+/g), ([member]) => member.trim());

const charsetOf = (value: string) => /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(value)?.[1];
