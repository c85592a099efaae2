/** The charset that a page declares, once the page is kept in another one. */
import type { DecodedPage } from '../web/charset.ts';

/** Where declarations stand: browsers read them within the head. Characters. */
const maxHead = 64 * 1024;

/** Comments, and elements whose content is text, are passed over. */
const tags =
  /<!--[^]*?(?:-->|$)|<(script|style|title|textarea)\b[^]*?(?:<\/\1|$)|<body[\s>]|<meta\b(?:"[^"]*"|'[^']*'|[^'">])*>?/gi;

/**
 * The text of a page that says that it is in UTF-8: declarations of other charsets are changed, and
 * one is added to a page whose charset only its header told.
 */
export function declareUtf8({ text, encoding }: DecodedPage): string {
  let head = text
    .slice(0, maxHead)
    .replace(/^<\?x[^>]*/, (declaration) =>
      declaration.replace(/(encoding\s*=\s*(["']))[^"']*(?=\2)/, '$1utf-8'),
    );
  let isDeclared = false;
  let isInHead = true;
  head = head.replace(tags, (tag) => {
    if (/^<body/i.test(tag)) isInHead = false;
    if (!isInHead || !/^<meta/i.test(tag)) return tag;
    const declared = withUtf8(tag);
    isDeclared ||= declared !== undefined;
    return declared ?? tag;
  });
  if (!isDeclared && encoding !== 'utf-8') head = withMeta(head);
  return head + text.slice(maxHead);
}

/** A `<meta>` that declares a charset, with that of UTF-8; undefined for another. */
function withUtf8(tag: string): string | undefined {
  const own = /([\s"'/]charset\s*=\s*)(?:"[^"]*"|'[^']*'|[^\s"'>]*)/i;
  const isPragma = /http-equiv\s*=\s*["']?\s*content-type/i.test(tag);
  if (isPragma && /charset\s*=/i.test(tag)) {
    return tag.replace(/(charset\s*=\s*)(["']?)[^\s"';>]*\2/gi, '$1utf-8');
  }
  // `charset=` within the content of another <meta> says nothing.
  const bare = tag.replace(/(content\s*=\s*)("[^"]*"|'[^']*')/gi, '$1""');
  return own.test(bare) ? tag.replace(own, '$1"utf-8"') : undefined;
}

const withMeta = (html: string) =>
  html.replace(
    /^(?:\s|<\?[^>]*>|<!doctype[^>]*>|<html\b[^>]*>|<head\b[^>]*>)*/i,
    '$&<meta charset="utf-8">',
  );
