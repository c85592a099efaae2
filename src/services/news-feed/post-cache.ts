import { LRUCache } from 'lru-cache';
import type { Post } from './store.ts';

/** Characters of all posts in memory, each as it is and as JSON. */
const characters = 128 * 1024 * 1024;
/** What a post takes besides its content. */
const overhead = 512;

/** Posts by number: those that are shown often. */
export const postCache = (): LRUCache<number, Post> =>
  new LRUCache({
    maxSize: characters,
    sizeCalculation: ({ content }) => 2 * content.length + overhead,
  });
