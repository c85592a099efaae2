/**
 * Decodes a page: by byte order mark, header, `<meta>` (HTML, section 13.2.3.2), or else as UTF-8.
 */
import { isUtf8 } from 'node:buffer';
import sniffEncoding from 'html-encoding-sniffer';

/** How far into a page its `<meta charset>` may stand, bytes (HTML, section 4.2.5.4). */
const prescanBytes = 1_024;

/** @param contentType the header, which has precedence over what the page says of itself */
export function decodePage(body: Buffer, contentType: string): string {
  const declared = /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1];
  const encoding = sniffEncoding(body.subarray(0, prescanBytes), {
    transportLayerEncodingLabel: declared,
    defaultEncoding: 'utf-8',
  });
  return decoderOf(encoding).decode(body);
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
