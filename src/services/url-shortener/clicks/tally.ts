import type { Link } from '../link.ts';
import {
  hostsADay,
  otherHosts,
  type LinkClicks,
  type SourceClicks,
  type SourceKind,
} from '../store/clicks.ts';
import type { Source } from './source.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** The day of an instant, in UTC: days since the epoch. */
export const dayOf = (instant: number) => Math.floor(instant / dayMs);

/** The first instant of a day. */
export const startOf = (day: number) => day * dayMs;

interface Count {
  readonly linkId: number;
  readonly day: number;
  clicks: number;
  bots: number;
  uncounted: number;
  agents: Map<string, number> | undefined;
  hosts: Map<string, number> | undefined;
  countries: Map<string, number> | undefined;
}

const none = { clicks: 0, bots: 0, uncounted: 0 };

/** Clicks in memory, summed up: a popular link takes no more room than another one. */
export class Tally {
  /** By day, by link. */
  readonly #days = new Map<number, Map<number, Count>>();
  #entries = 0;

  /** How many sums there are. */
  get entries(): number {
    return this.#entries;
  }

  add({ id, maxClicks }: Link, { agent, host, country }: Source, now: number): void {
    const count = this.#countOf(id, dayOf(now));
    // A redirect of a link with a limit is in its own number already.
    if (maxClicks === null) count.uncounted++;
    if (agent === 'unknown') return this.#increase((count.agents ??= new Map()), agent);
    if (agent === 'bot') {
      count.bots++;
      return;
    }
    count.clicks++;
    if (host !== undefined) {
      const hosts = (count.hosts ??= new Map());
      this.#increase(hosts, hosts.size < hostsADay || hosts.has(host) ? host : otherHosts);
    }
    if (country !== undefined) this.#increase((count.countries ??= new Map()), country);
  }

  #countOf(linkId: number, day: number): Count {
    let links = this.#days.get(day);
    if (links === undefined) this.#days.set(day, (links = new Map()));
    let count = links.get(linkId);
    if (count === undefined) {
      count = { ...none, linkId, day, agents: undefined, hosts: undefined, countries: undefined };
      links.set(linkId, count);
      this.#entries++;
    }
    return count;
  }

  #increase(sums: Map<string, number>, name: string): void {
    const sum = sums.get(name);
    if (sum === undefined) this.#entries++;
    sums.set(name, (sum ?? 0) + 1);
  }

  /**
   * Everything that was counted, in parts of at most this many sums, each of which may be recorded on
   * its own: in each a link and day stands once.
   */
  *parts(maxEntries: number): Generator<LinkClicks[]> {
    let part: LinkClicks[] = [];
    let entries = 0;
    for (const { linkId, day, agents, hosts, countries, ...sums } of this.#inOrder()) {
      const sources = [
        ...sourcesOf('agent', agents),
        ...sourcesOf('host', hosts),
        ...sourcesOf('country', countries),
      ];
      let rest: typeof none = sums;
      do {
        const room = maxEntries - entries - 1;
        part.push({ linkId, day, ...rest, sources: sources.splice(0, room) });
        rest = none;
        entries += 1 + part.at(-1)!.sources.length;
        if (entries < maxEntries) continue;
        yield part;
        part = [];
        entries = 0;
      } while (sources.length > 0);
    }
    if (part.length > 0) yield part;
  }

  /** By id, as the rows are stored: those of one part lie together. */
  *#inOrder(): Generator<Count> {
    for (const links of this.#days.values()) {
      for (const id of Float64Array.from(links.keys()).sort()) yield links.get(id)!;
    }
  }
}

const sourcesOf = (kind: SourceKind, sums = new Map<string, number>()): SourceClicks[] =>
  [...sums].map(([name, clicks]) => ({ kind, name, clicks }));
