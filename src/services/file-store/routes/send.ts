import type { FastifyReply } from 'fastify';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { headersOf } from '#kit/web/raw-answer.ts';
import { lineOf } from '#kit/web/request-id.ts';
import { transientChunks } from '../contents/chunks.ts';

/**
 * Sends a stream, chunk by chunk. When the stream fails half-way, the connection is cut, so that
 * the client does not take a part for the whole. When the client goes away, the stream is destroyed.
 */
export async function sendStream(
  reply: FastifyReply,
  { status, headers }: { readonly status: number; readonly headers: OutgoingHttpHeaders },
  stream: Readable,
  log: Logger,
): Promise<void> {
  reply.hijack();
  const { raw: response, request } = reply;
  response.writeHead(status, { ...headersOf(reply), ...headers });
  try {
    await writeChunks(stream, response);
  } catch (error) {
    log.error(lineOf(request, error), 'an answer was cut off');
    response.destroy();
  } finally {
    stream.destroy();
  }
}

/** Sends the head of an answer without a body. Fastify would add a charset to types of JSON. */
export function sendHead(
  reply: FastifyReply,
  { status, headers }: { readonly status: number; readonly headers: OutgoingHttpHeaders },
): void {
  reply.hijack();
  reply.raw.writeHead(status, { ...headersOf(reply), ...headers }).end();
}

async function writeChunks(stream: Readable, response: ServerResponse): Promise<void> {
  let resume = () => {};
  // The callback of a write may never be called when the connection closes.
  response.once('close', () => resume());
  for await (const chunk of transientChunks(stream)) {
    if (response.destroyed) return;
    await new Promise<void>((resolve) => {
      resume = resolve;
      response.write(chunk, () => resolve());
    });
  }
  response.end();
}
