/** What a page says, as it was kept. */
import { hawker } from '../../live/hawker.ts';
import { useLoaded } from '../../live/hooks.ts';
import { Code } from '../../parts/code.tsx';
import { useOpened } from '../../parts/opened.ts';
import { Problem } from '../../parts/problem.tsx';
import type { CrawledPage } from './tree.ts';

interface PageTextProps {
  readonly id: string;
  /** From 1, in the order of completion. */
  readonly n: number;
  readonly page: CrawledPage | undefined;
}

/** What is shown of a page, characters. */
const maxShown = 64 * 1_024;

export function PageText({ id, n, page }: PageTextProps) {
  const { data, error, reload } = useLoaded(async () => {
    const content = await hawker.crawler.showContent(id, n, { format: 'markdown' });
    return (await content.text()).slice(0, maxShown);
  }, [id, n]);
  const section = useOpened(data !== undefined);
  return (
    <section class="panel" aria-labelledby="page-text" ref={section}>
      <h2 id="page-text" tabIndex={-1}>
        {page?.title || page?.url}
      </h2>
      {error && <Problem error={error} retry={reload} />}
      {data === '' && <p class="empty">Nothing on it is meant to be read.</p>}
      {data && <Code text={data} label="Text of the page" />}
    </section>
  );
}
