/**
 * The id of a request, which the client may choose: it is in the answer, in problem documents and in
 * every line that the log has of the request.
 */
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { nanoid } from 'nanoid';

export const requestIdHeader = 'x-request-id';

const given = /^[A-Za-z0-9._-]{1,64}$/;

/** The id that a request brings, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const id = headers[requestIdHeader];
  return typeof id === 'string' && given.test(id) ? id : nanoid();
}

/** A problem document that names the request. */
export function withInstance(document: object, id: string): object {
  return { ...document, instance: `urn:hawker:request:${id}` };
}

/** Members of a line about an error of a request, wherever it is written. */
export function lineOf({ id, method, routeOptions: { url } }: FastifyRequest, error: unknown) {
  return { err: error, request_id: id, method, route: url };
}
