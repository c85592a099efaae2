/** The text of a part of a document, with its paragraphs apart. */
import type { DomNode } from './dom.ts';

/** Elements that begin and end a line. */
const lines = new Set(
  'ADDRESS BR DD DIV DT FIGCAPTION FIGURE FOOTER FORM HEADER HR LI MAIN OPTION SUMMARY TR'.split(
    ' ',
  ),
);
/** Elements that stand between empty lines. */
const paragraphs = new Set(
  'ARTICLE ASIDE BLOCKQUOTE DETAILS DL H1 H2 H3 H4 H5 H6 OL P PRE SECTION TABLE UL'.split(' '),
);

const textNode = 3;

/** Less than a line. */
const cell = 0.5;

/** Without recursion: a page may be as deep as it is long. */
export function plainText(root: DomNode): string {
  const text = new Text();
  /** The outermost element whose white space counts. */
  let pre: DomNode | undefined;
  const leave = (node: DomNode) => {
    text.break(breaksAt(node));
    if (node === pre) pre = undefined;
  };
  for (let node: DomNode = root; ;) {
    if (node.nodeType === textNode) text.add(node.textContent ?? '', pre !== undefined);
    text.break(breaksAt(node));
    if (node.nodeName.toUpperCase() === 'PRE') pre ??= node;
    if (node.firstChild !== null) {
      node = node.firstChild;
      continue;
    }
    leave(node);
    while (node !== root && node.nextSibling === null) leave((node = node.parentNode!));
    if (node === root) return text.toString();
    node = node.nextSibling!;
  }
}

function breaksAt({ nodeName }: DomNode): number {
  const name = nodeName.toUpperCase();
  if (name === 'TD' || name === 'TH') return cell;
  return paragraphs.has(name) ? 2 : lines.has(name) ? 1 : 0;
}

class Text {
  readonly #parts: string[] = [];
  /** Before the next text: new lines, or the end of a cell. */
  #break = 0;
  #isSpaceDue = false;

  add(text: string, isPreformatted: boolean): void {
    const shown = isPreformatted ? text : text.replace(/[\t\n\f\r ]+/g, ' ');
    const trimmed = isPreformatted ? shown : shown.trim();
    if (trimmed === '') {
      this.#isSpaceDue ||= shown !== '';
      return;
    }
    const isSpaced = this.#isSpaceDue || shown.startsWith(' ');
    if (this.#parts.length > 0) this.#parts.push(this.#separator(isSpaced));
    this.#parts.push(trimmed);
    this.#break = 0;
    this.#isSpaceDue = !isPreformatted && shown.endsWith(' ');
  }

  break(lines: number): void {
    this.#break = Math.max(this.#break, lines);
  }

  #separator(isSpaced: boolean): string {
    if (this.#break === 0) return isSpaced ? ' ' : '';
    return this.#break === cell ? '\t' : '\n'.repeat(this.#break);
  }

  toString(): string {
    return this.#parts.join('');
  }
}
