import type { FastifyRequest } from 'fastify';
import type { App } from '#kit/http.ts';
import { common, problemResponses } from '#kit/problem.ts';
import type { Cluster } from './cluster.ts';
import { acceptKey, acceptValue } from './entries.ts';
import { refuse } from './errors.ts';
import * as schemas from './schemas.ts';

export function routes(app: App, cluster: Cluster): void {
  acceptAnyBody(app);

  const getSchema = {
    params: schemas.KeyParams,
    response: {
      ...problemResponses(refuse.KEY_NOT_FOUND, common.STORE_UNAVAILABLE),
      200: schemas.Found,
    },
  };
  app.get('/:key', { schema: getSchema }, async ({ params, headers }, reply) => {
    const key = acceptKey(params.key);
    const value = await cluster.get(key);
    if (value === undefined) throw refuse.KEY_NOT_FOUND();
    reply.header('vary', 'accept');
    if (!asksForBytes(headers.accept)) return { data: { key, value } };
    return reply.type('application/octet-stream').send(value);
  });

  const putSchema = {
    params: schemas.KeyParams,
    consumes: ['*/*'],
    body: schemas.Value,
    response: { ...problemResponses(common.STORE_UNAVAILABLE), 200: schemas.Stored },
  };
  const put = { schema: putSchema, onRequest: forgetContentType };
  app.put('/:key', put, async ({ params, body }) => {
    const key = acceptKey(params.key);
    await cluster.put(key, acceptValue(body));
    return { data: { key, stored: true } };
  });

  const deleteSchema = {
    params: schemas.KeyParams,
    response: { ...problemResponses(common.STORE_UNAVAILABLE), 200: schemas.Deleted },
  };
  const remove = { schema: deleteSchema, onRequest: forgetContentType };
  app.delete('/:key', remove, async ({ params }) => {
    const key = acceptKey(params.key);
    await cluster.delete(key);
    return { data: { key, deleted: true } };
  });
}

/** The body is the value, whatever Content-Type says. */
function acceptAnyBody(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => body,
  );
}

/** A type that is none at all would otherwise be refused (415). */
async function forgetContentType({ headers }: FastifyRequest): Promise<void> {
  delete headers['content-type'];
}

function asksForBytes(accept: string | undefined): boolean {
  return (
    accept !== undefined &&
    /(^|,)\s*application\/octet-stream\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)/i.test(accept)
  );
}
