/**
 * The URLs of one job, in the memory of the replica that runs it: each once, taken breadth first.
 * It does no I/O: its changes are handed over to be recorded.
 */
import type { PageResult } from '../schemas.ts';
import type { Content } from '../store/archive.ts';
import type {
  Job,
  NumberedPage,
  Progress,
  SitemapTotals,
  Totals,
  UrlRow,
  UrlState,
} from '../store/crawler-store.ts';
import { Levels, type Entry } from './levels.ts';

/** URLs of one job that are recorded, besides targets of redirects; links to more are only counted. */
export const maxUrls = 100_000;

/** Characters of the URLs of one job: each is kept in a row and in an index. */
export const maxUrlCharacters = 16 * 1024 * 1024;

/** Characters of the links of all pages of one job. */
const maxLinkCharacters = 64 * 1024 * 1024;

/** The members of a job that bound its frontier. */
type FrontierOptions = Pick<Job, 'maxPages' | 'totals' | 'options'>;

export class Frontier {
  readonly #maxPages: number;
  /** Depths count: no URL is taken while one that is less deep may still yield links. */
  readonly #isByLevels: boolean;
  readonly #byUrl = new Map<string, Entry>();
  readonly #queue = new Levels();
  readonly #busy = new Set<Entry>();
  #changed = new Set<Entry>();
  #pages: NumberedPage[] = [];
  #contents: Content[] = [];
  #haveTotalsChanged = false;
  readonly #totals: { -readonly [K in keyof Totals]: Totals[K] };

  constructor({ maxPages, totals, options }: FrontierOptions) {
    this.#maxPages = maxPages;
    this.#isByLevels = options.max_depth !== undefined;
    this.#totals = { ...totals, urls: { ...totals.urls } };
  }

  /** Takes over what is recorded of the job. */
  restore(rows: readonly UrlRow[]): void {
    for (const row of rows) this.#insert({ ...row, recorded: row.state, isTaken: false });
  }

  /** The first URL, which has been restored. */
  get seed(): string {
    return this.#byUrl.keys().next().value!;
  }

