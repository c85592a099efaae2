/** Prometheus metrics of the process. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { LastMinutes } from './last-minutes.ts';
import type { Refusal } from '../base/refusal.ts';
import type { Counts, CounterTable } from './counters.ts';

const requestBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** How often the delay of the event loop is sampled, milliseconds. */
const delaySampleMs = 20;

export class Metrics {
  readonly registry = new Registry();
  /** The figures that the console's page shows. */
  readonly lastMinutes = new LastMinutes();
  /** Readers by service, by metric: services of one kind share a metric. */
  readonly #values = new Map<string, Map<string, () => number>>();
  readonly #requests: Counter;
  readonly #requestSeconds: Histogram;
  readonly #failures: Counter;
  readonly #refusals: Counter;
  readonly #commitSeconds: Histogram;
  readonly #batch: Histogram;

  readonly #clock: () => number;

  /** @param clock tells when the latest refusal of a code was: that of the services, which may be simulated */
  constructor(clock: () => number = Date.now) {
    this.#clock = clock;
    const registers = [this.registry];
    this.#requests = new Counter({
      name: 'hawker_http_requests_total',
      help: 'Answers by route and status',
      labelNames: ['service', 'method', 'route', 'status'],
      registers,
    });
    this.#requestSeconds = new Histogram({
      name: 'hawker_http_request_duration_seconds',
      help: 'Time from the arrival of the head to the end of the answer; event streams are not timed',
      labelNames: ['service', 'method', 'route'],
      buckets: requestBuckets,
      registers,
    });
    this.#failures = new Counter({
      name: 'hawker_http_failures_total',
      help: 'Answers with 5xx, without those that the rules ask for, such as SALE_PAUSED',
      labelNames: ['service'],
      registers,
    });
    this.#refusals = new Counter({
      name: 'hawker_refusals_total',
      help: 'Requests that were refused, or failed, by the code of the problem document',
      labelNames: ['service', 'code'],
      registers,
    });
    this.#commitSeconds = new Histogram({
      name: 'hawker_store_commit_seconds',
      help: 'Time of one transaction, from BEGIN to the end of COMMIT',
      labelNames: ['service'],
      buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1],
      registers,
    });
    this.#batch = new Histogram({
      name: 'hawker_store_batch_size',
      help: 'Units of work committed together',
      labelNames: ['service'],
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
      registers,
    });
  }

  /**
   * Yields a function that counts one answer of a route.
   *
   * @param isTimed false for event streams, which last as long as somebody follows them
   */
  route(service: string, method: string, route: string, { isTimed }: { isTimed: boolean }) {
    const labels = { service, method, route };
    const duration = isTimed ? this.#requestSeconds.labels(labels) : undefined;
    const statuses = new Map<number, Counter.Internal>();
    const minutes = this.lastMinutes.service(service);
    const failures = this.#failures.labels({ service });
    // What never happened is 0, so that its rate is known when it does.
    failures.inc(0);
    return (status: number, seconds: number, isFailure: boolean): void => {
      duration?.observe(seconds);
      minutes.answered(status, isTimed ? seconds : undefined, isFailure);
      if (isFailure) failures.inc();
      let count = statuses.get(status);
      if (count === undefined) {
        count = this.#requests.labels({ ...labels, status });
        statuses.set(status, count);
      }
      count.inc();
    };
  }

  /** Recorder of one embedded store's commits, for `SqliteOptions.onCommit`. */
  commits(service: string): (units: number, seconds: number) => void {
    const duration = this.#commitSeconds.labels(service);
    const batch = this.#batch.labels(service);
    return (units, seconds) => {
      duration.observe(seconds);
      batch.observe(units);
    };
  }

  /**
   * Business counters of a service, to be called where something happens.
   *
   * @param kind first part of their names, for services of one kind that share them
   */
  counters<T extends CounterTable>(service: string, table: T, kind = service): Counts<T> {
    const { business } = this.lastMinutes.service(service);
    const counts = Object.entries(table).map(([name, { help, label }]) => {
      const full = `hawker_${kind}_${name}_total`.replaceAll('-', '_');
      const labelNames = label === undefined ? ['service'] : ['service', label];
      const known = this.registry.getSingleMetric(full) as Counter | undefined;
      const counter =
        known ?? new Counter({ name: full, help, labelNames, registers: [this.registry] });
      // What never happened is 0, so that its rate is known when it does.
      if (label === undefined) {
        counter.inc({ service }, 0);
        business.counted(name, 0);
      }
      const count =
        label === undefined
          ? (by = 1) => {
              counter.inc({ service }, by);
              business.counted(name, by);
            }
          : (value: string, by = 1) => {
              counter.inc({ service, [label]: value }, by);
              business.counted(name, by, value);
            };
      return [name, count];
    });
    return Object.fromEntries(counts);
  }

  /** Yields a function that counts one refusal by its code. */
  refusals(service: string): (refusal: Refusal) => void {
    const minutes = this.lastMinutes.service(service);
    return (refusal) => {
      this.#refusals.inc({ service, code: refusal.code });
      minutes.refused(refusal, this.#clock());
    };
  }

  /** Counts an answer to a request that no route answers. */
  unrouted(method: string, status: number): void {
    this.#requests.inc({ service: 'none', method, route: 'none', status });
  }

  /** A value of one service that may rise and fall, read when the metrics are. */
  gauge(service: string, name: string, help: string, read: () => number): void {
    this.#readers(Gauge, name, help).set(service, read);
  }

  /** A value of one service that only grows until the process ends; its name ends in `_total`. */
  counter(service: string, name: string, help: string, read: () => number): void {
    this.#readers(Counter, name, help).set(service, read);
  }

  /** Functions that yield the values of a metric, by service. */
  #readers(Kind: typeof Gauge | typeof Counter, name: string, help: string) {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const readers = new Map<string, () => number>();
    this.#values.set(name, readers);
    const collect = () => {
      metric.reset();
      for (const [service, read] of readers) metric.inc({ service }, read());
    };
    const registers = [this.registry];
    const metric = new Kind({ name, help, labelNames: ['service'], registers, collect });
    return readers;
  }

  /** Adds what concerns the whole process, until the signal aborts. */
  observeProcess(signal: AbortSignal): void {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    // They tell of the time since somebody last read them. The histogram here does not.
    for (const { name } of this.registry.getMetricsAsArray()) {
      if (name.startsWith('nodejs_eventloop_lag_')) this.registry.removeSingleMetric(name);
    }
    const delay = new Histogram({
      name: 'hawker_event_loop_delay_seconds',
      help: `How late a timer came that was due after ${delaySampleMs} ms`,
      buckets: [0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    });
    let due = performance.now() + delaySampleMs;
    const timer = setInterval(() => {
      const now = performance.now();
      const late = Math.max(0, now - due);
      delay.observe(late / 1_000);
      this.lastMinutes.delayed(late);
      due = now + delaySampleMs;
    }, delaySampleMs).unref();
    signal.addEventListener('abort', () => clearInterval(timer));
  }
}
