/**
 * Title and links of a page, while it arrives. It stands on the tokenizer of htmlparser2 rather
 * than on its parser: neither needs the tree, and the parser's stack of open elements takes time
 * quadratic in the depth of a hostile page (docs/adr/0019).
 */
import { Tokenizer } from 'htmlparser2';
import { TextReader } from './charset.ts';
import type { Sink } from './fetcher.ts';
import { cleanTitle, limits, resolveLinks, type Extract } from './page.ts';

/** Bytes of a page that are read. */
export const maxPageBytes = 1024 * 1024;

type Element = 'a' | 'base' | 'title' | 'svg';
const elements: ReadonlySet<string> = new Set(['a', 'base', 'title', 'svg'] satisfies Element[]);
const longestName = 5;

export class Extractor implements Sink {
  readonly maxBytes = maxPageBytes;
  readonly #reader: TextReader;
  readonly #tokenizer = new Tokenizer({}, this);
  /** Text that a callback may still ask for, and where it begins in the page. */
  #text = '';
  #textAt = 0;
  /** Up to here everything has come to a callback. */
  #handledTo = 0;
  #element: Element | undefined;
  #isHref = false;
  #href: string | undefined;
  #base: string | undefined;
  #title: string | undefined;
  #isInTitle = false;
  #svgDepth = 0;
  readonly #hrefs = new Set<string>();
  #leftOut = 0;

  constructor(contentType: string) {
    this.#reader = new TextReader(contentType);
  }

  write(bytes: Buffer): void {
    this.#feed(this.#reader.write(bytes));
  }

  end(): void {
    this.#feed(this.#reader.end());
    this.#tokenizer.end();
  }

  /** @param url address of the page */
  result(url: string): Extract {
    const links = resolveLinks(this.#hrefs, this.#base, url);
    const leftOut = links.leftOut + this.#leftOut;
    return { ...links, leftOut, title: cleanTitle(this.#title ?? '') };
  }

  #feed(text: string): void {
    if (text === '') return;
    const handled = Math.min(Math.max(this.#handledTo - this.#textAt, 0), this.#text.length);
    this.#text = handled === this.#text.length ? text : this.#text.slice(handled) + text;
    this.#textAt += handled;
    this.#tokenizer.write(text);
  }

  #slice(start: number, end: number): string {
    return this.#text.slice(start - this.#textAt, end - this.#textAt);
  }

  /** The element's name, when it is one of those that matter. */
  #elementAt(start: number, end: number): Element | undefined {
    if (end - start > longestName) return undefined;
    const name = this.#slice(start, end).toLowerCase();
    return elements.has(name) ? (name as Element) : undefined;
  }

  // Callbacks of the tokenizer

  onopentagname(start: number, end: number): void {
    this.#handledTo = end;
    this.#element = this.#elementAt(start, end);
  }

  onattribname(start: number, end: number): void {
    this.#handledTo = end;
    this.#isHref =
      (this.#element === 'a' || this.#element === 'base') &&
      this.#href === undefined &&
      end - start === 4 &&
      this.#slice(start, end).toLowerCase() === 'href';
    if (this.#isHref) this.#href = '';
  }

  onattribdata(start: number, end: number): void {
    this.#handledTo = end;
    if (this.#isHref) this.#appendHref(this.#slice(start, end));
  }

  onattribentity(codepoint: number): void {
    if (this.#isHref) this.#appendHref(String.fromCodePoint(codepoint));
  }

  onattribend(_quote: number, end: number): void {
    this.#handledTo = end;
    this.#isHref = false;
  }

  onopentagend(end: number): void {
    this.#handledTo = end;
    this.#endTag();
    if (this.#element === 'svg') this.#svgDepth++;
    if (this.#element === 'title' && this.#svgDepth === 0 && this.#title === undefined) {
      this.#title = '';
      this.#isInTitle = true;
    }
    this.#element = undefined;
  }

  onselfclosingtag(end: number): void {
    // Outside of SVG and MathML the slash means nothing.
    if (this.#element !== 'svg') return this.onopentagend(end);
    this.#handledTo = end;
    this.#endTag();
    this.#element = undefined;
  }

  onclosetag(start: number, end: number): void {
    this.#handledTo = end;
    const element = this.#elementAt(start, end);
    if (element === 'title') this.#isInTitle = false;
    if (element === 'svg' && this.#svgDepth > 0) this.#svgDepth--;
  }

  ontext(start: number, end: number): void {
    this.#handledTo = end;
    if (this.#isInTitle) this.#appendTitle(this.#slice(start, end));
  }

  ontextentity(codepoint: number, end: number): void {
    this.#handledTo = end;
    if (this.#isInTitle) this.#appendTitle(String.fromCodePoint(codepoint));
  }

  oncomment(_start: number, end: number): void {
    this.#handledTo = end;
  }

  ondeclaration(_start: number, end: number): void {
    this.#handledTo = end;
  }

  isInForeignContext(): boolean {
    return this.#svgDepth > 0;
  }

  oncdata(_start: number, end: number): void {
    this.#handledTo = end;
  }

  onprocessinginstruction(_start: number, end: number): void {
    this.#handledTo = end;
  }

  onend(): void {}

  #appendHref(text: string): void {
    // One character more than the limit shows that it is passed.
    this.#href += text.slice(0, limits.href + 1 - this.#href!.length);
  }

  /** White space may be any amount of the text: what is cut is cut once it is collapsed. */
  #appendTitle(text: string): void {
    const title = this.#title!;
    if (title.length > limits.title) return;
    const more = text.replace(/[\t\n\f\r ]+/g, ' ');
    const isSpaceTwice = title.endsWith(' ') && more.startsWith(' ');
    this.#title = (title + (isSpaceTwice ? more.slice(1) : more)).slice(0, limits.title + 1);
  }

  #endTag(): void {
    const href = this.#href;
    this.#href = undefined;
    if (href === undefined) return;
    if (this.#element === 'base') this.#base ??= href;
    else if (this.#hrefs.has(href)) return;
    else if (this.#hrefs.size >= limits.links || href.length > limits.href) this.#leftOut++;
    else this.#hrefs.add(href);
  }
}
