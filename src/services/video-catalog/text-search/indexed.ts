import type { Upload } from '../store/video-catalog-store.ts';
import { searchedText } from './fold.ts';
import { gramsOf } from './grams.ts';
import type { Terms } from './newest-first.ts';

/** The data that a store keeps of a video for searches. */
export interface Indexed {
  readonly searched: string;
  /** Undefined when it has too many for the index. */
  readonly terms: Terms | undefined;
}

/** Found in slices of time: texts may be long. */
export async function indexedOf({ title, description, tags }: Upload): Promise<Indexed> {
  const searched = await searchedText(title, description, tags);
  const grams = await gramsOf(searched);
  return { searched, terms: grams && { grams, tags: [...new Set(tags)] } };
}
