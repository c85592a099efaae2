/** Statistics of the clicks on a link. */
import { TimeSlice } from '#kit/base/time-slice.ts';
import { invalid } from '#kit/web/problem.ts';
import { findLink } from '../manage.ts';
import type { Stats, StatsQuery } from '../routes/admin-schemas.ts';
import { otherHosts, type ClickStore, type DaySource, type Days } from '../store/clicks.ts';
import type { LinkStore } from '../store/links.ts';
import { direct } from './source.ts';
import { dayOf, startOf } from './tally.ts';

/** Hosts, and countries, in an answer. */
const maxNames = 1_000;
/** Names that are summed up; beyond them, those with the fewest clicks so far count as others. */
const maxSummedNames = 20 * maxNames;
/** Rows that are read at once. */
const pageSize = 1_000;

/**
 * @throws Refusal VALIDATION_FAILED, UNKNOWN_CODE, STORE_UNAVAILABLE
 */
export async function statsOf(
  stores: { readonly links: Pick<LinkStore, 'find'>; readonly clicks: ClickStore },
  code: string,
  query: StatsQuery,
): Promise<Stats> {
  const range = { from: parseDay('from', query.from, 0), to: parseDay('to', query.to, lastDay) };
  const { id } = await findLink(stores.links, code);
  // The days come last, so that they include clicks recorded during the first read.
  const sums = await sumSources(stores.clicks, id, range);
  const days = await stores.clicks.days(id, range);
  const total = days.reduce((sum, { clicks }) => sum + clicks, 0);
  // A click without a host is stored with none.
  sums.host.add(direct, total - sums.host.total);
  return {
    total,
    by_day: days
      .filter(({ clicks }) => clicks > 0)
      .map(({ day, clicks }) => ({ day: nameOf(day), clicks })),
    by_host: sums.host.top().map(([host, clicks]) => ({ host, clicks })),
    by_country: sums.country.top().map(([country, clicks]) => ({ country, clicks })),
    bots: days.reduce((sum, { bots }) => sum + bots, 0),
    unknown: sums.agent.total,
  };
}

/** The last one that a Date can hold. */
const lastDay = 100_000_000;

/** @throws Refusal VALIDATION_FAILED */
function parseDay(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const isDay = text.includes('-');
  const day = dayOf(isDay ? Date.parse(text) : Number(text));
  const isReal = day <= lastDay && (!isDay || nameOf(day) === text);
  if (!isReal) throw invalid(name, 'must be a day, such as 2026-01-31, or an instant');
  return day;
}

const nameOf = (day: number) => {
  const date = new Date(startOf(day));
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
};

async function sumSources(store: ClickStore, linkId: number, days: Days) {
  const sums = { host: new Sums(), country: new Sums(), agent: new Sums() };
  const slice = new TimeSlice();
  let after: DaySource | undefined;
  do {
    const page = await store.sources(linkId, days, after, pageSize);
    for (const { kind, name, clicks } of page) sums[kind].add(name, clicks);
    after = page.length < pageSize ? undefined : page.at(-1);
    if (slice.isOver) await slice.next();
  } while (after !== undefined);
  return sums;
}

/** Clicks by name, those with the most kept apart. */
class Sums {
  total = 0;
  #byName = new Map<string, number>();
  #others = 0;

  add(name: string, clicks: number): void {
    if (clicks <= 0) return;
    this.total += clicks;
    if (name === otherHosts) this.#others += clicks;
    else this.#byName.set(name, (this.#byName.get(name) ?? 0) + clicks);
    if (this.#byName.size > maxSummedNames) this.#keep(maxSummedNames / 2);
  }

  /** The others come last. */
  top(): [name: string, clicks: number][] {
    this.#keep(maxNames);
    const names = [...this.#byName].toSorted(byClicks);
    return this.#others === 0 ? names : [...names, [otherHosts, this.#others]];
  }

  #keep(count: number): void {
    if (this.#byName.size <= count) return;
    const sorted = [...this.#byName].toSorted(byClicks);
    for (const [, clicks] of sorted.slice(count)) this.#others += clicks;
    this.#byName = new Map(sorted.slice(0, count));
  }
}

/** Most clicks first, then by name. */
function byClicks([a, m]: [string, number], [b, n]: [string, number]): number {
  return n - m || (a < b ? -1 : 1);
}
