/** What the hosts of one job allow: robots.txt, fetched once and kept for a day at most. */
import { LRUCache } from 'lru-cache';
import { FetchError, type Fetcher, type Head, type Sink } from './web/fetcher.ts';
import { allowAll, maxRobotsBytes, parseRobots, type Robots } from './web/robots.ts';
import { maxUrlLength, resolveLink } from './web/url.ts';

export interface Unreachable {
  readonly isReachable: false;
  readonly error: string;
  readonly isPrivate: boolean;
}

export type Verdict = ({ readonly isReachable: true } & Robots) | Unreachable;

const open: Verdict = { isReachable: true, ...allowAll };

/** Redirects that are followed, of pages and of robots.txt. */
export const maxRedirects = 5;

export interface HostsOptions {
  readonly fetcher: Fetcher;
  /** Product token of the crawler; undefined to ask no robots.txt. */
  readonly token: string | undefined;
  /** Waits for the turn of a request to this URL. */
  readonly pace: (url: URL) => Promise<void>;
  readonly signal: AbortSignal;
}

export class Hosts {
  readonly #options: HostsOptions;
  readonly #kept = new LRUCache<string, Verdict>({
    maxSize: 8 * 1024 * 1024,
    sizeCalculation: (verdict) => 1_000 + (verdict.isReachable ? verdict.size : 0),
    ttl: 24 * 60 * 60 * 1000,
  });
  readonly #asking = new Map<string, Promise<Verdict>>();

  constructor(options: HostsOptions) {
    this.#options = options;
  }

  /** The verdict on the origin of `url`; at once when it is known. */
  of({ origin }: URL): Verdict | Promise<Verdict> {
    if (this.#options.token === undefined) return open;
    const known = this.#kept.get(origin) ?? this.#asking.get(origin);
    if (known !== undefined) return known;
    const asking = this.#ask(origin, this.#options.token).finally(() =>
      this.#asking.delete(origin),
    );
    this.#asking.set(origin, asking);
    return asking;
  }

  async #ask(origin: string, token: string): Promise<Verdict> {
    const verdict = await this.#fetch(`${origin}/robots.txt`, token);
    this.#kept.set(origin, verdict);
    return verdict;
  }

  /** RFC 9309, section 2.3.1: no such file allows everything, no answer allows nothing. */
  async #fetch(address: string, token: string): Promise<Verdict> {
    const { fetcher, pace, signal } = this.#options;
    let url: URL | null = new URL(address);
    for (let redirects = 0; url !== null && redirects <= maxRedirects; redirects++) {
      await pace(url);
      const body = new Body();
      let head: Head;
      try {
        head = await fetcher.get(url, ({ status }) => (status === 200 ? body : undefined), signal);
      } catch (error) {
        if (!(error instanceof FetchError)) throw error;
        return unreachable(error.message, error.isPrivate);
      }
      if (head.status === 200) {
        return { isReachable: true, ...parseRobots(body.text(), token) };
      }
      if (head.status >= 500) return unreachable(`status ${head.status}`);
      if (head.status < 300 || head.status >= 400) return open;
      const target: ReturnType<typeof resolveLink> =
        head.location === undefined ? undefined : resolveLink(head.location, url.href);
      if (target?.scheme === 'web' && target.url.length > maxUrlLength) {
        return unreachable('redirected to too long a URL');
      }
      url = target?.scheme === 'web' ? new URL(target.url) : null;
    }
    return open;
  }
}

export const robotsUnreachable = 'robots.txt cannot be reached';

function unreachable(error: string, isPrivate = false): Unreachable {
  const text = isPrivate ? error : `${robotsUnreachable}: ${error}`;
  return { isReachable: false, error: text, isPrivate };
}

class Body implements Sink {
  readonly limit = maxRobotsBytes;
  readonly #chunks: Buffer[] = [];

  write(bytes: Buffer): void {
    this.#chunks.push(bytes);
  }

  end(): void {}

  /** Without a line that was cut: half a rule may forbid everything. */
  text(): string {
    const bytes = Buffer.concat(this.#chunks);
    const whole = Math.max(bytes.lastIndexOf('\n'), bytes.lastIndexOf('\r')) + 1;
    return new TextDecoder().decode(bytes.length < this.limit ? bytes : bytes.subarray(0, whole));
  }
}
