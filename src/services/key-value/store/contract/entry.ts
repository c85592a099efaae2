import { newTag } from '../../keys/conditions.ts';
import type { Entry } from '../node.ts';

/** An entry as some write has made it. */
export const entryOf = (value: string, expiresAt?: number): Entry => ({
  value,
  tag: newTag(),
  expiresAt,
});

/** The value alone. */
export const valueOf = async (found: Promise<Entry | undefined>) => (await found)?.value;
