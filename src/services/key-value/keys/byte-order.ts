/**
 * Compares two strings as their UTF-8 is compared byte by byte, which is the order of code points.
 * JavaScript's own comparison puts what lies beyond U+FFFF before U+E000.
 */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** Surrogates, which stand for what lies beyond U+FFFF, go behind all other units. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
