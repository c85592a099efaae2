/** A replica that runs in virtual time and can stop or crash. */
import { pino } from 'pino';
import { HostPauses } from '../../jobs/host-pauses.ts';
import { Scheduler } from '../../jobs/scheduler.ts';
import type { CrawlStore } from '../../store/crawler-store.ts';
import { FetchError, type Fetcher } from '../../web/fetcher.ts';
import { noContents } from '../fixtures.ts';
import type { Site } from './history.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface Request {
  readonly at: number;
  readonly url: URL;
  /** The replica that sent it. */
  readonly owner: string;
  /** Infinity until it is answered. */
  answeredAt: number;
  /** How long the answer asks the crawler to wait (Retry-After), milliseconds. */
  readonly pauseMs: number;
}

interface Surroundings {
  readonly site: Site;
  readonly store: CrawlStore;
  readonly time: VirtualTime;
  readonly requests: Request[];
  readonly delayMs: number;
  readonly latencyMs: number;
}

export const leaseMs = 15_000;

/** How long a stopping replica waits for its open requests. */
const graceMs = 4_000;

const never = new AbortController().signal;

type OrNever = <T>(step: () => Promise<T>) => Promise<T>;

export function openReplica(around: Surroundings, owner: string) {
  const { site, time, delayMs } = around;
  const [stopping, ending] = [new AbortController(), new AbortController()];
  let isGone = false;
  const orNever: OrNever = (step) => (isGone ? new Promise(() => {}) : step());
  const scheduler = new Scheduler(
    {
      store: until(around.store, orNever),
      fetcher: fetcherOf(around, owner, orNever),
      contents: noContents,
      pauses: new HostPauses(),
      clock: time.clock,
      sleep: (ms, signal) => time.sleep(ms, signal, owner),
      owner,
      delayMs,
      robotsToken: site.has('robots') ? 'hawker' : undefined,
      stopping: stopping.signal,
      ending: ending.signal,
    },
    { maxJobs: 2, leaseMs, log: pino({ enabled: false }) },
  );
  return {
    tick: () => scheduler.wake(),
    abandon: (n: number) => scheduler.abandon(n),
    close: () => scheduler.close(),
    /** Ends it as `kill -9` does: its open calls never return. */
    crash() {
      isGone = true;
      time.drop(owner);
    },
    /** Stops it as `SIGTERM` does. */
    stop() {
      stopping.abort(new Error('stopped'));
      void time.sleep(graceMs, never).then(() => ending.abort(new Error('ended')));
    },
  };
}

/** Wraps a store so that its calls never return to a replica that is gone. */
const until = (store: CrawlStore, orNever: OrNever): CrawlStore =>
  new Proxy(store, {
    get(target, name: keyof CrawlStore) {
      if (name === 'description') return target.description;
      const method = target[name].bind(target) as (...args: unknown[]) => Promise<unknown>;
      return (...args: unknown[]) =>
        orNever(async () => {
          const result = await method(...args);
          return orNever(async () => result);
        });
    },
  });

function fetcherOf(around: Surroundings, owner: string, orNever: OrNever): Fetcher {
  const { site, time, requests, latencyMs } = around;
  const send = async (url: URL, signal: AbortSignal) => {
    const served = site.serve(url);
    const asks = served?.status === 429 || served?.status === 503;
    const pauseMs = asks ? Number(served.retryAfter ?? 0) * 1_000 : 0;
    const request: Request = { at: time.clock(), url, owner, answeredAt: Infinity, pauseMs };
    requests.push(request);
    if (latencyMs > 0) await time.sleep(latencyMs, signal, owner);
    request.answeredAt = time.clock();
    if (served === undefined) throw new FetchError('broken off', 'network');
    const { status, body = '', location, retryAfter } = served;
    return { status, contentType: 'text/html', location, retryAfter, body: Buffer.from(body) };
  };
  return {
    get: (url, _limitOf, signal) => orNever(() => send(url, signal)),
    stream: (url, _limit, read, signal) =>
      orNever(async () => {
        const { body, ...head } = await send(url, signal);
        return read(head, asChunks(body));
      }),
    close: async () => {},
  };
}

async function* asChunks(body: Buffer): AsyncGenerator<Buffer> {
  yield body;
}
