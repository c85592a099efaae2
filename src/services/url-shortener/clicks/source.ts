/** The recorded properties of a click: its agent, and where it came from. Nothing else is kept. */
import type { IncomingHttpHeaders } from 'node:http';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { otherHosts } from '../store/clicks.ts';
import type { CountryOf } from './country.ts';

/** The request that follows a link. */
export interface Visitor {
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
}

/** The kind of agent. It is unknown without a User-Agent, which browsers and known bots send. */
export type Agent = 'person' | 'bot' | 'unknown';

export interface Source {
  readonly agent: Agent;
  /** The host of the page that links to us; undefined: the request does not tell. */
  readonly host: string | undefined;
  /** Undefined: countries are not told. */
  readonly country: string | undefined;
}

export type SourceOf = (visitor: Visitor) => Source;

/** In answers: clicks without a host. */
export const direct = 'direct';

/** Longest User-Agent that is examined, characters. */
const maxAgentLength = 512;
/** The latest User-Agents whose kind is known; recognizing one takes as long as half a redirect. */
const knownAgents = 1_000;

/** @param countryOf undefined: without a database */
export function sources(countryOf: CountryOf | undefined): SourceOf {
  const kinds = new LRUCache<string, Agent>({ max: knownAgents });
  const agentOf = (userAgent = ''): Agent => {
    const text = userAgent.slice(0, maxAgentLength);
    if (text.trim() === '') return 'unknown';
    let kind = kinds.get(text);
    if (kind === undefined) kinds.set(text, (kind = isbot(text) ? 'bot' : 'person'));
    return kind;
  };
  return (visitor) => ({
    agent: agentOf(visitor.headers['user-agent']),
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
