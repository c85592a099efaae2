import type { Upload } from './video-catalog-store.ts';

export const hasSameTexts = (a: Upload, b: Upload): boolean =>
  a.title === b.title &&
  a.description === b.description &&
  JSON.stringify(a.tags) === JSON.stringify(b.tags);
