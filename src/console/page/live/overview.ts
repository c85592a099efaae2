/**
 * What the process tells of its last ten minutes, kept here second by second. One stream serves all
 * the page; it asks for the details of the service that is shown.
 */
import { useEffect, useReducer } from 'preact/hooks';
import type {
  Overview,
  Seconds,
  ServiceInfo,
  ServiceSeries,
} from '#kit/observe/overview-messages.ts';
import { keptSeconds } from '#kit/observe/tally.ts';

export interface Live {
  /** Services of this process; undefined until they are known. */
  readonly services: readonly ServiceInfo[] | undefined;
  readonly seconds: Seconds | undefined;
  readonly isConnected: boolean;
}

let live: Live = { services: undefined, seconds: undefined, isConnected: true };
const watchers = new Set<() => void>();
const readers = new Set<() => void>();
/** How far the clock of the services is ahead of this one, milliseconds. */
let aheadMs = 0;

/** The present instant by the clock of the services, with which their instants are to be compared. */
export const serviceNow = (): number => Date.now() + aheadMs;

/** Whether the clock of the services is another one than that of this machine, as in a demo. */
export const isSimulated = (): boolean => Math.abs(aheadMs) > 60_000;

let source: EventSource | undefined;
let detailed: string | undefined;

function set(change: Partial<Live>): void {
  live = { ...live, ...change };
  for (const watch of watchers) watch();
}

const isDetailed = (service: string | undefined) =>
  service === undefined || service === detailed || detailed?.split(',').includes(service) === true;

/**
 * Follows the process, with the details of `service`. A tab that nobody sees follows nothing: a browser
 * has six connections to an address, for all tabs together.
 */
function connect(service: string | undefined): void {
  source?.close();
  source = undefined;
  detailed = service;
  if (document.hidden) return;
  const query = service === undefined ? '' : `?service=${encodeURIComponent(service)}`;
  const own = new EventSource(`/overview/events${query}`);
  source = own;
  let isFirst = true;
  own.addEventListener('seconds', ({ data }: MessageEvent<string>) => {
    const news = JSON.parse(data) as Seconds;
    // The first one has all that is known, also after a reconnection.
    const seconds = isFirst || live.seconds === undefined ? news : appended(live.seconds, news);
    // Another process may have come.
    if (isFirst) void loadServices();
    isFirst = false;
    aheadMs = news.clock - Date.now();
    const isBack = !live.isConnected;
    set({ seconds, isConnected: true });
    if (isBack) for (const read of readers) read();
  });
  own.addEventListener('error', () => {
    set({ isConnected: false });
    own.close();
    setTimeout(() => {
      if (source === own) connect(detailed);
    }, 1_000);
  });
}

document.addEventListener('visibilitychange', () => {
  if (watchers.size > 0) connect(detailed);
});

async function loadServices(): Promise<void> {
  const answer = await fetch('/overview').catch(() => undefined);
  if (!answer?.ok) return;
  const { services } = (await answer.json()) as Overview;
  set({ services });
}

function appended(known: Seconds, news: Seconds): Seconds {
  const services = Object.entries(news.services).map(([name, series]) => [
    name,
    appendedSeries(known.services[name], series),
  ]);
  return {
    at: news.at,
    clock: news.clock,
    process: appendedSeries(known.process, news.process),
    services: Object.fromEntries(services) as Seconds['services'],
  };
}

/** Joins all lists of numbers; everything else is taken from the news. */
function appendedSeries<T extends object>(known: T | undefined, news: T): T {
  const members = Object.entries(news).map(([name, value]: [string, unknown]) => {
    const before = (known as Record<string, unknown> | undefined)?.[name];
    if (name === 'refusals') return [name, value];
    if (Array.isArray(value))
      return [name, join(before as number[] | undefined, value as number[])];
    if (typeof value !== 'object') return [name, value];
    return [name, appendedSeries(before as object | undefined, value as object)];
  });
  return Object.fromEntries(members) as T;
}

const join = (before: readonly number[] = [], news: readonly number[]) =>
  [...before, ...news].slice(-keptSeconds);

/**
 * Returns what is known, updated every second.
 *
 * @param service whose counters and refusals are wanted; several with commas between
 */
export function useLive(service?: string): Live {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const watch = () => redraw(undefined);
    watchers.add(watch);
    if (source === undefined || !isDetailed(service)) connect(service);
    return () => void watchers.delete(watch);
  }, [service]);
  return live;
}

/** How a service is, as far as that is known now. */
export type ServiceState = 'ready' | 'failing' | 'unknown';

/** While the process does not answer, nothing is known of its services. */
export function stateOf({ isConnected }: Live, series: readonly ServiceSeries[]): ServiceState {
  if (!isConnected || series.some(({ status }) => status === undefined)) return 'unknown';
  return series.every(({ status }) => status === 'ready') ? 'ready' : 'failing';
}

/** Calls `read` each time that the process answers again. @returns what ends that */
export function onAnswerAgain(read: () => void): () => void {
  readers.add(read);
  return () => void readers.delete(read);
}

/** The mean of times in the last ten seconds that had requests; undefined when none had. */
export function recentTime(values: readonly number[] | undefined): number | undefined {
  const busy = (values ?? []).slice(-10).filter((value) => value > 0);
  return busy.length === 0 ? undefined : recent(busy, busy.length);
}

/** The mean of the last `count` seconds. */
export function recent(values: readonly number[] | undefined, count = 5): number {
  const last = (values ?? []).slice(-count);
  return last.length === 0 ? 0 : last.reduce((sum, value) => sum + value, 0) / last.length;
}
