/** What a service is to the host that runs it, and what the host offers it. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { TObject } from 'typebox';
import type { Identity } from '../web/identity/identity.ts';
import type { Common, Environment } from './env.ts';
import type { EventStreams } from '../web/event-streams.ts';
import type { App } from '../web/app.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Examples } from '../openapi/examples.ts';
import type { Store } from '../stores/store.ts';
import type { Quotas } from './quotas.ts';

/** The present instant, milliseconds since the epoch. */
export type Clock = () => number;

export interface Service {
  readonly name: string;
  readonly summary: string;
  /** Default port; `<NAME>_PORT` overrides it. */
  readonly port: number;
  /** Whether requests name their user, who is believed without a proof. */
  readonly trustsNamedUsers?: boolean;
  /** False for one that keeps nothing on a disk; its writes then never answer 507. */
  readonly writesToDisk?: boolean;
  /** Whether Redis may evict its keys: it starts all the same, with a warning. */
  readonly mayLoseKeys?: boolean;
  /** Environment variables that it reads beside the common ones. */
  readonly variables: TObject;
  /** How much of each thing one user may have; their variables come in addition. */
  readonly quotas?: Quotas;
  /** Requests and answers of all its operations, those on the console port included. */
  readonly examples?: Examples;
  /** Opens the store and builds the service; it listens to nothing yet. */
  start(host: Host): Promise<Running>;
}

/** What the host hands to a service. */
export interface Host {
  readonly env: Environment;
  readonly common: Common;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Tells who sends a request. */
  readonly identity: Identity;
  /** Aborted when the process begins to stop. */
  readonly stopping: AbortSignal;

  /**
   * Takes charge of an open store: the start-up line names it, `/readyz` asks it, and it is closed
   * after everything else, the latest store first, also when the start fails later.
   */
  own<StoreT extends Store>(store: StoreT): StoreT;

  /**
   * Runs `work` again and again until the process stops: see `loop` in loop.ts. The last run has
   * ended before any store is closed.
   *
   * @param everyMs pause between two runs, milliseconds
   */
  loop(name: string, everyMs: number, work: () => Promise<unknown>): void;

  /** Event streams that are kept alive, counted in the metrics, and ended when the process stops. */
  eventStreams<KeyT>(options: { readonly max: number }): EventStreams<KeyT>;
}

export interface Running {
  routes(app: App): void;
  /** Operator paths on the console port, for a service whose own paths are all taken. */
  console?(app: App): void;
  /**
   * Takes over connections that ask for another protocol (WebSocket). A Refusal that it throws is
   * answered with its problem document.
   */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): void | Promise<void>;
  /** The path of such requests, for the log. */
  readonly upgradeRoute?: string;
  /** Origins whose pages may ask for another protocol, beside those of CORS_ORIGINS. */
  readonly upgradeOrigins?: readonly string[];
  /** Ends long-lived connections; the listener then waits for the last answer. */
  drain?(): Promise<void>;
  /** Called after the last answer and the last run of the loops, before the stores are closed. */
  close?(): Promise<void>;
}

/** A service that runs, as the console and the start-up lines show it. */
export interface RunningService {
  readonly service: Service;
  readonly running: Running;
  /** The service's stores: `sqlite ./data/chat.db`. */
  readonly description: string;
  /** `http://127.0.0.1:8080`, once it listens. */
  readonly address: string;
  /** Resolves when all its stores answer; rejects with what is wrong with one. */
  ready(): Promise<void>;
}
