/**
 * Addresses in XML: of sitemaps and their indexes (https://www.sitemaps.org/protocol.html), and of
 * RSS and Atom feeds. Elements count by their namespace and name, whatever prefix they have.
 */
import type { Handler } from 'htmlparser2';
import { maxUrlLength } from '#kit/web/target-url.ts';
import { FetchError } from '../web/fetcher.ts';

/** Elements within elements: the parser's time grows with their number. */
const maxDepth = 100;

export interface Addresses {
  /** As they stand there. */
  readonly urls: string[];
  /** Further sitemaps, of an index. */
  readonly sitemaps: string[];
  /** Entries beyond the limit. */
  readonly leftOut: number;
}

type Attributes = Readonly<Record<string, string>>;

interface OpenElement {
  readonly name: string;
  readonly namespace: string;
  /** The namespaces that it declares, by prefix. */
  readonly declared: ReadonlyMap<string, string> | undefined;
}

/** The parts of an entry that tell its address. */
interface Entry {
  readonly element: OpenElement;
  readonly depth: number;
  readonly target: string[];
  address: string | undefined;
  /** The address when there is no other. */
  fallback: string | undefined;
}

/** The documents in which an element is an entry. */
const rootsOfEntries: ReadonlyMap<string, RegExp> = new Map([
  ['url', /^(urlset|sitemapindex|url)$/],
  ['sitemap', /^(sitemapindex|urlset|sitemap)$/],
  ['item', /^(rss|rdf)$/],
  ['entry', /^feed$/],
]);

const roots = /^(urlset|sitemapindex|url|sitemap|rss|rdf|feed)$/;

export class AddressReader implements Addresses, Partial<Handler> {
  readonly urls: string[] = [];
  readonly sitemaps: string[] = [];
  leftOut = 0;
  readonly #maxEntries: number;
  readonly #open: OpenElement[] = [];
  #root: string | undefined;
  #entry: Entry | undefined;
  /** Text that is being read, and the depth of its element. */
  #text: { value: string; readonly depth: number; readonly isFallback: boolean } | undefined;

  /** @param maxEntries that are kept */
  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  /** @throws FetchError when this was not a sitemap */
  check(): void {
    if (this.#root === undefined) throw new FetchError('it is not XML');
    if (/^(html|head|title|meta|script|body)$/.test(this.#root)) {
      throw new FetchError('it is an HTML page');
    }
    if (!roots.test(this.#root)) {
      throw new FetchError(`its first element is <${this.#root.slice(0, 40)}>`);
    }
  }

  /** Takes the address of an entry. */
  add(target: string[], given: string): void {
    const address = given.trim();
    if (address === '') return;
    if (address.length > maxUrlLength || target.length >= this.#maxEntries) this.leftOut++;
    else target.push(address);
  }

  onopentag(qualified: string, attributes: Attributes): void {
    if (this.#open.length >= maxDepth) throw new FetchError('its elements are nested too deep');
    const declared = declaredBy(attributes);
    const colon = qualified.indexOf(':');
    const name = qualified.slice(colon + 1).toLowerCase();
    const namespace = this.#namespaceOf(qualified.slice(0, Math.max(colon, 0)), declared);
    const element = { name, namespace, declared };
    this.#root ??= name;
    if (this.#entry === undefined) this.#beginEntry(element);
    else if (this.#isIn(this.#entry, element)) this.#beginMember(this.#entry, name, attributes);
    this.#open.push(element);
  }

  ontext(text: string): void {
    const open = this.#text;
    if (open === undefined) return;
    // A text longer than a URL may be is cut, and not taken for one.
    open.value += text.slice(0, 2 * maxUrlLength - open.value.length);
  }

  onclosetag(): void {
    this.#open.pop();
    const depth = this.#open.length;
    const entry = this.#entry;
    if (entry === undefined) return;
    if (this.#text?.depth === depth) {
      const { value, isFallback } = this.#text;
      this.#text = undefined;
      if (isFallback) entry.fallback ??= value;
      else if (entry.address === undefined || entry.address.trim() === '') entry.address = value;
    }
    if (entry.depth !== depth) return;
    this.#entry = undefined;
    this.add(entry.target, entry.address?.trim() || entry.fallback || '');
  }

  /** A prefix that nobody declared is kept as it is. */
  #namespaceOf(prefix: string, declared: OpenElement['declared']): string {
    const own = declared?.get(prefix);
    if (own !== undefined) return own;
    for (let i = this.#open.length - 1; i >= 0; i--) {
      const inherited = this.#open[i]!.declared?.get(prefix);
      if (inherited !== undefined) return inherited;
    }
    return prefix;
  }

  #beginEntry(element: OpenElement): void {
    const { name, namespace } = element;
    if (rootsOfEntries.get(name)?.test(this.#root!) !== true) return;
    const isSitemaps = name === 'url' || name === 'sitemap';
    // RSS 1.0 stands in the element of another vocabulary.
    if (isSitemaps && namespace !== (this.#open[0]?.namespace ?? namespace)) return;
    const target = name === 'sitemap' ? this.sitemaps : this.urls;
    const depth = this.#open.length;
    this.#entry = { element, depth, target, address: undefined, fallback: undefined };
  }

  /** Whether an element about to be opened is a member of an entry, in its vocabulary. */
  #isIn({ depth, element }: Entry, { namespace }: OpenElement): boolean {
    return this.#open.length === depth + 1 && namespace === element.namespace;
  }

  #beginMember(entry: Entry, name: string, attributes: Attributes): void {
    const kind = entry.element.name;
    if (kind === 'entry') {
      const { rel = 'alternate', href } = attributes;
      if (name === 'link' && rel.toLowerCase() === 'alternate') entry.address ??= href;
      return;
    }
    const isFallback = kind === 'item' && name === 'guid';
    if (isFallback && attributes['isPermaLink']?.toLowerCase() === 'false') return;
    if (!isFallback && name !== (kind === 'item' ? 'link' : 'loc')) return;
    this.#text = { value: '', depth: this.#open.length, isFallback };
  }
}

function declaredBy(attributes: Attributes): Map<string, string> | undefined {
  let declared: Map<string, string> | undefined;
  for (const name in attributes) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
    declared ??= new Map();
    declared.set(name.slice('xmlns:'.length), attributes[name]!.trim());
  }
  return declared;
}