  entries(state: UrlState): Entry[] {
    return [...this.#byUrl.values()].filter((entry) => entry.state === state);
  }

  get busy(): number {
    return this.#busy.size;
  }

  get size(): number {
    return this.#byUrl.size;
  }

  /** Whether nothing is left that may be taken, now or once busy workers have come back. */
  get isExhausted(): boolean {
    return (
      this.busy === 0 && (this.#totals.pages >= this.#maxPages || this.#queue.first() === undefined)
    );
  }

  /** The next URL, unless the pages there are and those under way use up the budget. */
  take(): Entry | undefined {
    if (this.#totals.pages + this.busy >= this.#maxPages) return undefined;
    const entry = this.#queue.first();
    if (entry === undefined || this.#mustWait(entry)) return undefined;
    this.hold(entry);
    return entry;
  }

  #mustWait({ depth }: Entry): boolean {
    return this.#isByLevels && this.#busy.values().some((busy) => busy.depth < depth);
  }

  /** Takes this very entry: it was taken before a restart, and goes on. */
  hold(entry: Entry): void {
    entry.isTaken = true;
    this.#busy.add(entry);
  }

  /** Notes that the URL of an entry is about to be requested. */
  claim(entry: Entry): void {
    entry.attempts++;
    this.set(entry, 'claimed', entry.detail);
  }

  /** Gives back what `take` yielded; if it has not come to an end, it stays recorded as it is. */
  putBack(entry: Entry): void {
    entry.isTaken = false;
    this.#busy.delete(entry);
  }

  /** Notes a link. Nothing happens when its URL is known. */
  add(url: string, depth: number, state: UrlState, detail = ''): void {
    if (this.#byUrl.has(url)) return;
    const isFull =
      this.#byUrl.size >= maxUrls || this.#totals.urlCharacters + url.length > maxUrlCharacters;
    if (isFull) return this.addLeftOut(1);
    this.#record(url, depth, state, detail);
  }

  knows(url: string): boolean {
    return this.#byUrl.has(url);
  }

  /** Whether `url` was requested, is forbidden, or is in the hands of a worker. */
  isVisited(url: string): boolean {
    const known = this.#byUrl.get(url);
    // Out of the scope of a link is not out of that of a redirect from a page that is less deep.
    const isOpen = known?.state === 'queued' || known?.state === 'out of scope';
    return known !== undefined && (!isOpen || known.isTaken);
  }

  /** Whether only a redirect from `from` has led to `url`: `from` may go there again. */
  isReachedFrom(url: string, from: string): boolean {
    const known = this.#byUrl.get(url);
    return known?.state === 'duplicate' && known.detail === reachedFrom(from);
  }

  /**
   * Notes that a redirect leads to `url`, which counts as visited from now on. False when it was
   * visited already.
   */
  visit(url: string, depth: number, from: string): boolean {
    if (this.isVisited(url)) return false;
    const detail = reachedFrom(from);
    const known = this.#byUrl.get(url);
    // Even beyond the limits: a URL that is not recorded could be requested again.
    if (known === undefined) this.#record(url, depth, 'duplicate', detail);
    else this.set(known, 'duplicate', detail);
    return true;
  }

  /** Notes that `visit` led to a private address. */
  markPrivate(url: string): void {
    this.set(this.#byUrl.get(url)!, 'private address');
  }

  set(entry: Entry, state: UrlState, detail = ''): void {
    entry.state = state;
    entry.detail = detail;
    this.#changed.add(entry);
  }

  /**
   * Adds a page, without its links when there is no room left for them.
   *
   * @param contents what is kept of its content
   */
  addPage(page: PageResult, contents: readonly Omit<Content, 'page'>[] = []): void {
    const size = page.links.reduce((sum, link) => sum + link.length + 3, 0);
    const isTooMuch = this.#totals.linkCharacters + size > maxLinkCharacters;
    if (isTooMuch) this.addLeftOut(page.links.length);
    else this.#totals.linkCharacters += size;
    const number = this.#totals.pages++;
    for (const content of contents) this.#contents.push({ page: number, ...content });
    this.#pages.push([number, isTooMuch ? { ...page, links: [] } : page]);
  }

  addLeftOut(links: number): void {
    this.#totals.leftOut += links;
  }

  /** The totals of the sitemaps; undefined while they are still to be read. */
  get sitemaps(): SitemapTotals | undefined {
    return this.#totals.sitemaps;
  }

  /** Notes that the sitemaps were read. */
  addSitemaps(sitemaps: SitemapTotals): void {
    this.#totals.sitemaps = sitemaps;
    this.#haveTotalsChanged = true;
  }

  get hasChanged(): boolean {
    return this.#changed.size > 0 || this.#pages.length > 0 || this.#haveTotalsChanged;
  }

  /** Returns the changes since the last call. */
  takeChanges(): Progress & { readonly contents: readonly Content[] } {
    // Copies: an entry may change again before it is written.
    const urls = Array.from(this.#changed, (entry) => {
      const { seq, url, depth, state, detail, attempts } = entry;
      this.#count(entry.recorded, -1);
      this.#count((entry.recorded = state), 1);
      return { seq, url, depth, state, detail, attempts };
    });
    const totals = { ...this.#totals, urls: { ...this.#totals.urls } };
    const [pages, contents] = [this.#pages, this.#contents];
    this.#changed.clear();
    this.#pages = [];
    this.#contents = [];
    this.#haveTotalsChanged = false;
    return { urls, pages, totals, contents };
  }

  #count(state: UrlState | undefined, change: 1 | -1): void {
    if (state !== undefined) this.#totals.urls[state] = (this.#totals.urls[state] ?? 0) + change;
  }

  #record(url: string, depth: number, state: UrlState, detail: string): void {
    const row = { seq: this.#byUrl.size, url, depth, state, detail, attempts: 0 };
    const entry = { ...row, recorded: undefined, isTaken: false };
    this.#insert(entry);
    this.#totals.urlCharacters += url.length;
    this.#changed.add(entry);
  }

  #insert(entry: Entry): void {
    this.#byUrl.set(entry.url, entry);
    if (entry.state === 'queued') this.#queue.add(entry);
  }
}

const reachedFrom = (url: string) => `reached by a redirect from ${url}`;
