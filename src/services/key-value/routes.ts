import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { acceptBuffer } from '#kit/web/content-types.ts';
import type { Clock } from '#kit/host/service.ts';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import type { Cluster } from './cluster.ts';
import { etagOf, meets, readCondition, type Form } from './keys/conditions.ts';
import { checkKey, readExpiry, readValue, secondsLeft } from './keys/entries.ts';
import { refuse } from './errors.ts';
import { listKeys } from './keys/list.ts';
import * as schemas from './schemas.ts';

/** The length from which a value counts as long: reading or sending 1 MiB takes a millisecond. */
const longValue = 64 * 1024;

export function routes(app: App, cluster: Cluster, clock: Clock): void {
  acceptBuffer(app);
  const oneAtATime = pLimit(1);
  // Many long values at once would hold up all else, so each gets its own turn of the event loop.
  const ownTurn = () => oneAtATime(() => setImmediate());

  const listSchema = {
    operationId: 'keyValueList',
    summary: 'List keys in order of their bytes',
    description:
      'Lists the keys on all nodes that begin with the prefix, without expired keys. A page may be shorter than `limit` although more keys follow, so continue until `next_cursor` is absent. Fails with 503 while any node is away.',
    access: access.service,
    querystring: schemas.ListQuery,
    response: { ...problemResponses(common.STORE_UNAVAILABLE), 200: schemas.KeyList },
  };
  app.get('/', { schema: listSchema }, async ({ query }) => {
    checkKey(query.prefix, 'prefix');
    const { keys, nextCursor } = await listKeys(cluster, query, clock());
    const shown = keys.map(({ key, size, expiresAt }) => ({ key, size, expires_at: expiresAt }));
    return { data: { keys: shown, next_cursor: nextCursor } };
  });

  const getSchema = {
    operationId: 'keyValueGet',
    summary: 'Read the value of a key',
    description:
      'Answers with JSON, or with the bytes alone for `Accept: application/octet-stream`; each form has its own `ETag`. Fails with 404 KEY_NOT_FOUND for a key that has no value or has expired. Answers 304 for an `If-None-Match` that names the value, and 412 for an `If-Match` that does not.',
    access: access.service,
    params: schemas.KeyParams,
    headers: schemas.ConditionHeaders,
    response: {
      ...problemResponses(
        refuse.KEY_NOT_FOUND,
        refuse.PRECONDITION_FAILED,
        common.STORE_UNAVAILABLE,
      ),
      200: schemas.Found,
      304: schemas.NotModified,
    },
  };
  app.get('/:key', { schema: getSchema }, async ({ params, headers }, reply) => {
    const key = checkKey(params.key);
    const form = formOf(headers.accept);
    const condition = readCondition(headers, form);
    const now = clock();
    const entry = await cluster.get(key, now);
    if (entry === undefined) throw refuse.KEY_NOT_FOUND();
    const { value, tag, expiresAt } = entry;
    // If both conditions are given, If-Match is checked first.
    const isExpected =
      condition === undefined || meets({ ...condition, ifNoneMatch: undefined }, tag);
    if (!isExpected) throw refuse.PRECONDITION_FAILED();
    reply.headers({ vary: 'Accept', etag: etagOf(tag, form) });
    if (expiresAt !== undefined) reply.header('ttl', secondsLeft(expiresAt, now));
    if (condition && !meets(condition, tag)) return reply.code(304).send(null);
    if (value.length >= longValue) await ownTurn();
    if (form === 'envelope') return { data: { key, value } };
    return reply.type('application/octet-stream').send(value);
  });

  const putSchema = {
    operationId: 'keyValuePut',
    summary: 'Store a value under a key',
    description:
      'Replaces the value and its `TTL`: without the header, the key does not expire. The `ETag` of the answer names this write. With `If-Match` or `If-None-Match` the value is only stored if the condition holds; otherwise nothing changes and the answer is 412. `If-None-Match: *` stores it only if the key has no value.',
    access: access.service,
    params: schemas.KeyParams,
    headers: schemas.PutHeaders,
    consumes: ['*/*'],
    body: schemas.Value,
    response: {
      ...problemResponses(refuse.PRECONDITION_FAILED, common.STORE_UNAVAILABLE, common.STORE_FULL),
      200: schemas.Stored,
    },
  };
  app.put('/:key', { schema: putSchema }, async ({ params, headers, body }, reply) => {
    const key = checkKey(params.key);
    const now = clock();
    const expiresAt = readExpiry(headers.ttl, now);
    const condition = readCondition(headers);
    if (body !== undefined && body.length >= longValue) await ownTurn();
    const only = condition && { condition, now };
    const tag = await cluster.put(key, readValue(body), { expiresAt, only });
    reply.header('etag', etagOf(tag, 'envelope'));
    return { data: { key, stored: true } };
  });

  const deleteSchema = {
    operationId: 'keyValueDelete',
    summary: 'Delete the value of a key',
    description:
      'Also answers 200 for a key that has no value. With `If-Match` or `If-None-Match` the value is only deleted if the condition holds; otherwise the answer is 412.',
    access: access.service,
    params: schemas.KeyParams,
    headers: schemas.ConditionHeaders,
    response: {
      ...problemResponses(refuse.PRECONDITION_FAILED, common.STORE_UNAVAILABLE),
      200: schemas.Deleted,
    },
  };
  app.delete('/:key', { schema: deleteSchema }, async ({ params, headers }) => {
    const key = checkKey(params.key);
    const condition = readCondition(headers);
    await cluster.delete(key, condition && { condition, now: clock() });
    return { data: { key, deleted: true } };
  });
}

const bytesType = /(^|,)\s*application\/octet-stream\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)/i;

/** The form of the value that a client with this Accept wants. */
function formOf(accept = ''): Form {
  return bytesType.test(accept) ? 'bytes' : 'envelope';
}
