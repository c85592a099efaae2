/** What `/overview` and `/overview/events` tell: the host sends it, and the console's page shows it. */

/** A service of the process. */
export interface ServiceInfo {
  readonly name: string;
  readonly summary: string;
  readonly address: string;
  readonly store: string;
}

/** The answer of `/overview`. */
export interface Overview {
  readonly pid: number;
  readonly services: readonly ServiceInfo[];
}

/** How often a code was answered, and when last. */
export interface RefusalCount {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  /** In the last ten minutes. */
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly lastAt: number;
}

/** The traffic of a service: one number for each second. */
export interface Traffic {
  readonly requests: readonly number[];
  readonly refused: readonly number[];
  readonly failed: readonly number[];
  /** Milliseconds. */
  readonly p50: readonly number[];
  readonly p99: readonly number[];
}

export interface ServiceSeries extends Traffic {
  /** `ready`, or what is wrong; undefined: it was not asked yet. */
  readonly status?: string | undefined;
  /** Business counters; only of a service whose details were asked for, like `refusals`. */
  readonly counters?: Readonly<Record<string, readonly number[]>>;
  readonly refusals?: readonly RefusalCount[];
}

/** The process as a whole: one number for each second. */
export interface ProcessSeries {
  /** The worst delay of the event loop, milliseconds. */
  readonly delay: readonly number[];
  /** Bytes. */
  readonly memory: readonly number[];
  /** Cores in use. */
  readonly cpu: readonly number[];
}

/** The event `seconds` of `/overview/events`: the seconds that were not told yet. */
export interface Seconds {
  /** The end of the latest second, milliseconds since the epoch. */
  readonly at: number;
  /** What the services take for now, milliseconds since the epoch: simulated in the demo. */
  readonly clock: number;
  readonly process: ProcessSeries;
  readonly services: Readonly<Record<string, ServiceSeries>>;
}
