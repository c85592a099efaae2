/**
 * `/overview` on the console's port: which services run here, and what their last ten minutes were
 * like. The page follows it, and a person may, too: `curl -N localhost:8100/overview/events`.
 */
import type { Logger } from 'pino';
import { Type } from 'typebox';
import { TimeSlice } from '../base/time-slice.ts';
import type { LastMinutes, ServiceMinutes } from '../observe/last-minutes.ts';
import type { Overview, Seconds, ServiceSeries } from '../observe/overview-messages.ts';
import { access } from '../web/identity/access.ts';
import { EventStreams, keepAliveInterval, type EventStream } from '../web/event-streams.ts';
import type { Listener } from '../web/app.ts';
import { common } from '../web/problem.ts';
import { addressOf } from '../web/safety/client-key.ts';
import type { Clock, RunningService } from './service.ts';

interface OverviewOptions {
  readonly services: readonly RunningService[];
  readonly minutes: LastMinutes;
  /** The clock of the services, which may be simulated. */
  readonly clock: Clock;
  /** How a service is: `ready`, or what is wrong with it. */
  readonly check: (service: RunningService) => Promise<{ name: string; status: string }>;
  readonly log: Logger;
  readonly stopping: AbortSignal;
}

/** Most open pages; and of one client address, so that no stranger shuts out everybody else. */
const max = { streams: 100, streamsOfAddress: 50 } as const;
/** How often the stores of all services are asked while somebody looks, seconds. */
const checkEverySeconds = 2;

const Query = Type.Object({
  service: Type.Optional(
    Type.String({
      maxLength: 256,
      description: 'tell its counters and refusals as well; several with commas between',
    }),
  ),
});

export function overviewRoutes(app: Listener, options: OverviewOptions): void {
  const { services, minutes, clock, log, stopping } = options;
  /** By client address: all follow the same. */
  const streams = new EventStreams<string>({ max: max.streams, log });
  const statuses = new Map<string, string>();
  const check = async () => {
    for (const { name, status } of await Promise.all(services.map(options.check))) {
      statuses.set(name, status);
    }
  };
  const everySecond = setInterval(() => {
    minutes.closeSecond();
    if (streams.count > 0 && minutes.seconds % checkEverySeconds === 0) void check();
    streams.resumed();
  }, 1_000);
  const keepAlive = setInterval(() => streams.keepAlive(), keepAliveInterval);
  stopping.addEventListener('abort', () => {
    clearInterval(everySecond);
    clearInterval(keepAlive);
    streams.close();
  });

  app.get('/overview', { schema: { access: access.public } }, (): Overview => ({
    pid: process.pid,
    services: services.map(({ service: { name, summary }, address, description }) => ({
      name,
      summary,
      address,
      store: description,
    })),
  }));

  // Public as `/metrics` is, which tells the same: to demand a token here would hide nothing.
  const schema = { access: access.public, querystring: Query };
  app.get('/overview/events', { schema }, async (request, reply) => {
    const { query } = request;
    const address = addressOf(request);
    if (statuses.size === 0) await check();
    if (streams.countOf(address) >= max.streamsOfAddress) {
      const detail = `${max.streamsOfAddress} streams are open at this address`;
      throw common.TOO_MANY_STREAMS(detail);
    }
    const detailed = new Set(query.service?.split(','));
    let next = minutes.first;
    streams.answer(reply, address, async (stream: EventStream) => {
      // All streams are told in one turn, and many may begin in one.
      const slice = new TimeSlice();
      if (slice.isOver) await slice.next();
      const from = Math.max(next, minutes.first);
      const to = minutes.seconds;
      if (to === next && to > 0) return;
      next = to;
      const series = seriesOf(minutes, services, statuses, from, to, detailed);
      const seconds: Seconds = { at: Date.now(), clock: clock(), ...series };
      stream.send('seconds', seconds);
      await stream.taken();
    });
  });
}

function seriesOf(
  minutes: LastMinutes,
  services: readonly RunningService[],
  statuses: ReadonlyMap<string, string>,
  from: number,
  to: number,
  detailed: ReadonlySet<string>,
): Pick<Seconds, 'process' | 'services'> {
  const series = services.map(({ service: { name } }): [string, ServiceSeries] => {
    const own: ServiceMinutes = minutes.service(name);
    const detail = detailed.has(name) && {
      counters: own.business.slice(from, to),
      // Always of all ten minutes: a list, not a series.
      refusals: own.refusals(minutes.first, to),
    };
    return [name, { status: statuses.get(name), ...own.traffic(from, to), ...detail }];
  });
  return {
    process: minutes.process(from, to),
    services: Object.fromEntries(series),
  };
}
