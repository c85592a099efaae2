/** Starts all services for a town of their own: with data that nobody else has, and by the time of the town. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  readCommon,
  defaultConsolePort,
  portVariableName,
  type Environment,
} from '#kit/host/env.ts';
import { startHost, type RunningHost } from '#kit/host/host.ts';
import { createLog } from '#kit/host/log.ts';
import type { Service } from '#kit/host/service.ts';
import { pageRoutes } from '../console/routes.ts';
import { loadServices } from '../services.ts';
import type { CityTime } from './clock.ts';

/**
 * All that is taken from the environment, beside ports: nothing else may lead the demo to data, mail
 * servers or networks that are not its own.
 */
const taken = [
  'STORE_ADDR',
  'ALLOW_EVICTION',
  'DATABASE_URL',
  'S3_BUCKET',
  'S3_ENDPOINT',
  'S3_REGION',
  'LOG_LEVEL',
];

export interface StartedServices {
  readonly host: RunningHost;
  /** Stops them, and removes the folder. */
  stop(): Promise<void>;
}

interface ServiceOptions {
  readonly env: Environment;
  readonly time: CityTime;
  /** First part of every key and name of every deployment on shared stores. */
  readonly name: string;
  /** Added to the usual ports. */
  readonly portOffset: number;
  /** Between two requests of a crawl, milliseconds of real time. */
  readonly crawlDelayMs: number;
}

/** @throws StartupError naming the variable or port that is wrong; the folder is gone then */
export async function startServices(options: ServiceOptions): Promise<StartedServices> {
  const { env, time } = options;
  const folder = mkdtempSync(join(tmpdir(), 'hawker-demo-'));
  const remove = () => {
    process.off('exit', remove);
    // Threads of the services may write while the process exits.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 10 });
  };
  // Whatever ends the process: the second Ctrl-C, a lost reader, a defect.
  process.on('exit', remove);
  try {
    const services = await loadServices();
    const own = environmentOf(services, folder, options);
    const log = createLog(readCommon(own).LOG_LEVEL, { clock: time.now });
    const playing = env['S3_BUCKET'] === undefined ? services.map(withOwnContents) : services;
    const { now: clock, pauses } = time;
    const host = await startHost(playing, { env: own, clock, pauses, log, page: pageRoutes });
    const stop = () => host.stop().finally(remove);
    return { host, stop };
  } catch (error) {
    remove();
    throw error;
  }
}

function environmentOf(
  services: readonly Service[],
  folder: string,
  { env, name, portOffset, crawlDelayMs }: ServiceOptions,
): Environment {
  const usual = [
    ...services.map((service) => [portVariableName(service.name), service.port] as const),
    ['CONSOLE_PORT', defaultConsolePort] as const,
  ];
  const ports = usual.map(
    ([variable, port]) => [variable, env[variable] ?? String(port + portOffset)] as const,
  );
  const { URL_SHORTENER_PORT: shortener } = Object.fromEntries(ports);
  const prefixes = services
    .flatMap(({ variables }) => Object.keys(variables.properties))
    .filter((variable) => variable.endsWith('_PREFIX'));
  return {
    ...Object.fromEntries(taken.map((variable) => [variable, env[variable]])),
    ...Object.fromEntries(ports),
    ...Object.fromEntries(prefixes.map((variable) => [variable, name])),
    DATA_DIR: folder,
    HMAC_SECRET: randomBytes(32).toString('hex'),
    BASE_URL: `http://localhost:${shortener}`,
    CRAWL_DELAY_MS: String(crawlDelayMs),
    // Room for all posts of a day, so that they can be counted.
    FEED_TIMELINE_MAX: '10000',
  };
}

/** Where there is a PostgreSQL but no S3, receipts stay in the folder. */
function withOwnContents(service: Service): Service {
  if (service.name !== 'file-store') return service;
  return {
    ...service,
    start: (host) =>
      service.start({
        ...host,
        common: { ...host.common, DATABASE_URL: undefined },
      }),
  };
}
