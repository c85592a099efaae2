/** Bounds on what one client, and all of them together, take of a listener. */
import { closeSync, openSync } from 'node:fs';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { devNull } from 'node:os';

/** Requests of one connection that are worked on at a time; those behind them wait. */
const maxInFlight = 16;
/** No further request of a connection begins while more bytes of its answers wait to be sent. */
const maxUnsentBytes = 1024 * 1024;
/** How long a client may take nothing of an answer that waits for it, milliseconds. */
const unreadTimeoutMs = 30_000;
/** With this part of its connections open, a listener ends the one that has been idle longest for each new one. */
const pressure = 0.9;

interface BoundsOptions {
  readonly maxConnections: number;
  readonly unreadTimeoutMs?: number;
}

/** The pipelines of all listeners: one may hand over requests of its connections to another. */
const pipelines = new WeakMap<Socket, Pipeline>();
/** The open ones of each listener. */
const openPipelines = new WeakMap<Server, Set<Pipeline>>();

/** Call once, before the server listens and before anything else replaces its request listener. */
export function boundServer(server: Server, options: BoundsOptions): void {
  server.maxConnections = options.maxConnections;
  // In the order of their latest requests.
  const open = new Set<Pipeline>();
  openPipelines.set(server, open);
  const [handle] = server.listeners('request') as [RequestListener];
  server.removeAllListeners('request');
  server.on('connection', (socket) => {
    const pipeline = new Pipeline(socket, handle);
    pipelines.set(socket, pipeline);
    if (open.size >= options.maxConnections * pressure) endIdlest(open);
    open.add(pipeline);
    socket.once('close', () => open.delete(pipeline));
  });
  server.on('request', (request, response) => {
    const pipeline = pipelines.get(request.socket)!;
    if (pipeline.handle === handle) {
      // Moves it to the end, unless it has closed.
      if (open.delete(pipeline)) open.add(pipeline);
      pipeline.add(request, response);
    }
    // Another listener has handed it over, and bounds its connection.
    else handle(request, response);
  });
  const lookEveryMs = (options.unreadTimeoutMs ?? unreadTimeoutMs) / 2;
  // Called when a connection has been silent. Node then leaves it to us to close idle ones as well.
  server.setTimeout(lookEveryMs, (socket) => {
    const pipeline = pipelines.get(socket)!;
    // Before its first request, a connection has the time of a head.
    if (pipeline.isNew) return;
    if (!pipeline.isWorking || pipeline.isStuck()) socket.destroy();
    else if (socket.writableLength > 0) socket.setTimeout(lookEveryMs);
  });
}

function endIdlest(open: ReadonlySet<Pipeline>): void {
  for (const pipeline of open) {
    if (!pipeline.isWorking && !pipeline.isKept) return pipeline.cut();
  }
}

/** Keeps a connection that speaks another protocol from being taken for an idle one. */
export function keepOpen(socket: Socket): void {
  const pipeline = pipelines.get(socket);
  if (pipeline !== undefined) pipeline.isKept = true;
}

/**
 * Ends the connections of a server that accepts no more. All that is asked on them is answered, and the
 * answer to the last request says that the connection ends with it. One on which nothing is asked
 * ends after `idleMs`: a client that has not been told may be about to send.
 */
export function endConnections(server: Server, idleMs: number): void {
  // Of connections that turn idle later, after answers that had begun already.
  server.keepAliveTimeout = idleMs;
  server.keepAliveTimeoutBuffer = 0;
  for (const pipeline of openPipelines.get(server)!) pipeline.end(idleMs);
}

/**
 * The requests of one connection. A client may send thousands without waiting for an answer, and
 * Node hands over all that came in one piece: without this, they would hold up everybody else.
 */
class Pipeline {
  readonly #socket: Socket;
  readonly handle: RequestListener;
  readonly #waiting: [IncomingMessage, ServerResponse][] = [];
  readonly #inFlight = new Set<ServerResponse>();
  /** Whether nothing was asked yet. */
  isNew = true;
  /** See `keepOpen`. */
  isKept = false;
  /** The answer to the newest request, until it is sent. */
  #newest: ServerResponse | undefined;
  #isEnding = false;
  /** Bytes that the client had taken when it was last asked whether it is stuck. */
  #taken = -1;

  constructor(socket: Socket, handle: RequestListener) {
    this.#socket = socket;
    this.handle = handle;
    // Node resumes a connection by itself, when a body is read and when an answer is taken.
    socket.on('resume', () => {
      if (this.#waiting.length > 0) socket.pause();
    });
  }

  get isWorking(): boolean {
    return this.#inFlight.size > 0;
  }

  /** Whether an answer waits of which the client has taken nothing since the last call. */
  isStuck(): boolean {
    const { bytesWritten, writableLength } = this.#socket;
    const before = this.#taken;
    this.#taken = bytesWritten - writableLength;
    return writableLength > 0 && this.#taken === before;
  }

  cut(): void {
    this.#socket.destroy();
  }

  /** See `endConnections`. */
  end(idleMs: number): void {
    this.#isEnding = true;
    this.isNew = false;
    if (this.#newest?.headersSent === false) this.#newest.setHeader('connection', 'close');
    this.#socket.setTimeout(idleMs);
  }

  add(request: IncomingMessage, response: ServerResponse): void {
    this.isNew = false;
    if (this.#isEnding) {
      // Behind an answer that says so, no other would be sent.
      if (this.#newest?.headersSent === false) this.#newest.removeHeader('connection');
      response.setHeader('connection', 'close');
    }
    this.#newest = response;
    if (this.#waiting.length === 0 && this.#mayBegin()) return this.#begin(request, response);
    this.#waiting.push([request, response]);
    this.#socket.pause();
  }

  #mayBegin(): boolean {
    if (this.#inFlight.size >= maxInFlight) return false;
    let unsent = 0;
    for (const response of this.#inFlight) unsent += response.writableLength;
    return this.#inFlight.size === 0 || unsent <= maxUnsentBytes;
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    this.#inFlight.add(response);
    response.once('close', () => this.#answered(response));
    this.handle(request, response);
  }

  #answered(response: ServerResponse): void {
    if (this.#newest === response) this.#newest = undefined;
    this.#inFlight.delete(response);
    // What a client that has gone did not wait for has no effect.
    if (this.#socket.destroyed) this.#waiting.length = 0;
    if (this.#waiting.length === 0) return;
    // Others have their turn before the next one, also when all answers are there at once.
    setImmediate(() => {
      if (this.#mayBegin()) {
        const next = this.#waiting.shift();
        if (next !== undefined) this.#begin(...next);
      }
      if (this.#waiting.length === 0) this.#socket.resume();
    });
  }
}

/**
 * Closes a new connection that has taken the last descriptor of the process, so that the console,
 * which is not bounded in this way, can still be reached.
 */
export function keepDescriptorBack(server: Server): void {
  server.prependListener('connection', (socket) => {
    if (!hasDescriptor()) socket.destroy();
  });
}

function hasDescriptor(): boolean {
  try {
    closeSync(openSync(devNull, 'r'));
    return true;
  } catch {
    return false;
  }
}
