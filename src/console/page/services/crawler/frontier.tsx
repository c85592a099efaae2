/** What was found so far, as a tree that grows from the seed. */
import { useMemo } from 'preact/hooks';
import { plural } from '../../live/format.ts';
import { LongList } from '../../parts/long-list.tsx';
import { treeOf, type CrawledPage, type FoundUrl, type Node } from './tree.ts';

interface FrontierProps {
  readonly urls: readonly FoundUrl[];
  readonly pages: readonly CrawledPage[];
  /** URL of the page that came last, while others may come. */
  readonly newest: string | undefined;
  /** @param n of the page whose text is wanted, from 1 */
  readonly read: (n: number) => void;
}

export function Frontier({ urls, pages, newest, read }: FrontierProps) {
  const nodes = useMemo(() => treeOf(urls, pages), [urls, pages]);
  return (
    <section class="panel" aria-labelledby="frontier">
      <div class="spread">
        <h2 id="frontier">Found so far</h2>
        <span class="note">{plural(urls.length, 'URL')}</span>
      </div>
      {nodes.length === 0 ? (
        <p class="empty">It waits for its turn.</p>
      ) : (
        <LongList
          label="Tree of URLs"
          items={nodes}
          keyOf={({ found }: Node) => found.url}
          draw={({ found, n, page }: Node) => (
            <span
              class={found.url === newest ? 'branch newest' : 'branch'}
              style={{ paddingLeft: `${Math.min(found.depth, 12) * 1.25}rem` }}
            >
              <span class={`state ${found.reason ?? found.status}`}>
                {found.reason ?? found.status}
              </span>
              {page?.formats?.includes('markdown') ? (
                <button aria-label={`Text of ${found.url}`} onClick={() => read(n)}>
                  {found.url}
                </button>
              ) : (
                <span>{found.url}</span>
              )}
              {found.url === newest && <b>newest</b>}
              <span class="note">{page?.error ?? page?.title ?? found.detail}</span>
            </span>
          )}
        />
      )}
    </section>
  );
}
