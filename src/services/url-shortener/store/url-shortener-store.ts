import type { ClickStore } from './clicks.ts';
import type { LinkStore } from './links.ts';

/** Two capabilities of one database; it is closed as the store of links. */
export interface Stores {
  readonly links: LinkStore;
  readonly clicks: ClickStore;
}
