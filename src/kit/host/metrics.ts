/** Prometheus metrics of the process. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const requestBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** How often the event-loop delay is sampled, milliseconds. */
const delayResolutionMs = 10;

export class Metrics {
  readonly registry = new Registry();
  /** Readers by service, by gauge: services of one kind share a gauge. */
  readonly #gauges = new Map<string, Map<string, () => number>>();
  readonly #requests: Counter;
  readonly #requestSeconds: Histogram;
  readonly #commitSeconds: Histogram;
  readonly #batch: Histogram;
  readonly #delay = monitorEventLoopDelay({ resolution: delayResolutionMs });

  constructor() {
    const registers = [this.registry];
    this.#requests = new Counter({
      name: 'hawker_http_requests_total',
      help: 'Answers by route and status',
      labelNames: ['service', 'method', 'route', 'status'],
      registers,
    });
    this.#requestSeconds = new Histogram({
      name: 'hawker_http_request_duration_seconds',
      help: 'Time from the arrival of the head to the end of the answer',
      labelNames: ['service', 'method', 'route'],
      buckets: requestBuckets,
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
  }

  /** Yields a function that counts one answer of a route. */
  route(service: string, method: string, route: string): (status: number, seconds: number) => void {
    const labels = { service, method, route };
    const duration = this.#requestSeconds.labels(labels);
    const statuses = new Map<number, Counter.Internal>();
    return (status, seconds) => {
      duration.observe(seconds);
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
        // Node records the whole time between two ticks of its timer, not only the delay.
        const ms = this.#delay.percentile(quantile) / 1e6 - delayResolutionMs;
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
}
