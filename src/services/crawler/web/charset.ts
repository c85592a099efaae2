/** Decodes a page: by byte order mark, header, `<meta>`, or else as UTF-8. */
import { isUtf8 } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';

/** How far into a page its `<meta charset>` may stand, bytes (HTML, section 4.2.5.4). */
const prescanBytes = 1_024;

interface Decoder {
  write(bytes: Buffer): string;
  end(): string;
}

/** A streaming decoder that determines the encoding by itself. */
export class TextReader {
  readonly #declared: string | undefined;
  #decoder: Decoder | undefined;
  #head: Buffer | undefined;

  /** @param contentType the header, which has precedence over what the page says of itself */
  constructor(contentType: string) {
    this.#declared = /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1];
  }

  write(bytes: Buffer): string {
    if (this.#decoder !== undefined) return this.#decoder.write(bytes);
    const head = this.#head === undefined ? bytes : Buffer.concat([this.#head, bytes]);
    if (head.length < prescanBytes) {
      this.#head = head;
      return '';
    }
    return this.#begin(head);
  }

  end(): string {
    const text = this.#decoder === undefined ? this.#begin(this.#head ?? Buffer.alloc(0)) : '';
    return text + this.#decoder!.end();
  }

  #begin(head: Buffer): string {
    this.#head = undefined;
    const [mark, length] = byteOrderMark(head);
    this.#decoder = decoderOf(mark ?? this.#declared ?? declaredIn(head) ?? 'utf-8');
    return this.#decoder.write(head.subarray(length));
  }
}

function byteOrderMark(head: Buffer): [charset: string | undefined, length: number] {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return ['utf-8', 3];
  if (head[0] === 0xff && head[1] === 0xfe) return ['utf-16le', 2];
  if (head[0] === 0xfe && head[1] === 0xff) return ['utf-16be', 2];
  return [undefined, 0];
}

function declaredIn(head: Buffer): string | undefined {
  const text = head.toString('latin1', 0, prescanBytes).replace(/<!--[^]*?(-->|$)/g, '');
  const charset = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(text)?.[1];
  // Text in UTF-16 could not have been read so far.
  return charset !== undefined && /^utf-16/i.test(charset) ? 'utf-8' : charset;
}

function decoderOf(charset: string): Decoder {
  try {
    const decoder = new TextDecoder(charset);
    if (decoder.encoding !== 'utf-8') {
      return {
        write: (bytes) => decoder.decode(bytes, { stream: true }),
        end: () => decoder.decode(),
      };
    }
  } catch (error) {
    // An unknown label counts for nothing.
    if (!(error instanceof RangeError)) throw error;
  }
  return new StringDecoder('utf8'); // several times as fast as TextDecoder, streaming
}

/** Headers come as latin1, one character a byte; servers send addresses in UTF-8, too. */
export function headerText(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : header;
}
