import type { FastifyReply } from 'fastify';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';

/**
 * Sends an answer that is too large to be held. When `write` fails half-way, the connection is
 * cut: nobody takes what came for the whole.
 */
export async function send(
  reply: FastifyReply,
  { status, headers }: { readonly status: number; readonly headers: OutgoingHttpHeaders },
  write: (target: ServerResponse) => Promise<void>,
  log: Logger,
): Promise<void> {
  reply.hijack();
  const { raw, request } = reply;
  raw.writeHead(status, headers);
  try {
    await write(raw);
  } catch (error) {
    log.error({ err: error, url: request.url }, 'an answer was cut off');
    raw.destroy();
  }
}

/** A target that closes early is no failure of ours. */
export async function pipeTo(bytes: Readable, target: Writable): Promise<void> {
  try {
    await pipeline(bytes, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
