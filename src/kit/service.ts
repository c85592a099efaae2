/** What a service is to the host that runs it. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { TObject } from 'typebox';
import type { AdminGuard } from './admin.ts';
import type { Common, Environment } from './env.ts';
import type { App } from './http.ts';
import type { Metrics } from './metrics.ts';

/** The present instant, milliseconds since the epoch. */
export type Clock = () => number;

export interface Service {
  readonly name: string;
  readonly summary: string;
  /** Default port; `<NAME>_PORT` overrides it. */
  readonly port: number;
  /** Environment variables that it reads beside the common ones. */
  readonly variables: TObject;
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
  readonly admin: AdminGuard;
  /** Aborted when the process begins to stop; background loops end then. */
  readonly stopping: AbortSignal;
}

export interface Running {
  /** The store in use, for the start-up line: `sqlite ./data/chat.db`. */
  readonly store: string;
  routes(app: App): void;
  /** Operator paths on the console port, for a service whose own paths are all taken. */
  console?(app: App): void;
  /** Takes over connections that ask for another protocol (WebSocket). */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Resolves when the store answers; rejects with what is wrong. */
  ready(): Promise<void>;
  /** Ends long-lived connections; the listener then waits for the last answer. */
  drain?(): Promise<void>;
  /** Called after the last answer: ends loops, flushes and closes the store. */
  close(): Promise<void>;
}
