import type { Store } from '#kit/stores/store.ts';
import type { Link, NewLink } from '../link.ts';

/** Where a page of links ended. */
export interface LinkPosition {
  readonly createdAt: number;
  readonly id: number;
}

export interface LinkPage {
  /** Only links with this tag. */
  readonly tag: string | undefined;
  /** Only links that come after this one. */
  readonly after: LinkPosition | undefined;
  readonly limit: number;
}

export interface Changes {
  /** The number of the latest change. */
  readonly version: number;
  /** Codes of the links that were changed or removed; undefined: it is no longer known which. */
  readonly codes: readonly string[] | undefined;
}

/** How many changes are remembered: more than are made between two looks of a replica. */
export const changesKept = 300;

/**
 * Codes and their links.
 * Every method throws STORE_UNAVAILABLE (503) while the store is away.
 */
export interface LinkStore extends Store {
  /**
   * One indivisible, durable step: exactly one of any number of calls with one code yields true.
   * False when the code is taken, or is just being taken.
   */
  insertIfAbsent(link: NewLink): Promise<boolean>;

  find(code: string): Promise<Link | undefined>;

  /**
   * Counts a redirect, durably, unless the link's state forbids it at `now`: see `stateOf`. However
   * many calls are made at once, no more are counted than `maxClicks` allows.
   *
   * @returns the link as it was before: the redirect was counted if that is open
   */
  click(code: string, now: number): Promise<Link | undefined>;

  /**
   * Changes a link in one step, durably. If `edit` throws, the error is passed on and nothing
   * changes.
   *
   * @param edit may run twice; `id`, `code`, `createdAt` and `clicks` stay as they are
   * @returns the link as it is now
   */
  update(code: string, edit: (link: Link) => Link): Promise<Link | undefined>;

  /** Removes a link, durably; its code is free then. */
  remove(code: string): Promise<boolean>;

  /** Newest first: by instant of creation, then by id. */
  list(page: LinkPage): Promise<Link[]>;

  /**
   * Returns the links that `update` and `remove` have changed after a version. A change is included
   * as soon as its call has returned, through every replica.
   *
   * @param version undefined: nothing was read before, so no codes are asked for
   */
  changesSince(version: number | undefined): Promise<Changes>;
}
