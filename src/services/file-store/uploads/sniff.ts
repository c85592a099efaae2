/** The type of a file that its client did not name. */
import { fileTypeFromBuffer } from 'file-type';
import { examinedBytes, isUtf8Text } from '../contents/text.ts';
import type { ReceivedBody } from './receive.ts';

/** Enough for the magic numbers of file formats. */
const headBytes = 4100;

/** Bytes that a text does not have (https://mimesniff.spec.whatwg.org/#binary-data-byte). */
// oxlint-disable-next-line no-control-regex
const binaryBytes = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/;

/** Formats that may consist of text alone. */
const textual =
  /^(text|model)\/|[/+]xml$|^application\/(pdf|postscript|eps|rtf|pgp-encrypted|x-ms-regedit|x-unix-archive)$/;

/** The type that the bytes look like: that of a known format, else of any text, else of any bytes. */
export async function sniff({ file, size }: ReceivedBody): Promise<string> {
  const head = await file.read(headBytes);
  // The package throws on bytes that look like a format and end too early.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const start = head.toString('latin1');
  const isSure = found !== undefined && (textual.test(found.mime) || /^GIF8[79]a/.test(start));
  // Otherwise a text that begins with BM, GIF or MZ would be a picture or a program.
  const mayBeText = !isSure && !binaryBytes.test(start);
  if (mayBeText && (await isUtf8Text(file.chunks(examinedBytes), size > examinedBytes))) {
    return 'text/plain';
  }
  return found?.mime ?? 'application/octet-stream';
}
