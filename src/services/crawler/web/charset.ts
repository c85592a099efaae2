/**
 * The encoding of a page: by byte order mark, header, `<meta>` (HTML, section 13.2.3.2), or its XML
 * declaration, as in browsers; or else UTF-8.
 */
import { isUtf8 } from 'node:buffer';
import sniffEncoding from 'html-encoding-sniffer';

/** How far into a page its `<meta charset>` may stand, bytes (HTML, section 4.2.5.4). */
const prescanBytes = 1_024;

export interface DecodedPage {
  readonly text: string;
  /** Its name in lower case. */
  readonly encoding: string;
}

/** @param contentType the header, which has precedence over what the page says of itself */
export function decodePage(body: Buffer, contentType: string): DecodedPage {
  const decoder = decoderOf(encodingOf(body.subarray(0, prescanBytes), contentType, false));
  return { text: decoder.decode(body), encoding: decoder.encoding };
}

/** @param start of a document in XML, with all of its declaration */
export const xmlDecoder = (start: Buffer, contentType: string): TextDecoder =>
  decoderOf(encodingOf(start, contentType, true));

function encodingOf(start: Buffer, contentType: string, isXml: boolean): string {
  const options = {
    xml: isXml, // its types do not know of it
    transportLayerEncodingLabel: /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1],
    defaultEncoding: declaredInXml(start.toString('latin1')) ?? 'utf-8',
  };
  return sniffEncoding(start, options);
}

/** HTML, "get an XML encoding": the declaration is the very first, and ends with the first `>`. */
function declaredInXml(start: string): string | undefined {
  if (start.startsWith('<\0?\0x\0')) return 'utf-16le';
  if (start.startsWith('\0<\0?\0x')) return 'utf-16be';
  const declaration = /^<\?x[^>]*/.exec(start)?.[0] ?? '';
  const [, , label = ''] = /encoding[\0-\x20]*=[\0-\x20]*(["'])(.*?)\1/.exec(declaration) ?? [];
  // Had it been UTF-16, these characters would not be here.
  if (/^utf-16/i.test(label)) return 'utf-8';
  return label === '' || /[\0-\x20]/.test(label) ? undefined : label;
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch (error) {
    // An unknown label counts for nothing.
    if (error instanceof RangeError) return new TextDecoder();
    throw error;
  }
}

/** Headers come as latin1, one character a byte; servers send addresses in UTF-8, too. */
export function headerText(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : header;
}
