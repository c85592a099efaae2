/** Answers that are sent before a body has arrived, on a connection that then ends. */
import type { onSendHookHandler } from 'fastify';
import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** How much of such a body is still read, bytes. */
const maxUnreadBytes = 16 * 1024 * 1024;
/** How long such a body is still read, milliseconds. */
const maxUnreadMs = 30_000;

/**
 * Keeps the answer where the connection ends with it, as nginx asks of each request: Node would close at
 * once, and reset a connection on which the body still arrives.
 */
export const answerBeforeClosing: onSendHookHandler = function (request, reply, payload, done) {
  const isKept = reply.raw.shouldKeepAlive && !reply.hasHeader('connection');
  if (isKept) done(null, payload);
  else endAfterBody.call(this, request, reply, payload, done);
};

/**
 * Reads a little more from a client that is answered early, then ends its connection. Most clients send
 * the whole body before they read the answer, and a connection that is cut at once would lose it. The
 * answer says that the connection ends, since a proxy may reuse it for the next request of anybody.
 */
export const endAfterBody: onSendHookHandler = function ({ raw }, reply, payload, done) {
  const { connection = '' } = reply.getHeaders();
  // A body that has stalled brings nothing more; a test that injects has no connection.
  const isOver = raw.complete || connection === 'close';
  if (isOver || !(raw instanceof IncomingMessage) || typeof payload !== 'string') {
    return done(null, payload);
  }
  reply.headers({
    connection: connection || 'close',
    'content-length': Buffer.byteLength(payload),
  });
  done(null, Readable.from(untilRead(payload, raw)));
};

/** The whole answer at once; its end, with which Node closes the connection, after the body. */
async function* untilRead(answer: string, body: IncomingMessage): AsyncGenerator<string> {
  yield answer;
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  let left = maxUnreadBytes;
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) resolve();
  });
  body
    .once('end', resolve)
    .once('close', resolve)
    .once('error', () => resolve());
  if (body.complete || body.destroyed) resolve();
  const timer = setTimeout(resolve, maxUnreadMs);
  await isOver;
  clearTimeout(timer);
}
