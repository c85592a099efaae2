/** Sitemaps in each of their forms, as they come: XML, feeds, and lists of URLs. */
import { Parser } from 'htmlparser2';
import { maxUrlLength } from '#kit/web/target-url.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { decodedBody, isGzip } from '../web/body.ts';
import { xmlDecoder } from '../web/charset.ts';
import { FetchError } from '../web/fetcher.ts';
import { Input } from '../web/http/input.ts';
import { AddressReader, type Addresses } from './reader.ts';

/** Bytes of one that are read, decompressed: as large as the protocol allows. */
export const maxSitemapBytes = 50 * 1024 * 1024;

/** Characters that are parsed together. */
const portionCharacters = 16 * 1024;

/** Bytes in which an XML declaration ends, and white space before the first element. */
const startBytes = 1_024;

export interface Sitemap extends Addresses {
  /** Why it yields nothing; undefined when it yields something. */
  readonly nothingBecause: string | undefined;
}

/**
 * @param body compressed by gzip, or not
 * @param contentType its charset has precedence over what the sitemap says of itself
 * @param maxEntries that are kept of it
 * @throws FetchError when it is not a sitemap that we would read; Error when the body breaks off
 */
export async function parseSitemap(
  body: AsyncIterable<Buffer>,
  contentType: string,
  maxEntries: number,
): Promise<Sitemap> {
  const input = await unzipped(body);
  const start = await input.peek(startBytes);
  const decoder = xmlDecoder(start, contentType);
  const beginning = new TextDecoder(decoder.encoding).decode(start, { stream: true }).trimStart();
  if (beginning === '') throw new FetchError('it is empty');
  const reader = new AddressReader(maxEntries);
  const portions = decoded(input, decoder);
  if (beginning.startsWith('<')) await readXml(portions, reader);
  else await readList(portions, reader);
  const { urls, sitemaps, leftOut } = reader;
  const isNothing = urls.length === 0 && sitemaps.length === 0;
  if (isNothing && leftOut === 0) reader.check();
  const why = leftOut === 0 ? 'it lists nothing' : 'nothing of it is within the limits';
  return { urls, sitemaps, leftOut, nothingBecause: isNothing ? why : undefined };
}

/** Many sitemaps are files that were compressed, whatever their Content-Encoding says. */
async function unzipped(body: AsyncIterable<Buffer>): Promise<Input> {
  const input = new Input(body);
  const encoding = isGzip(await input.peek(2)) ? 'gzip' : '';
  return new Input(decodedBody(input.all(), encoding, maxSitemapBytes));
}

async function* decoded(input: Input, decoder: TextDecoder): AsyncGenerator<string> {
  const slice = new TimeSlice();
  for await (const bytes of input.all()) {
    const text = decoder.decode(bytes, { stream: true });
    for (let at = 0; at < text.length; at += portionCharacters) {
      if (slice.isOver) await slice.next();
      yield text.slice(at, at + portionCharacters);
    }
  }
  yield decoder.decode();
}

async function readXml(portions: AsyncIterable<string>, reader: AddressReader): Promise<void> {
  const parser = new Parser(reader, { xmlMode: true });
  let isFirst = true;
  for await (const portion of portions) {
    parser.write(isFirst ? portion.trimStart() : portion);
    isFirst = false;
  }
  parser.end();
}

/** A URL a line; other lines say nothing. */
async function readList(portions: AsyncIterable<string>, reader: AddressReader): Promise<void> {
  let rest = '';
  let found = 0;
  const take = (line: string) => {
    if (!/^\s*https?:\/\/\S+\s*$/i.test(line)) return;
    found++;
    reader.add(reader.urls, line);
  };
  for await (const portion of portions) {
    const lines = (rest + portion).split(/[\r\n]+/);
    // A line that is longer than a URL may be is cut, and not taken for one.
    rest = lines.pop()!.slice(0, 2 * maxUrlLength);
    lines.forEach(take);
  }
  take(rest);
  if (found === 0) throw new FetchError('it is neither XML nor a list of URLs');
}
