/** Whether a content is text. */
import { isUtf8 } from 'node:buffer';

/** How many bytes of a content are examined: the rest is assumed to be alike. */
export const examinedBytes = 1024 * 1024;

/**
 * Whether the bytes are UTF-8.
 *
 * @param chunks the content, or its first bytes
 * @param isCut there is more: the last character may be incomplete
 */
export async function isUtf8Text(chunks: AsyncIterable<Buffer>, isCut: boolean): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = bytes.length - incompleteBytes(bytes);
    if (!isUtf8(bytes.subarray(0, whole))) return false;
    // A copy: the chunk may be used again.
    rest = Buffer.from(bytes.subarray(whole));
  }
  return rest.length === 0 || isCut;
}

/** How many bytes at the end are the beginning of a character of UTF-8. */
function incompleteBytes(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}
