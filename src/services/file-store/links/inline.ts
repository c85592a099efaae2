/** Which files a browser may show in a page of this host. */

/**
 * Types that browsers show, and run nothing of, by all the names that clients give them. Left out are those that carry script: HTML, XML and what is
 * made of it (SVG), JavaScript; and PDF, whose script runs in the viewer, and which a sandboxed
 * answer would not show at all. A list, since a type that it does not know may be a new one of those.
 */
const inert = {
  text: 'plain css csv markdown tab-separated-values vtt',
  application: 'json ogg',
  image: `apng avif avif-sequence bmp gif heic heic-sequence heif heif-sequence jfif jpeg jpg jxl pjpeg
    png tiff vnd.microsoft.icon webp x-bmp x-icon x-ms-bmp x-png`,
  audio: `3gpp 3gpp2 aac aacp aiff basic flac m4a matroska mp3 mp4 mp4a-latm mpeg mpeg3 ogg opus
    vnd.wave vorbis wav wave webm x-aac x-aiff x-flac x-m4a x-matroska x-mp3 x-mpeg x-mpeg-3 x-ogg
    x-pn-wav x-wav`,
  video: `3gpp 3gpp2 m4v matroska mp2t mp4 mpeg ogg quicktime webm x-m4v x-matroska x-mpeg x-ogg`,
};
const types = new Set(
  Object.entries(inert).flatMap(([kind, names]) =>
    names.split(/\s+/).map((name) => `${kind}/${name}`),
  ),
);

/** @param mimeType with or without parameters */
export function runsNoScript(mimeType: string): boolean {
  return types.has(mimeType.split(';', 1)[0]!.trimEnd().toLowerCase());
}
