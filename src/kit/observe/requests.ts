/** Requests as operators follow them: who works for which one, and one line in the log at its end. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { requestIdHeader, requestIdOf } from '../web/request-id.ts';
import type { App } from '../web/app.ts';
import { callerNameOf } from '../web/identity/caller.ts';

/** A request under way. What it leaves to be done after its answer is not part of it. */
export interface CurrentRequest {
  readonly id: string;
  isOver: boolean;
}

/** What is known of a request at its end. No path and no query: values stand there. */
interface RequestSummary {
  readonly service: string;
  readonly method: string;
  /** The pattern of the route: `/files/:id`. */
  readonly route: string;
  readonly status: number;
  /** From the arrival of the head to the end of the answer, or of the stream. */
  readonly ms: number;
  readonly user?: string;
  /** The connection ended before the answer did. */
  readonly cut?: true;
}

/** Publish `{request: CurrentRequest, headers}` to traces, at the end with the summary. */
export const requestStart = channel('hawker.request.start');
export const requestEnd = channel('hawker.request.end');

export interface RequestStarted {
  readonly request: CurrentRequest;
  readonly headers: IncomingHttpHeaders;
}

export interface RequestEnded {
  readonly request: CurrentRequest;
  readonly summary: RequestSummary;
}

const current = new AsyncLocalStorage<CurrentRequest>();

/** The request that the caller works for, until it is answered. */
export function currentRequest(): CurrentRequest | undefined {
  const request = current.getStore();
  return request?.isOver === false ? request : undefined;
}

/** Makes requests known to what runs on their behalf, and tells of each at its end. */
export function followRequests(app: App, log: Logger): void {
  const underWay = new WeakMap<FastifyRequest, CurrentRequest>();
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    const followed = begin(request.id, request.headers);
    underWay.set(request, followed);
    const started = performance.now();
    const { raw } = reply;
    raw.once('close', () => {
      const ms = performance.now() - started;
      end(followed, log, () => {
        return {
          ...summaryOf(request, raw),
          ms,
          ...userOf(request.raw),
          ...(raw.writableFinished ? {} : { cut: true }),
        };
      });
    });
    current.run(followed, done);
  });
  // A body arrives on behalf of its connection.
  app.addHook('preValidation', (request, _reply, done) => {
    current.run(underWay.get(request)!, done);
  });
}

/** The same for a request for another protocol; it ends when its connection does. */
export function followUpgrade(
  { request, socket, service, route, log }: UpgradeOptions,
  answer: (id: string) => Promise<number>,
): void {
  const id = requestIdOf(request);
  const followed = begin(id, request.headers);
  const started = performance.now();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const method = request.method ?? 'GET';
  void current.run(followed, async () => {
    const status = await answer(id);
    await closed;
    const ms = performance.now() - started;
    end(followed, log, () => ({ service, method, route, status, ms, ...userOf(request) }));
  });
}

export interface UpgradeOptions {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly service: string;
  /** The path of such requests. */
  readonly route: string;
  readonly log: Logger;
}

function begin(id: string, headers: IncomingHttpHeaders): CurrentRequest {
  const request = { id, isOver: false };
  if (requestStart.hasSubscribers) requestStart.publish({ request, headers });
  return request;
}

function end(request: CurrentRequest, log: Logger, summarize: () => RequestSummary): void {
  request.isOver = true;
  const isLogged = log.isLevelEnabled('info');
  if (!isLogged && !requestEnd.hasSubscribers) return;
  const summary = summarize();
  if (requestEnd.hasSubscribers) requestEnd.publish({ request, summary });
  if (isLogged)
    log.info({ request_id: request.id, ...summary, ms: rounded(summary.ms) }, 'request');
}

function summaryOf({ method, routeOptions, is404 }: FastifyRequest, answer: ServerResponse) {
  const { url = 'none', config } = routeOptions;
  const route = is404 ? 'none' : url;
  return { service: config.service ?? 'none', method, route, status: answer.statusCode };
}

/** Returns the caller's name where it is known. */
function userOf(request: IncomingMessage): { user?: string } {
  const user = callerNameOf(request);
  return user === undefined ? {} : { user };
}

const rounded = (ms: number): number => Math.round(ms * 100) / 100;
