/** Prometheus metrics. Counting a request is a few additions; the rest happens when they are read. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const requestBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** How often the event-loop delay is sampled, milliseconds. */
const delayResolution = 10;

/** Counts the answers of one route. */
class RouteRecorder {
  readonly labels: { service: string; method: string; route: string };
  readonly statuses = new Map<number, number>();
  readonly buckets = new Float64Array(requestBuckets.length + 1);
  seconds = 0;
  count = 0;

  constructor(service: string, method: string, route: string) {
    this.labels = { service, method, route };
  }

  /** @param ms time from the arrival of the head to the end of the answer */
  observe(status: number, ms: number): void {
    const seconds = ms / 1000;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    let bucket = 0;
    while (bucket < requestBuckets.length && seconds > requestBuckets[bucket]!) bucket++;
    this.buckets[bucket]!++;
    this.seconds += seconds;
    this.count++;
  }
}

export type { RouteRecorder };

export class Metrics {
  readonly registry = new Registry();
  readonly #routes: RouteRecorder[] = [];
  /** Readers by service, by gauge: services of one kind share a gauge. */
  readonly #gauges = new Map<string, Map<string, () => number>>();
  readonly #commits: Counter;
  readonly #commitSeconds: Histogram;
  readonly #batch: Histogram;
  readonly #delay = monitorEventLoopDelay({ resolution: delayResolution });

  constructor() {
    const registers = [this.registry];
    this.#commits = new Counter({
      name: 'hawker_store_commits_total',
      help: 'Transactions committed by the embedded store',
      labelNames: ['service'],
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
    this.#eventLoopDelay(registers);
    this.#requests(registers);
  }

  route(service: string, method: string, route: string): RouteRecorder {
    const recorder = new RouteRecorder(service, method, route);
    this.#routes.push(recorder);
    return recorder;
  }

  /** Recorder of one embedded store's commits, for `SqliteOptions.onCommit`. */
  commits(service: string): (units: number, seconds: number) => void {
    const count = this.#commits.labels(service);
    const duration = this.#commitSeconds.labels(service);
    const batch = this.#batch.labels(service);
    return (units, seconds) => {
      count.inc();
      duration.observe(seconds);
      batch.observe(units);
    };
  }

  /** A value of one service, read when the metrics are. */
  gauge(service: string, name: string, help: string, read: () => number): void {
    const readers = this.#gauges.get(name) ?? new Map<string, () => number>();
    readers.set(service, read);
    if (this.#gauges.has(name)) return;
    this.#gauges.set(name, readers);
    const registers = [this.registry];
    const collect = () => {
      for (const [service, read] of readers) gauge.set({ service }, read());
    };
    const gauge: Gauge = new Gauge({ name, help, labelNames: ['service'], registers, collect });
  }

  #eventLoopDelay(registers: Registry[]): void {
    this.#delay.enable();
    const collect = () => {
      for (const quantile of [50, 99, 100]) {
        // What is recorded is the time between two ticks of its timer.
        const ms = this.#delay.percentile(quantile) / 1e6 - delayResolution;
        gauge.set({ quantile: String(quantile / 100) }, Math.max(0, ms) / 1000);
      }
      this.#delay.reset();
    };
    const gauge: Gauge = new Gauge({
      name: 'hawker_event_loop_delay_seconds',
      help: 'Event-loop delay since the metrics were last read',
      labelNames: ['quantile'],
      registers,
      collect,
    });
  }

  #requests(registers: Registry[]): void {
    const requests: Counter = new Counter({
      name: 'hawker_http_requests_total',
      help: 'Answers by route and status',
      labelNames: ['service', 'method', 'route', 'status'],
      registers,
      collect: () => {
        requests.reset();
        for (const { labels, statuses } of this.#routes) {
          for (const [status, n] of statuses) requests.inc({ ...labels, status }, n);
        }
      },
    });
    const name = 'hawker_http_request_duration_seconds';
    const get = () => ({
      name,
      help: 'Time from the arrival of the head to the end of the answer',
      type: 'histogram',
      aggregator: 'sum',
      values: this.#routes
        .filter(({ count }) => count > 0)
        .flatMap((recorder) => durationValues(name, recorder)),
    });
    this.registry.registerMetric({ name, get } as unknown as Gauge);
  }
}

function durationValues(name: string, { labels, buckets, seconds, count }: RouteRecorder) {
  let below = 0;
  const cumulative = [...buckets].map((n, i) => ({
    metricName: `${name}_bucket`,
    labels: { ...labels, le: requestBuckets[i] ?? '+Inf' },
    value: (below += n),
  }));
  return [
    ...cumulative,
    { metricName: `${name}_sum`, labels, value: seconds },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
