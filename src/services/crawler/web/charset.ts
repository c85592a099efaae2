/**
 * Decodes a page: by byte order mark, header, `<meta>` (HTML, section 13.2.3.2), or else as UTF-8.
 */
import { isUtf8 } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import sniffEncoding from 'html-encoding-sniffer';

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
    const encoding = sniffEncoding(head, {
      transportLayerEncodingLabel: this.#declared,
      defaultEncoding: 'utf-8',
    });
    this.#decoder = decoderOf(encoding);
    // The decoder of UTF-8 would keep it.
    return this.#decoder.write(head.subarray(startsWithUtf8Mark(head) ? 3 : 0));
  }
}

const startsWithUtf8Mark = (head: Buffer) =>
  head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;

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
