/**
 * The URLs of one job, in the memory of the replica that runs it: each once, taken breadth first.
 * It does no I/O: what changed is handed over to be recorded.
 */
import type { PageResult } from '../schemas.ts';
import type { Job, NumberedPage, Progress, Totals, UrlRow, UrlState } from '../store/store.ts';

/** URLs of one job that are recorded, besides targets of redirects; links to more are only counted. */
export const maxUrls = 100_000;

/** Characters of the URLs of one job: each is kept in a row and in an index. */
export const maxUrlCharacters = 16 * 1024 * 1024;

/** Characters of the links of all pages of one job. */
const maxLinkCharacters = 64 * 1024 * 1024;

/** A discovered URL. */
export interface Entry extends UrlRow {
  state: UrlState;
  detail: string;
  /** The state that is on record. */
  recorded: UrlState | undefined;
  /** A worker has taken it, and it has not come to its end yet. */
  isTaken: boolean;
}

export class Frontier {
  readonly #maxPages: number;
  readonly #byUrl = new Map<string, Entry>();
  /** Queued entries by depth, in the order of discovery; entries may have left the queue since. */
  readonly #levels: ({ readonly entries: Entry[]; next: number } | undefined)[] = [];
  #busy = 0;
  #changed = new Set<Entry>();
  #pages: NumberedPage[] = [];
  readonly #totals: { -readonly [K in keyof Totals]: Totals[K] };

  constructor({ maxPages, totals }: Job) {
    this.#maxPages = maxPages;
    this.#totals = { ...totals, urls: { ...totals.urls } };
  }

  /** Takes over what is recorded of the job. */
  restore(rows: readonly UrlRow[]): void {
    for (const row of rows) this.#insert({ ...row, recorded: row.state, isTaken: false });
  }

  entries(state: UrlState): Entry[] {
    return [...this.#byUrl.values()].filter((entry) => entry.state === state);
  }

  get busy(): number {
    return this.#busy;
  }

  get size(): number {
    return this.#byUrl.size;
  }

  /** Whether nothing is left that may be taken, now or once busy workers have come back. */
  get isExhausted(): boolean {
    return this.#busy === 0 && (this.#totals.pages >= this.#maxPages || this.#peek() === undefined);
  }

  /** The next URL, unless the pages there are and those under way use up the budget. */
  take(): Entry | undefined {
    if (this.#totals.pages + this.#busy >= this.#maxPages) return undefined;
    const entry = this.#peek();
    if (entry === undefined) return undefined;
    entry.isTaken = true;
    this.#busy++;
    return entry;
  }

  /** Gives back what `take` yielded; if it has not come to an end, it stays recorded as it is. */
  putBack(entry: Entry): void {
    entry.isTaken = false;
    this.#busy--;
  }

  /** Notes a link. Nothing happens when its URL is known. */
  add(url: string, depth: number, state: UrlState, detail = ''): void {
    if (this.#byUrl.has(url)) return;
    const isFull =
      this.#byUrl.size >= maxUrls || this.#totals.urlCharacters + url.length > maxUrlCharacters;
    if (isFull) return this.addLeftOut(1);
    this.#record(url, depth, state, detail);
  }

  /** Whether `url` was requested, is forbidden, or is in the hands of a worker. */
  isVisited(url: string): boolean {
    const known = this.#byUrl.get(url);
    return known !== undefined && (known.state !== 'queued' || known.isTaken);
  }

  /**
   * Notes that a redirect leads to `url`, which counts as visited from now on. False when it was
   * visited already.
   */
  visit(url: string, depth: number, from: string): boolean {
    if (this.isVisited(url)) return false;
    const detail = `reached by a redirect from ${from}`;
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

  /** Adds a page, without its links when there is no room for them any more. */
  addPage(page: PageResult): void {
    const size = page.links.reduce((sum, link) => sum + link.length + 3, 0);
    const isTooMuch = this.#totals.linkCharacters + size > maxLinkCharacters;
    if (isTooMuch) this.addLeftOut(page.links.length);
    else this.#totals.linkCharacters += size;
    this.#pages.push([this.#totals.pages++, isTooMuch ? { ...page, links: [] } : page]);
  }

  addLeftOut(links: number): void {
    this.#totals.leftOut += links;
  }

  get hasChanged(): boolean {
    return this.#changed.size > 0 || this.#pages.length > 0;
  }

  /** What is new since the last call. */
  takeChanges(): Progress {
    // Copies: an entry may change again before it is written.
    const urls = Array.from(this.#changed, (entry) => {
      const { seq, url, depth, state, detail } = entry;
      this.#count(entry.recorded, -1);
      this.#count((entry.recorded = state), 1);
      return { seq, url, depth, state, detail };
    });
    const totals = { ...this.#totals, urls: { ...this.#totals.urls } };
    const pages = this.#pages;
    this.#changed.clear();
    this.#pages = [];
    return { urls, pages, totals };
  }

  #count(state: UrlState | undefined, change: 1 | -1): void {
    if (state !== undefined) this.#totals.urls[state] = (this.#totals.urls[state] ?? 0) + change;
  }

  #record(url: string, depth: number, state: UrlState, detail: string): void {
    const row = { seq: this.#byUrl.size, url, depth, state, detail };
    const entry = { ...row, recorded: undefined, isTaken: false };
    this.#insert(entry);
    this.#totals.urlCharacters += url.length;
    this.#changed.add(entry);
  }

  #insert(entry: Entry): void {
    this.#byUrl.set(entry.url, entry);
    if (entry.state !== 'queued') return;
    const level = (this.#levels[entry.depth] ??= { entries: [], next: 0 });
    level.entries.push(entry);
  }

  #peek(): Entry | undefined {
    for (const level of this.#levels) {
      // A depth may never have had a queued entry.
      if (level === undefined) continue;
      for (; level.next < level.entries.length; level.next++) {
        const entry = level.entries[level.next]!;
        if (entry.state === 'queued' && !entry.isTaken) return entry;
      }
    }
    return undefined;
  }
}
