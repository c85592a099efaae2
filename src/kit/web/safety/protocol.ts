/** What HTTP itself forbids, as problem documents: Node would answer with a bare status line. */
import type { IncomingMessage, ServerOptions } from 'node:http';
import type { App } from '../app.ts';
import { common, type Refusal } from '../problem.ts';

/** How long the head of a request may take, milliseconds. */
const headTimeoutMs = 30_000;
/** How long a whole request may take, milliseconds. */
export const requestTimeoutMs = 60_000;

/** The options of a listener's server. */
export const serverOptions: ServerOptions = {
  // Node exchanges the two limits when this one is the longer.
  headersTimeout: headTimeoutMs,
  // How much later than the limits a slow client is noticed.
  connectionsCheckingInterval: 1_000,
  // BrowserSafety refuses a request without one.
  requireHostHeader: false,
};

/** Refuses expectations that nobody meets (417). */
export function checkProtocol(app: App): void {
  const { server } = app;
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    done(wrongExpectation(raw));
  });
}

function wrongExpectation({ headers: { expect } }: IncomingMessage): Refusal | undefined {
  if (expect === undefined || /^100-continue$/i.test(expect)) return undefined;
  // The client may keep its body back, so where the next request begins is unknown.
  const headers = { connection: 'close' };
  return common.EXPECTATION_FAILED(`Expect: ${expect.slice(0, 100)}`, { headers });
}
