/**
 * Title and links of a page. It stands on the tokenizer of htmlparser2 rather than on its parser:
 * neither needs the tree, and the parser's stack of open elements takes time quadratic in the depth
 * of a hostile page (docs/adr/0019).
 */
import { Tokenizer } from 'htmlparser2';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { decodePage } from './charset.ts';
import { cleanTitle, limits, maxLinkCharacters, resolveLinks, type Extract } from './page.ts';

/** Bytes of a page that are read. */
export const maxPageBytes = 1024 * 1024;

/** Characters that are tokenized together. */
const portionCharacters = 16 * 1024;

type Element = 'a' | 'base' | 'title' | 'svg';
const elements: ReadonlySet<string> = new Set(['a', 'base', 'title', 'svg'] satisfies Element[]);
const longestName = 5;

/**
 * Reads a page in slices of time.
 *
 * @param url address of the page
 * @param portion how many characters are tokenized together
 */
export async function extract(
  body: Buffer,
  contentType: string,
  url: string,
  portion = portionCharacters,
): Promise<Extract> {
  const slice = new TimeSlice();
  // Several pages may have arrived at once.
  if (slice.isOver) await slice.next();
  const { text, encoding } = decodePage(body, contentType);
  const found = new Extractor(text);
  const tokenizer = new Tokenizer({}, found);
  for (let at = 0; at < text.length; at += portion) {
    tokenizer.write(text.slice(at, at + portion));
    if (slice.isOver) await slice.next();
  }
  tokenizer.end();
  const room = maxLinkCharacters(text.length);
  const from = { base: found.base, url, encoding };
  const links = await resolveLinks(found.hrefs, from, room, slice);
  const leftOut = links.leftOut + found.leftOut;
  return { ...links, leftOut, title: cleanTitle(found.title ?? '') };
}

/** Collects from what the tokenizer calls. */
class Extractor {
  readonly #text: string;
  readonly hrefs = new Set<string>();
  /** Anchors beyond the limits. */
  leftOut = 0;
  base: string | undefined;
  title: string | undefined;
  #element: Element | undefined;
  #isHref = false;
  #href: string | undefined;
  #isInTitle = false;
  #svgDepth = 0;

  /** @param text the page, in which the tokenizer gives positions */
  constructor(text: string) {
    this.#text = text;
  }

  /** The element's name, when it is one of those that matter. */
  #elementAt(start: number, end: number): Element | undefined {
    if (end - start > longestName) return undefined;
    const name = this.#text.slice(start, end).toLowerCase();
    return elements.has(name) ? (name as Element) : undefined;
  }

  // Callbacks of the tokenizer

  onopentagname(start: number, end: number): void {
    this.#element = this.#elementAt(start, end);
  }

  onattribname(start: number, end: number): void {
    this.#isHref =
      (this.#element === 'a' || this.#element === 'base') &&
      this.#href === undefined &&
      end - start === 4 &&
      this.#text.slice(start, end).toLowerCase() === 'href';
    if (this.#isHref) this.#href = '';
  }

  onattribdata(start: number, end: number): void {
    if (this.#isHref) this.#appendHref(this.#text.slice(start, end));
  }

  onattribentity(codepoint: number): void {
    if (this.#isHref) this.#appendHref(String.fromCodePoint(codepoint));
  }

  onattribend(): void {
    this.#isHref = false;
  }

  onopentagend(): void {
    this.#endTag();
    if (this.#element === 'svg') this.#svgDepth++;
    if (this.#element === 'title' && this.#svgDepth === 0 && this.title === undefined) {
      this.title = '';
      this.#isInTitle = true;
    }
    this.#element = undefined;
  }

  onselfclosingtag(): void {
    // Outside of SVG and MathML the slash means nothing.
    if (this.#element !== 'svg') return this.onopentagend();
    this.#endTag();
    this.#element = undefined;
  }

  onclosetag(start: number, end: number): void {
    const element = this.#elementAt(start, end);
    if (element === 'title') this.#isInTitle = false;
    if (element === 'svg' && this.#svgDepth > 0) this.#svgDepth--;
  }

  ontext(start: number, end: number): void {
    if (this.#isInTitle) this.#appendTitle(this.#text.slice(start, end));
  }

  ontextentity(codepoint: number): void {
    if (this.#isInTitle) this.#appendTitle(String.fromCodePoint(codepoint));
  }

  oncomment(): void {}

  ondeclaration(): void {}

  isInForeignContext(): boolean {
    return this.#svgDepth > 0;
  }

  oncdata(): void {}

  onprocessinginstruction(): void {}

  onend(): void {}

  #appendHref(text: string): void {
    // One character more than the limit shows that it is passed.
    this.#href += text.slice(0, limits.href + 1 - this.#href!.length);
  }

  /** White space may be any amount of the text: what is cut is cut once it is collapsed. */
  #appendTitle(text: string): void {
    const title = this.title!;
    if (title.length > limits.title) return;
    const more = text.replace(/[\t\n\f\r ]+/g, ' ');
    const isSpaceTwice = title.endsWith(' ') && more.startsWith(' ');
    this.title = (title + (isSpaceTwice ? more.slice(1) : more)).slice(0, limits.title + 1);
  }

  #endTag(): void {
    const href = this.#href;
    this.#href = undefined;
    if (href === undefined) return;
    if (this.#element === 'base') this.base ??= href;
    else if (this.hrefs.has(href)) return;
    else if (this.hrefs.size >= limits.links || href.length > limits.href) this.leftOut++;
    else this.hrefs.add(href);
  }
}
