import { join } from 'node:path';
import { EventStreams, keepAliveInterval } from '../web/event-streams.ts';
import { startupError } from '../stores/disk.ts';
import type { OpenStreams } from '../web/safety/open-streams.ts';
import { loop, type Pause } from './loop.ts';
import type { Host, Running, RunningService, Service } from './service.ts';
import type { Store } from '../stores/store.ts';

/** What all services of the process share. */
interface ScopeOptions extends Omit<Host, 'own' | 'loop' | 'eventStreams'> {
  /** Makes what a loop pauses by, for each loop one: see `HostOptions`. */
  readonly pauses?: (() => Pause) | undefined;
  /** Open streams and sockets of the process. */
  readonly streams: OpenStreams;
}

/** One service's part of the process: what it opened and started, to be taken down in order. */
export class ServiceScope implements RunningService {
  readonly service: Service;
  readonly host: Host;
  address = '';
  readonly #stores: Store[] = [];
  /** Reject with what is wrong with something that its stores depend on. */
  readonly #checks: (() => Promise<void>)[] = [];
  readonly #loops: Promise<void>[] = [];
  readonly #streams: { close(): void }[] = [];
  readonly #open: OpenStreams;
  readonly #pauses: (() => Pause) | undefined;
  #running: Running | undefined;

  constructor(service: Service, { pauses, streams, ...options }: ScopeOptions) {
    this.service = service;
    this.#pauses = pauses;
    this.#open = streams;
    this.host = {
      ...options,
      log: options.log.child({ service: service.name }),
      own: (store) => {
        this.#stores.push(store);
        return store;
      },
      loop: (...of) => this.#loop(...of),
      eventStreams: (of) => this.#eventStreams(of),
    };
  }

  /**
   * @throws what the service does, a StartupError when the data folder takes no writes; `close` closes
   *   what it had opened until then
   */
  async start(): Promise<void> {
    try {
      this.#running = await this.service.start(this.host);
    } catch (error) {
      throw startupError(error, join(this.host.common.DATA_DIR, this.service.name));
    }
  }

  get running(): Running {
    if (this.#running === undefined) throw new Error(`${this.service.name} has not started`);
    return this.#running;
  }

  #loop(name: string, everyMs: number, work: () => Promise<unknown>): void {
    const { stopping: signal, log } = this.host;
    const options = { name, every: everyMs, signal, log, pause: this.#pauses?.() };
    this.#loops.push(loop(options, async () => void (await work())));
  }

  #eventStreams<KeyT>({ max }: { readonly max: number }): EventStreams<KeyT> {
    const { log, metrics, clock } = this.host;
    const streams = new EventStreams<KeyT>({ max, log, clock, open: this.#open });
    this.#streams.push(streams);
    const help = 'Open event streams';
    metrics.gauge(this.service.name, 'hawker_streams', help, () => streams.count);
    this.#loop('keep-alive', keepAliveInterval, async () => streams.keepAlive());
    return streams;
  }

  get description(): string {
    return this.#stores.map(({ description }) => description).join(', ');
  }

  /** Whether it keeps keys in the Redis of STORE_ADDR. */
  get usesRedis(): boolean {
    return this.#stores.some(({ description }) => description === 'redis');
  }

  /** Adds a check, which rejects while the service is not ready. */
  require(check: () => Promise<void>): void {
    this.#checks.push(check);
  }

  async ready(): Promise<void> {
    await Promise.all(this.#stores.map((store) => store.ready()));
    await Promise.all(this.#checks.map((check) => check()));
  }

  /** Ends long-lived connections. */
  async drain(): Promise<void> {
    for (const streams of this.#streams) streams.close();
    await this.#running?.drain?.();
  }

  /** @throws AggregateError of what went wrong; every store is closed all the same */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    const attempt = async (step: () => Promise<void> | undefined) => {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    };
    await Promise.all(this.#loops);
    await attempt(() => this.#running?.close?.());
    for (const store of this.#stores.toReversed()) await attempt(() => store.close());
    if (failures.length > 0)
      throw new AggregateError(failures, `${this.service.name} closed badly`);
  }
}
