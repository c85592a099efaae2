/** Collects the body of a request in one buffer, at a cost in memory that follows its size. */
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { callbackify } from 'node:util';
import { common } from './problem.ts';

/** A body may begin with this many pieces of any size. */
const freePieces = 4_096;
/** What the pieces of a longer one must have on average, bytes: less is an attack on our time. */
const minPieceBytes = 16;
/** A `Content-Length` alone reserves no more than this, bytes. */
const maxReserved = 64 * 1024;

/** Counts the pieces in which a body arrives: each costs as much as a kilobyte, however small it is. */
export class Pieces {
  #count = 0;
  #bytes = 0;

  /** @throws Refusal VALIDATION_FAILED once the body has come in many pieces of a few bytes */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (++this.#count <= freePieces || this.#bytes >= this.#count * minPieceBytes) return;
    throw common.VALIDATION_FAILED('the body comes in too many pieces of a few bytes');
  }
}

/**
 * A content type parser that hands a body to `parse` as one Buffer of its own. Fastify's own keeps
 * each piece until the last one has come: a piece of one byte then takes fifty, and keeps what the
 * socket has read with it.
 */
export function collected<T>(
  parse: (request: FastifyRequest, body: Buffer, done: Done) => T,
): (request: FastifyRequest, payload: IncomingMessage, done: Done) => void {
  return (request, payload, done) => {
    const collector = new Collector(request);
    const end = (error?: Error | null) => {
      // What comes after a refusal is dropped.
      payload.off('data', take).off('end', end).off('error', breakOff).resume();
      if (error != null) return done(error);
      const result = parse(request, collector.body, done);
      if (result instanceof Promise) callbackify(async (): Promise<unknown> => result)(done);
    };
    const breakOff = () => end(common.VALIDATION_FAILED('the body broke off'));
    const take = (piece: Buffer) => {
      try {
        collector.add(piece);
      } catch (error) {
        end(error as Error);
      }
    };
    if (collector.isTooLarge) return done(common.BODY_TOO_LARGE());
    payload.on('data', take).on('end', end).on('error', breakOff);
  };
}

type Done = (error: Error | null, body?: unknown) => void;

class Collector {
  readonly #limit: number;
  readonly #expected: number;
  readonly #pieces = new Pieces();
  #buffer = Buffer.alloc(0);
  #size = 0;

  constructor({ routeOptions, headers }: FastifyRequest) {
    this.#limit = routeOptions.bodyLimit;
    this.#expected = Number(headers['content-length'] ?? 0);
  }

  get isTooLarge(): boolean {
    return this.#expected > this.#limit;
  }

  /** @throws Refusal BODY_TOO_LARGE, VALIDATION_FAILED */
  add(piece: Buffer): void {
    const size = this.#size + piece.length;
    if (size > this.#limit) throw common.BODY_TOO_LARGE();
    this.#pieces.add(piece.length);
    if (size > this.#buffer.length) this.#grow(size);
    piece.copy(this.#buffer, this.#size);
    this.#size = size;
  }

  #grow(size: number): void {
    const known = Math.min(this.#expected, maxReserved);
    const next = Buffer.allocUnsafe(Math.max(size, known, 2 * this.#size));
    this.#buffer.copy(next, 0, 0, this.#size);
    this.#buffer = next;
  }

  /** A copy where more was reserved than came: it may be kept for long. */
  get body(): Buffer {
    const body = this.#buffer.subarray(0, this.#size);
    return this.#size === this.#buffer.length ? body : Buffer.from(body);
  }
}
