/**
 * The rules of the hosts of one job: robots.txt, fetched once and kept for a day at most (RFC
 * 9309).
 */
import { LRUCache } from 'lru-cache';
import { maxUrlLength } from '#kit/web/target-url.ts';
import { FetchError, type Answer, type Fetcher } from '../web/fetcher.ts';
import { allowAll, maxRobotsBytes, parseRobots, type Robots } from '../web/robots.ts';
import { resolveLink } from '../web/url.ts';
import { retrying, type Retries } from './retry.ts';

export interface Unreachable {
  readonly isReachable: false;
  readonly error: string;
  readonly isPrivate: boolean;
}

type HostRules = ({ readonly isReachable: true } & Robots) | Unreachable;

const unrestricted: HostRules = { isReachable: true, ...allowAll };

/** Redirects that are followed, of pages and of robots.txt. */
export const maxRedirects = 5;

interface RobotsCacheOptions {
  readonly fetcher: Fetcher;
  /** Product token of the crawler; undefined to ask no robots.txt. */
  readonly token: string | undefined;
  /** Waits for the turn of a request to this URL. */
  readonly waitForTurn: (url: URL) => Promise<void>;
  readonly signal: AbortSignal;
  readonly retries: Retries;
  /** Whether `sitemapsOf` is asked. */
  readonly keepsSitemaps: boolean;
}

export class RobotsCache {
  readonly #options: RobotsCacheOptions;
  readonly #known = new LRUCache<string, HostRules>({
    maxSize: 8 * 1024 * 1024,
    sizeCalculation: (rules) => 1_000 + (rules.isReachable ? rules.size : 0),
    ttl: 24 * 60 * 60 * 1000,
  });
  readonly #asking = new Map<string, Promise<HostRules>>();

  constructor(options: RobotsCacheOptions) {
    this.#options = options;
  }

  /** The rules of the origin of `url`; at once when they are known. */
  rulesFor({ origin }: URL): HostRules | Promise<HostRules> {
    if (this.#options.token === undefined) return unrestricted;
    const known = this.#known.get(origin) ?? this.#asking.get(origin);
    if (known !== undefined) return known;
    const asking = this.#ask(origin, this.#options.token).finally(() =>
      this.#asking.delete(origin),
    );
    this.#asking.set(origin, asking);
    return asking;
  }

  /** The sitemaps that the robots.txt of an origin names, also where its rules are not asked for. */
  async sitemapsOf(url: URL): Promise<readonly string[]> {
    const { token } = this.#options;
    const rules = await (token === undefined ? this.#ask(url.origin, '') : this.rulesFor(url));
    return rules.isReachable ? rules.sitemaps : [];
  }

  async #ask(origin: string, token: string): Promise<HostRules> {
    const rules = await this.#fetch(`${origin}/robots.txt`, token);
    this.#known.set(origin, rules);
    return rules;
  }

  /** RFC 9309, section 2.3.1: a missing file allows everything, a host without answer nothing. */
  async #fetch(first: string, token: string): Promise<HostRules> {
    const { fetcher, waitForTurn, signal, retries, keepsSitemaps } = this.#options;
    const ask = async (url: URL) => {
      await waitForTurn(url);
      return fetcher.get(url, ({ status }) => (status === 200 ? maxRobotsBytes : 0), signal);
    };
    let url: URL | null = new URL(first);
    for (let redirects = 0; url !== null && redirects <= maxRedirects; redirects++) {
      const address: URL = url;
      let answer: Answer;
      try {
        answer = await retrying(retries, () => ask(address));
      } catch (error) {
        if (!(error instanceof FetchError)) throw error;
        return unreachable(error.message, error.isPrivate);
      }
      const { status, location, body } = answer;
      if (status === 200) {
        const robots = await parseRobots(wholeLines(body), token);
        return { isReachable: true, ...robots, ...(!keepsSitemaps && { sitemaps: [] }) };
      }
      if (status >= 500) return unreachable(`status ${status}`);
      if (status < 300 || status >= 400) return unrestricted;
      const target: ReturnType<typeof resolveLink> =
        location === undefined ? undefined : resolveLink(location, url.href);
      if (target?.scheme === 'web' && target.url.length > maxUrlLength) {
        return unreachable('redirect URL is too long');
      }
      url = target?.scheme === 'web' ? new URL(target.url) : null;
    }
    return unrestricted;
  }
}

export const robotsUnreachable = 'robots.txt cannot be reached';

function unreachable(error: string, isPrivate = false): Unreachable {
  const text = isPrivate ? error : `${robotsUnreachable}: ${error}`;
  return { isReachable: false, error: text, isPrivate };
}

/** The text without a last line that the limit cut off: half a rule may forbid everything. */
function wholeLines(body: Buffer): string {
  const whole = Math.max(body.lastIndexOf('\n'), body.lastIndexOf('\r')) + 1;
  return new TextDecoder().decode(body.length < maxRobotsBytes ? body : body.subarray(0, whole));
}
