/** Shared by the suites of the stores. */
import type { TestContext } from 'node:test';
import { customAlphabet } from 'nanoid';
import type { Link, NewLink } from '../../link.ts';
import type { Stores } from '../url-shortener-store.ts';

export interface Replicas {
  readonly first: Stores;
  readonly second: Stores;
  /** Closes both and opens the state again. */
  readonly reopen: () => Promise<Stores>;
}

export type Open = (t: TestContext) => Promise<Replicas>;

/** Codes of their own for each test: a shared database keeps those of all. */
export const newCode = customAlphabet('abcdefghijkABCDEFGHIJK0123456789', 7);
export const now = Date.UTC(2026, 0, 1);
export const url = 'https://example.com/a?b=c#d';

export const newLink = (code: string, more: Partial<NewLink> = {}): NewLink => ({
  code,
  url,
  createdAt: now,
  notBefore: null,
  expiresAt: null,
  maxClicks: null,
  tags: [],
  details: {},
  ...more,
});

/** Makes a link, and yields it as it is stored. */
export async function makeLink({ links }: Stores, more: Partial<NewLink> = {}): Promise<Link> {
  const link = newLink(newCode(), more);
  await links.insertIfAbsent(link);
  return (await links.find(link.code))!;
}
