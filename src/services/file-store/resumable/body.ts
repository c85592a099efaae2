/** The body of a request, which may break off at any byte. */
import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Pieces } from '#kit/web/collect-body.ts';
import { Refusal } from '#kit/web/problem.ts';
import { transientChunks } from '../contents/chunks.ts';

/**
 * The bytes that a client sends. If it goes away, this ends as if complete, so that nothing is
 * lost.
 */
export class SentBody {
  readonly #stream: Readable;
  #isBroken = false;
  #refusal: Refusal | undefined;

  constructor(stream: Readable) {
    this.#stream = stream;
  }

  /** Whether it ended before its end. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** The error with which it was cut off, if it was: the library hides the errors of streams. */
  get refusal(): Refusal | undefined {
    return this.#refusal;
  }

  /** @throws Refusal VALIDATION_FAILED when it comes in too many pieces of a few bytes */
  async *chunks(): AsyncGenerator<Buffer> {
    const pieces = new Pieces();
    // Only a request from the network owns its chunks; those of a test's `inject` are the test's.
    const isOwn = this.#stream instanceof IncomingMessage;
    try {
      for await (const chunk of this.#stream.iterator({ destroyOnReturn: false })) {
        pieces.add((chunk as Buffer).length);
        yield isOwn ? (chunk as Buffer) : Buffer.from(chunk as Buffer);
      }
    } catch (error) {
      if (error instanceof Refusal) throw (this.#refusal = error);
      this.#isBroken = true;
    }
  }
}

/** A stream of bytes, some of it at a time. */
export class BodyParts {
  readonly #chunks: AsyncGenerator<Buffer>;
  /** The part of the last chunk that did not fit. */
  #rest: Buffer | undefined;
  #isOver = false;

  /** @param stream whose chunks nobody else holds */
  constructor(stream: Readable) {
    this.#chunks = transientChunks(stream);
  }

  /** Whether all has been read. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Reads up to this many bytes. @throws the error of the stream */
  async *next(maxBytes: number): AsyncGenerator<Buffer> {
    let left = maxBytes;
    while (left > 0) {
      const chunk = this.#rest ?? (await this.#read());
      if (chunk === undefined) return;
      const part = chunk.subarray(0, left);
      left -= part.length;
      this.#rest = part.length < chunk.length ? chunk.subarray(part.length) : undefined;
      yield part;
    }
  }

  async #read(): Promise<Buffer | undefined> {
    const { done, value } = await this.#chunks.next();
    if (!done) return value;
    this.#isOver = true;
    return undefined;
  }
}
