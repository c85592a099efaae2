import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { acceptBuffer } from '#kit/web/content-types.ts';
import type { App } from '#kit/web/http.ts';
import { access } from '#kit/web/identity/access.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import type { Cluster } from './cluster.ts';
import { checkKey, readValue } from './entries.ts';
import { refuse } from './errors.ts';
import * as schemas from './schemas.ts';

/** Characters or bytes from which on a value is long: to read or send a mebibyte takes a millisecond. */
const longValue = 64 * 1024;

export function routes(app: App, cluster: Cluster): void {
  acceptBuffer(app);
  const oneAtATime = pLimit(1);
  // Many long values at once would hold up all else: each has a turn of the event loop.
  const ownTurn = () => oneAtATime(() => setImmediate());

  const getSchema = {
    operationId: 'keyValueGet',
    access: access.service,
    params: schemas.KeyParams,
    response: {
      ...problemResponses(refuse.KEY_NOT_FOUND, common.STORE_UNAVAILABLE),
      200: schemas.Found,
    },
  };
  app.get('/:key', { schema: getSchema }, async ({ params, headers }, reply) => {
    const key = checkKey(params.key);
    const value = await cluster.get(key);
    if (value === undefined) throw refuse.KEY_NOT_FOUND();
    if (value.length >= longValue) await ownTurn();
    reply.header('vary', 'accept');
    if (!asksForBytes(headers.accept)) return { data: { key, value } };
    return reply.type('application/octet-stream').send(value);
  });

  const putSchema = {
    operationId: 'keyValuePut',
    access: access.service,
    params: schemas.KeyParams,
    consumes: ['*/*'],
    body: schemas.Value,
    response: {
      ...problemResponses(common.STORE_UNAVAILABLE, common.STORE_FULL),
      200: schemas.Stored,
    },
  };
  app.put('/:key', { schema: putSchema }, async ({ params, body }) => {
    const key = checkKey(params.key);
    if (body !== undefined && body.length >= longValue) await ownTurn();
    await cluster.put(key, readValue(body));
    return { data: { key, stored: true } };
  });

  const deleteSchema = {
    operationId: 'keyValueDelete',
    access: access.service,
    params: schemas.KeyParams,
    response: { ...problemResponses(common.STORE_UNAVAILABLE), 200: schemas.Deleted },
  };
  app.delete('/:key', { schema: deleteSchema }, async ({ params }) => {
    const key = checkKey(params.key);
    await cluster.delete(key);
    return { data: { key, deleted: true } };
  });
}

/** Whether a client that sent this Accept wants the value alone. */
function asksForBytes(accept: string | undefined): boolean {
  return (
    accept !== undefined &&
    /(^|,)\s*application\/octet-stream\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)/i.test(accept)
  );
}
