/** The `Content-Type` of an answer with a content. */
import { LRUCache } from 'lru-cache';
import { transientChunks } from './chunks.ts';
import type { Content, ContentStore } from './contents-store.ts';
import { examinedBytes, isUtf8Text } from './text.ts';

/** Contents of which it is remembered whether they are UTF-8: with S3, each costs a request. */
const maxRemembered = 10_000;

export type ServedType = (mimeType: string, content: Content) => Promise<string>;

/**
 * Adds `charset=utf-8` to the type of a text that is UTF-8 and names no charset: without it a browser
 * takes the text for Windows-1252. It is decided when the content is read, so that it holds for every
 * content that there is.
 */
export function servedTypes(contents: ContentStore): ServedType {
  const known = new LRUCache<string, boolean>({ max: maxRemembered });

  async function isText(content: Content): Promise<boolean> {
    const remembered = known.get(content.hash);
    if (remembered !== undefined) return remembered;
    const end = Math.min(content.size, examinedBytes) - 1;
    const stream = await contents.open(content, { start: 0, end });
    if (stream === undefined) return false;
    try {
      const found = await isUtf8Text(transientChunks(stream), content.size > examinedBytes);
      known.set(content.hash, found);
      return found;
    } finally {
      stream.destroy();
    }
  }

  return async (mimeType, content) => {
    if (!/^text\//i.test(mimeType) || /;[ \t]*charset=/i.test(mimeType)) return mimeType;
    // A store that is away is reported by the answer itself, if it needs the bytes at all.
    const isUtf8 = content.size === 0 || (await isText(content).catch(() => false));
    return isUtf8 ? `${mimeType}; charset=utf-8` : mimeType;
  };
}
