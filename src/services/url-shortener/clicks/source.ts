/** What is told of a click: whether a bot made it, and where it came from. Nothing else is kept. */
import type { IncomingHttpHeaders } from 'node:http';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { otherHosts } from '../store/clicks.ts';
import type { CountryOf } from './country.ts';

/** Who follows a link: a request. */
export interface Visitor {
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
}

export interface Source {
  readonly isBot: boolean;
  /** Of the page that links to us; undefined: none is told. */
  readonly host: string | undefined;
  /** Undefined: countries are not told. */
  readonly country: string | undefined;
}

export type SourceOf = (visitor: Visitor) => Source;

/** In answers: clicks without a host. */
export const direct = 'direct';

/** Longest User-Agent that is looked at, characters. */
const maxAgentLength = 512;
/** The latest User-Agents whose kind is known; recognizing one takes as long as half a redirect. */
const knownAgents = 1_000;

/** @param countryOf undefined: without a database */
export function sources(countryOf: CountryOf | undefined): SourceOf {
  const kinds = new LRUCache<string, boolean>({ max: knownAgents });
  const isBot = (userAgent = '') => {
    const text = userAgent.slice(0, maxAgentLength);
    let kind = kinds.get(text);
    if (kind === undefined) kinds.set(text, (kind = isbot(text)));
    return kind;
  };
  return (visitor) => ({
    isBot: isBot(visitor.headers['user-agent']),
    host: hostOf(visitor.headers.referer),
    country: countryOf?.(visitor.ip),
  });
}

function hostOf(referrer: string | undefined): string | undefined {
  if (referrer === undefined) return undefined;
  const url = URL.parse(referrer);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  // Two words of ours; a host may be longer than any name.
  const isOdd = url.hostname === direct || url.hostname.length > 253;
  return isOdd ? otherHosts : url.hostname;
}
