/** The content of a page in each format. It runs in a thread of its own: see contents.ts. */
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import type { Format } from '../options.ts';
import { decodePage, type DecodedPage } from '../web/charset.ts';
import { baseOf } from '../web/page.ts';
import { parseLink } from '../web/url.ts';
import { isWithinBounds } from './bounds.ts';
import { declareUtf8 } from './declared-charset.ts';
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

/**
 * Makes one format after the other, those that take little time first. A page that is not within
 * bounds has its HTML only.
 */
export function* convert(source: Source, formats: readonly Format[]): Generator<[Format, Buffer]> {
  const page = decodePage(Buffer.from(source.body), source.contentType);
  if (formats.includes('html')) yield ['html', clip(declareUtf8(page))];
  if (!formats.includes('text') && !formats.includes('markdown')) return;
  if (!isWithinBounds(page.text)) return;
  const { title, root } = withHeadlineOnce(readable({ ...page, url: source.url }));
  if (formats.includes('text')) yield ['text', clip(joined(title, plainText(root)))];
  if (formats.includes('markdown')) yield ['markdown', clip(toMarkdown(title, root))];
}

interface Article {
  readonly title: string;
  readonly root: DomElement;
}

interface ReadPage extends DecodedPage {
  readonly url: string;
}

/**
 * The part of a page that is meant to be read; all of its body where Readability finds no article.
 */
function readable(page: ReadPage): Article {
  const document = parse(page);
  const serializer = (element: unknown) => element as DomElement;
  const article = new Readability(document, { serializer }).parse();
  if (article?.content) return { title: clean(article.title ?? ''), root: article.content };
  // Readability has changed the first one.
  const { title, body } = parse(page);
  for (const other of body.querySelectorAll('script,style,noscript,template,iframe,svg,nav')) {
    other.remove();
  }
  return { title: clean(title), root: body };
}

/** The separator between a headline and the name of a site in a title. */
const separator = /\s+[-–—|·•:»«/\\]+\s+|\s*:\s+/;

/**
 * The title names the headline, often with the name of the site: then the headline is the title, and
 * stands in the text no more.
 */
function withHeadlineOnce({ title, root }: Article): Article {
  const [first] = root.querySelectorAll('h1,h2');
  const headline = clean(first?.textContent ?? '');
  if (first === undefined || headline === '') return { title, root };
  const named = [title, ...title.split(separator)].map(comparable);
  const isNamed = title === '' || named.includes(comparable(headline));
  if (!isNamed) return { title, root };
  first.remove();
  return { title: headline, root };
}

const comparable = (text: string) => text.normalize('NFKC').toLowerCase().trim();

/** The document, with links that lead where they lead from the page. */
function parse({ text: html, url, encoding }: ReadPage): DomDocument {
  // Most pages leave out some of these tags, which linkedom does not put in their places.
  const inner = html.replace(/<\/?(?:html|head|body)(?=[\s/>])[^>]*>|<!doctype[^>]*>/gi, '');
  const whole = `<!doctype html><html><head></head><body>${inner}</body></html>`;
  const { document } = parseHTML(whole) as unknown as { document: DomDocument };
  const { head, body } = document;
  for (const element of body.querySelectorAll('title,base,meta')) head.appendChild(element);
  const given = document.querySelector('base[href]')?.getAttribute('href') ?? undefined;
  const base = baseOf({ base: given, url, encoding });
  for (const [selector, name] of [
    ['a[href]', 'href'],
    ['img[src]', 'src'],
  ] as const) {
    for (const element of document.querySelectorAll(selector)) {
      const target = parseLink(element.getAttribute(name)!, base, encoding);
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
