/** The URLs of a crawl as a tree: each below the page that linked to it first. */
import type { hawker } from '../../live/hawker.ts';

export type FoundUrl = Awaited<ReturnType<typeof hawker.crawler.listUrls>>['urls'][number];

export interface CrawledPage {
  readonly url: string;
  readonly status_code: number;
  readonly title: string;
  readonly links: readonly string[];
  readonly error?: string;
  readonly formats?: readonly string[];
}

export interface Node {
  readonly found: FoundUrl;
  /** The page of that URL, counted from 1 in the order of completion; 0 while there is none. */
  readonly n: number;
  readonly page: CrawledPage | undefined;
}

/** In the order in which a tree is written: each page, then what was found on it. */
export function treeOf(urls: readonly FoundUrl[], pages: readonly CrawledPage[]): Node[] {
  const numbers = new Map(pages.map(({ url }, i) => [url, i + 1]));
  const depths = new Map(urls.map(({ url, depth }) => [url, depth]));
  const parents = new Map<string, string>();
  for (const { url, links } of pages) {
    const below = (depths.get(url) ?? 0) + 1;
    for (const link of links) {
      if (!parents.has(link) && depths.get(link) === below) parents.set(link, url);
    }
  }
  const children = Map.groupBy(urls, ({ url }) => parents.get(url));
  const nodes: Node[] = [];
  const add = (found: FoundUrl) => {
    const n = numbers.get(found.url) ?? 0;
    nodes.push({ found, n, page: pages[n - 1] });
    for (const child of children.get(found.url) ?? []) add(child);
  };
  for (const root of children.get(undefined) ?? []) add(root);
  return nodes;
}
