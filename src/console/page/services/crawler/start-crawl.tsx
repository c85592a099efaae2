/** Starts a crawl whose pages keep their text, so that it can be read. */
import { hawker } from '../../live/hawker.ts';
import { FirstRun } from '../../parts/first-run.tsx';
import { readForm } from '../../parts/form.ts';

interface StartCrawlProps {
  /** There is no crawl yet. */
  readonly isFirst: boolean;
  /** Where the latest crawl began. */
  readonly latest: string | undefined;
  readonly done: (id: string) => void;
  readonly refused: (error: Error | undefined) => void;
}

/** Something that can be read, also offline: the page itself is drawn by its script. */
const reference = new URL('/reference', location.href).href;

export function StartCrawl({ isFirst, latest, done, refused }: StartCrawlProps) {
  const submit = async (event: SubmitEvent) => {
    const { url = '', pages, depth } = readForm(event);
    const { data, error } = await hawker.crawler
      .start({
        url,
        max_pages: Number(pages),
        max_depth: Number(depth),
        same_host: true,
        formats: ['markdown'],
      })
      .result();
    refused(error);
    if (data !== undefined) done(data.job_id);
  };
  return (
    <FirstRun
      isFirst={isFirst}
      summary={isFirst ? 'No crawl yet: start one to look at' : 'Start a crawl'}
    >
      <form class="row" onSubmit={(event) => void submit(event)}>
        <label class="field">
          <span>Where it begins</span>
          <input name="url" type="url" defaultValue={latest ?? reference} required />
        </label>
        <label class="field">
          <span>Pages at most</span>
          <input name="pages" type="number" min="1" max="1000" defaultValue="20" required />
        </label>
        <label class="field">
          <span>Links from there</span>
          <input name="depth" type="number" min="0" max="100" defaultValue="3" required />
        </label>
        <button class="primary">Crawl</button>
      </form>
      <p class="note">It stays on that host, asks robots.txt, and waits between two pages.</p>
    </FirstRun>
  );
}
