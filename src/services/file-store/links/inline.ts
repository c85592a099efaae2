/** Which files a browser may show in a page of this host. */

/**
 * Types that no browser runs anything of. Left out are those that carry script: HTML, XML and what is
 * made of it (SVG), JavaScript; and PDF, whose script runs in the viewer, and which a sandboxed
 * answer would not show at all. A list, since a type that it does not know may be a new one of those.
 */
const inert = new Set([
  'text/plain',
  'image/apng',
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'video/mp4',
  'video/mpeg',
  'video/ogg',
  'video/quicktime',
  'video/webm',
]);

/** @param mimeType with or without parameters */
export function runsNoScript(mimeType: string): boolean {
  return inert.has(mimeType.split(';', 1)[0]!.trimEnd().toLowerCase());
}
