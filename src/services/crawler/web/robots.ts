/** robots.txt as defined by RFC 9309, in bounded time whatever it holds. */
import { TimeSlice } from '#kit/base/time-slice.ts';
import { normalizeEscapes } from './url.ts';

/** Bytes of a robots.txt that are read (RFC 9309, section 2.5). */
export const maxRobotsBytes = 500 * 1024;

/**
 * Wildcards of a host that are tried on a URL: each may take the time of the whole URL. Rules beyond
 * that forbid what begins like them, up to their first wildcard, or do not allow anything.
 */
export const maxWildcards = 1_000;

/** Longest time between two requests that a host may ask for, milliseconds. */
const maxCrawlDelayMs = 60_000;

export interface Robots {
  /** Whether a URL of the host may be requested. */
  allows(url: URL): Promise<boolean>;
  /** Milliseconds between two requests to the host; 0 when it asks for nothing. */
  readonly crawlDelayMs: number;
  /** Addresses of sitemaps, as they stand there. */
  readonly sitemaps: readonly string[];
  /** Characters of its rules: about what it takes to keep them. */
  readonly size: number;
}

export const allowAll: Robots = {
  allows: async () => true,
  crawlDelayMs: 0,
  sitemaps: [],
  size: 0,
};

/** Sitemaps of a host that are remembered. */
const maxSitemapLines = 100;

interface Rule {
  readonly allow: boolean;
  /** The pattern between its wildcards. */
  readonly parts: readonly string[];
  readonly isAnchored: boolean;
  readonly length: number;
}

interface Group {
  readonly rules: Rule[];
  wildcards: number;
  crawlDelayMs: number;
}

/** @param token the product token of the crawler, in lower case */
export async function parseRobots(text: string, token: string): Promise<Robots> {
  const groups: Record<'own' | 'any', Group> = {
    own: { rules: [], wildcards: 0, crawlDelayMs: 0 },
    any: { rules: [], wildcards: 0, crawlDelayMs: 0 },
  };
  const sitemaps: string[] = [];
  let names = new Set<'own' | 'any'>();
  let isOwn = false;
  let isNaming = false;
  const slice = new TimeSlice();
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    if (slice.isOver) await slice.next();
    const [, key = '', value = ''] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? [];
    const field = key.toLowerCase();
    if (field === 'sitemap' && sitemaps.length < maxSitemapLines) sitemaps.push(value.trim());
    if (field === 'user-agent') {
      if (!isNaming) names = new Set();
      isNaming = true;
      const agent = value.trim().toLowerCase();
      if (agent === '*') names.add('any');
      else if (/^[a-z_-]+/.exec(agent)?.[0] === token) names.add('own');
      isOwn ||= names.has('own');
    } else if (field === 'allow' || field === 'disallow' || field === 'crawl-delay') {
      isNaming = false;
      for (const name of names) apply(groups[name], field, value.trim());
    }
  }
  const { rules, crawlDelayMs } = isOwn ? groups.own : groups.any;
  const ofRules = rules.reduce((sum, { length }) => sum + length + 100, 0);
  const size = sitemaps.reduce((sum, { length }) => sum + length, ofRules);
  return { allows: (url) => allows(rules, url), crawlDelayMs, sitemaps, size };
}

function apply(group: Group, field: 'allow' | 'disallow' | 'crawl-delay', value: string): void {
  if (field === 'crawl-delay') {
    const seconds = secondsOf(value);
    if (seconds >= 0) group.crawlDelayMs = Math.min(seconds * 1000, maxCrawlDelayMs);
    return;
  }
  if (!/^[/*]/.test(value)) return;
  const isAnchored = value.endsWith('$');
  const pattern = escapePath(isAnchored ? value.slice(0, -1) : value);
  const parts = pattern.split(/\*+/).map(escapeSpecial);
  const allow = field === 'allow';
  const length = pattern.length + Number(isAnchored);
  group.wildcards += parts.length - 1;
  if (parts.length === 1 || group.wildcards <= maxWildcards) {
    group.rules.push({ allow, parts, isAnchored, length });
  } else if (!allow) {
    group.rules.push({ allow, parts: parts.slice(0, 1), isAnchored: false, length });
  }
}

/** Also `2,5`, `10s` and `10 seconds`; NaN when it is not a number. */
function secondsOf(value: string): number {
  const number = value.replace(',', '.');
  const whole = number === '' ? Number.NaN : Number(number);
  return Number.isNaN(whole)
    ? Number.parseFloat(/^[\d.]+(?=\s*s)/i.exec(number)?.[0] ?? '')
    : whole;
}

/** Percent-encodes what a URL would have percent-encoded. */
function escapePath(pattern: string): string {
  const escaped = pattern.replace(/[^\x21-\x7e]+/g, (text) => encodeURI(text.toWellFormed()));
  return normalizeEscapes(escaped);
}

/**
 * RFC 9309, section 2.2.3: an asterisk or a dollar sign of a URL is matched by itself percent-encoded,
 * which is a wildcard or the end when it stands as it is.
 */
const escapeSpecial = (text: string) => text.replaceAll('*', '%2A').replaceAll('$', '%24');

/** The longest pattern that matches decides; if two are equally long, the one that allows. */
async function allows(rules: readonly Rule[], { pathname, search }: URL): Promise<boolean> {
  const path = escapeSpecial(normalizeEscapes(pathname + search));
  if (path === '/robots.txt') return true;
  let best = { allow: true, length: -1 };
  const slice = new TimeSlice();
  for (const rule of rules) {
    if (slice.isOver) await slice.next();
    const mayDecide = rule.length > best.length || (rule.length === best.length && rule.allow);
    if (mayDecide && matches(rule, path)) best = rule;
  }
  return best.allow;
}

/** Takes each part where it first fits: if the pattern matches at all, this finds a match. */
function matches({ parts, isAnchored }: Rule, path: string): boolean {
  if (!path.startsWith(parts[0]!)) return false;
  let at = parts[0]!.length;
  const last = parts.length - 1;
  if (last === 0) return !isAnchored || at === path.length;
  for (let i = 1; i < last; i++) {
    const found = path.indexOf(parts[i]!, at);
    if (found === -1) return false;
    at = found + parts[i]!.length;
  }
  return isAnchored
    ? path.length - parts[last]!.length >= at && path.endsWith(parts[last]!)
    : path.includes(parts[last]!, at);
}
