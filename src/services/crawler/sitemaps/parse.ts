/** Sitemaps and their indexes as https://www.sitemaps.org/protocol.html has them, as they come. */
import { Parser, type Handler } from 'htmlparser2';
import { maxUrlLength } from '#kit/web/target-url.ts';
import { TimeSlice } from '#kit/time-slice.ts';
import { decodedBody } from '../web/body.ts';
import { FetchError } from '../web/fetcher.ts';

/** Bytes of one that are read, decompressed: as large as the protocol allows. */
export const maxSitemapBytes = 50 * 1024 * 1024;

/** Elements within elements: the parser's time grows with their number. */
const maxDepth = 20;

/** Characters that are parsed together. */
const portionCharacters = 16 * 1024;

export interface Sitemap {
  /** As they stand there. */
  readonly urls: string[];
  /** Further sitemaps, of an index. */
  readonly sitemaps: string[];
  /** Entries beyond the limit. */
  readonly leftOut: number;
}

/**
 * @param body compressed by gzip, or not
 * @param maxEntries that are kept of it
 * @throws FetchError when it is no sitemap that we would read; Error when the body breaks off
 */
export async function parseSitemap(
  body: AsyncIterable<Buffer>,
  maxEntries: number,
): Promise<Sitemap> {
  const reader = new Reader(maxEntries);
  const parser = new Parser(reader, { xmlMode: true });
  const decoder = new TextDecoder();
  const slice = new TimeSlice();
  for await (const bytes of unzipped(body)) {
    const text = decoder.decode(bytes, { stream: true });
    for (let at = 0; at < text.length; at += portionCharacters) {
      if (slice.isOver) await slice.next();
      parser.write(text.slice(at, at + portionCharacters));
    }
  }
  parser.end();
  return reader;
}

class Reader implements Sitemap, Partial<Handler> {
  readonly urls: string[] = [];
  readonly sitemaps: string[] = [];
  leftOut = 0;
  readonly #maxEntries: number;
  #depth = 0;
  #entry: string[] | undefined;
  #address: string | undefined;

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  onopentagname(name: string): void {
    if (++this.#depth > maxDepth) throw new FetchError('it is no sitemap');
    if (name === 'url') this.#entry = this.urls;
    else if (name === 'sitemap') this.#entry = this.sitemaps;
    else if (name === 'loc' && this.#entry !== undefined) this.#address = '';
  }

  ontext(text: string): void {
    if (this.#address === undefined) return;
    // What is longer than a URL may be is cut, and not taken for one.
    this.#address += text.slice(0, 2 * maxUrlLength - this.#address.length);
  }

  onclosetag(name: string): void {
    this.#depth--;
    if (name === 'loc') this.#endAddress();
    else if (name === 'url' || name === 'sitemap') this.#entry = undefined;
  }

  #endAddress(): void {
    const address = this.#address?.trim();
    this.#address = undefined;
    if (address === undefined || address === '' || this.#entry === undefined) return;
    if (address.length > maxUrlLength || this.#entry.length >= this.#maxEntries) this.leftOut++;
    else this.#entry.push(address);
  }
}

/** Many sitemaps are files that were compressed, whatever their Content-Encoding says. */
async function* unzipped(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  while (start.length < 2) {
    const { done, value } = await chunks.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  async function* whole() {
    try {
      yield start;
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
    } finally {
      await chunks.return?.();
    }
  }
  const isGzip = start[0] === 0x1f && start[1] === 0x8b;
  yield* decodedBody(whole(), isGzip ? 'gzip' : '', maxSitemapBytes);
}
