/** The content of a page in each format. It runs in a thread of its own: see contents.ts. */
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import type { Format } from '../options.ts';
import { decodePage } from '../web/charset.ts';
import { resolveLink } from '../web/url.ts';
import type { DomDocument, DomElement } from './dom.ts';
import { plainText } from './plain-text.ts';

/** Bytes of one format, UTF-8. */
export const maxContentBytes = 1024 * 1024;

export interface Source {
  readonly body: Uint8Array;
  readonly contentType: string;
  /** Address of the page. */
  readonly url: string;
}

/** Makes one format after the other, those that take little time first. */
export function* convert(source: Source, formats: readonly Format[]): Generator<[Format, Buffer]> {
  const html = decodePage(Buffer.from(source.body), source.contentType);
  if (formats.includes('html')) yield ['html', clip(html)];
  if (!formats.includes('text') && !formats.includes('markdown')) return;
  const { title, root } = readable(html, source.url);
  if (formats.includes('text')) yield ['text', clip(joined(title, plainText(root)))];
  if (formats.includes('markdown')) yield ['markdown', clip(toMarkdown(title, root))];
}

interface Article {
  readonly title: string;
  readonly root: DomElement;
}

/** What of a page is meant to be read; all of its body where Readability finds no article. */
function readable(html: string, url: string): Article {
  const document = parse(html, url);
  const serializer = (element: unknown) => element as DomElement;
  const article = new Readability(document, { serializer }).parse();
  if (article?.content) return { title: clean(article.title ?? ''), root: article.content };
  // Readability has changed the first one.
  const { title, body } = parse(html, url);
  for (const other of body.querySelectorAll('script,style,noscript,template,iframe,svg,nav')) {
    other.remove();
  }
  return { title: clean(title), root: body };
}

/** The document, with links that lead where they lead from the page. */
function parse(html: string, url: string): DomDocument {
  // Most pages leave out some of these tags, which linkedom does not put in their places.
  const inner = html.replace(/<\/?(?:html|head|body)(?=[\s/>])[^>]*>|<!doctype[^>]*>/gi, '');
  const whole = `<!doctype html><html><head></head><body>${inner}</body></html>`;
  const { document } = parseHTML(whole) as unknown as { document: DomDocument };
  const { head, body } = document;
  for (const element of body.querySelectorAll('title,base,meta')) head.appendChild(element);
  const given = document.querySelector('base[href]')?.getAttribute('href');
  const base = (given && resolveLink(given, url)?.url) || url;
  for (const [selector, name] of [
    ['a[href]', 'href'],
    ['img[src]', 'src'],
  ] as const) {
    for (const element of document.querySelectorAll(selector)) {
      const target = URL.parse(element.getAttribute(name)!, base);
      if (target === null || !/^(https?|mailto):$/.test(target.protocol)) {
        element.removeAttribute(name);
      } else element.setAttribute(name, target.href);
    }
  }
  return document;
}

const turndown = new TurndownService({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
});

function toMarkdown(title: string, root: DomElement): string {
  const text = turndown.turndown(root);
  return joined(title === '' ? '' : `# ${turndown.escape(title)}`, text);
}

const clean = (title: string) => title.replace(/\s+/g, ' ').trim();

const joined = (title: string, text: string) =>
  `${[title, text].filter((part) => part !== '').join('\n\n')}\n`;

/** The first bytes of a text, of whole characters. */
function clip(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxContentBytes) return bytes;
  let end = maxContentBytes;
  while ((bytes[end]! & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}
