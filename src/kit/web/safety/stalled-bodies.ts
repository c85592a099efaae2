/** Bodies that stop arriving: a client that sends no byte of one for a while gets 408. */
import type { FastifyReply } from 'fastify';
import { Socket } from 'node:net';
import type { App } from '../app.ts';
import { common } from '../problem.ts';

interface ArrivingBody {
  readonly reply: FastifyReply;
  readonly socket: Socket;
  /** What the connection had brought when we last looked. */
  bytesRead: number;
  /** When it had last brought something. */
  at: number;
}

export class ArrivingBodies {
  readonly #timeoutMs: number;
  readonly #bodies = new Set<ArrivingBody>();

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  get size(): number {
    return this.#bodies.size;
  }

  /** Watches a request from the arrival of its head on. @param now any milliseconds */
  add(reply: FastifyReply, now: number): void {
    const { raw } = reply.request;
    const { socket } = raw;
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers;
    const hasBody = length !== '0' || encoding !== undefined;
    // Requests that tests inject have no socket.
    if (!hasBody || !(socket instanceof Socket)) return;
    const body = { reply, socket, bytesRead: socket.bytesRead, at: now };
    this.#bodies.add(body);
    raw.once('close', () => this.#bodies.delete(body));
  }

  /** Answers clients whose bodies have stalled, and closes their connections. */
  sweep(now: number): void {
    for (const body of this.#bodies) {
      const { reply, socket, bytesRead } = body;
      const { raw } = reply.request;
      if (raw.complete || reply.sent || reply.raw.headersSent) continue;
      // While we leave bytes unread, the client is not the one that is slow.
      if (socket.bytesRead !== bytesRead || raw.readableLength > 0) {
        Object.assign(body, { bytesRead: socket.bytesRead, at: now });
      } else if (now - body.at >= this.#timeoutMs) {
        const detail = `no byte of the body came for ${this.#timeoutMs / 1_000} s`;
        // Node tells no request that was answered: whoever reads its body would wait for ever.
        socket.once('close', () => raw.destroy());
        reply.send(common.REQUEST_TIMEOUT(detail, { headers: { connection: 'close' } }));
      }
    }
  }
}

/** @param timeoutMs how long a body may bring no byte, milliseconds */
export function limitStalls(app: App, timeoutMs: number): void {
  const bodies = new ArrivingBodies(timeoutMs);
  app.addHook('onRequest', (_request, reply, done) => {
    bodies.add(reply, performance.now());
    done();
  });
  const timer = setInterval(() => bodies.sweep(performance.now()), timeoutMs / 30).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
