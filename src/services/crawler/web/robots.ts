/** robots.txt as RFC 9309 has it, in time that is linear in its length whatever it holds. */
import { normalizeEscapes } from './url.ts';

/** Bytes of a robots.txt that are read (RFC 9309, section 2.5). */
export const maxRobotsBytes = 500 * 1024;

/** Longest time between two requests that a host may ask for, milliseconds. */
export const maxCrawlDelayMs = 60_000;

export interface Robots {
  /** Whether a URL of the host may be requested. */
  allows(url: URL): boolean;
  /** Milliseconds between two requests to the host; 0 when it asks for nothing. */
  readonly crawlDelayMs: number;
  /** Characters of its rules: about what it takes to keep them. */
  readonly size: number;
}

export const allowAll: Robots = { allows: () => true, crawlDelayMs: 0, size: 0 };

interface Rule {
  readonly allow: boolean;
  /** The pattern between its wildcards. */
  readonly parts: readonly string[];
  readonly isAnchored: boolean;
  readonly length: number;
}

interface Group {
  readonly rules: Rule[];
  crawlDelayMs: number;
}

/** @param token the product token of the crawler, in lower case */
export function parseRobots(text: string, token: string): Robots {
  const groups: Record<'own' | 'any', Group> = {
    own: { rules: [], crawlDelayMs: 0 },
    any: { rules: [], crawlDelayMs: 0 },
  };
  let names = new Set<'own' | 'any'>();
  let isOwn = false;
  let isNaming = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, key = '', value = ''] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? [];
    const field = key.toLowerCase();
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
  // The longest pattern that matches decides; of two equally long ones, the one that allows.
  rules.sort((a, b) => b.length - a.length || Number(b.allow) - Number(a.allow));
  const size = rules.reduce((sum, { length }) => sum + length + 100, 0);
  return { allows: (url) => allows(rules, url), crawlDelayMs, size };
}

function apply(group: Group, field: 'allow' | 'disallow' | 'crawl-delay', value: string): void {
  if (field === 'crawl-delay') {
    const seconds = Number(value);
    if (value !== '' && seconds >= 0) {
      group.crawlDelayMs = Math.min(seconds * 1000, maxCrawlDelayMs);
    }
    return;
  }
  if (!/^[/*]/.test(value)) return;
  const isAnchored = value.endsWith('$');
  const pattern = escapePath(isAnchored ? value.slice(0, -1) : value);
  const parts = pattern.split(/\*+/);
  group.rules.push({ allow: field === 'allow', parts, isAnchored, length: pattern.length });
}

/** Percent-encodes what a URL would have percent-encoded. */
function escapePath(pattern: string): string {
  const escaped = pattern.replace(/[^\x21-\x7e]+/g, (text) => encodeURI(text.toWellFormed()));
  return normalizeEscapes(escaped);
}

function allows(rules: readonly Rule[], { pathname, search }: URL): boolean {
  const path = normalizeEscapes(pathname + search);
  if (path === '/robots.txt') return true;
  return rules.find((rule) => matches(rule, path))?.allow ?? true;
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
