/**
 * FNV-1a, 32 bit, over the UTF-8 bytes of `text`: an unsigned integer.
 * Source: Fowler, Noll, Vo; draft-eastlake-fnv.
 */
export function fnv1a32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // Outside ASCII, UTF-16 units are not bytes: hash the encoded form from the start.
    if (unit > 0x7f) return fnv1a32Bytes(Buffer.from(text, 'utf8'));
    hash = Math.imul(hash ^ unit, 0x01000193);
  }
  return hash >>> 0;
}

function fnv1a32Bytes(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
