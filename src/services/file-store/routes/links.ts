/** Routes for links: some for the owner of a file, one for anybody who has a token. */
import type { FastifyRequest } from 'fastify';
import type { AddressInfo } from 'node:net';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { callerOf } from '#kit/web/identity/caller.ts';
import { problemResponses, common } from '#kit/web/problem.ts';
import { clientKey } from '#kit/web/safety/client-key.ts';
import { isPrefetch } from '#kit/web/safety/prefetch.ts';
import { userOf } from '../access/access.ts';
import { preconditionsOf } from '../conditions.ts';
import { refuse } from '../errors.ts';
import { describeLink, followLink, type Follower } from '../links/follow.ts';
import { createLink, listLinks, revokeLink } from '../links/links.ts';
import * as schemas from '../schemas.ts';
import * as linkSchemas from '../links/schemas.ts';
import { fileFor, refusalsOf, type RouteContext } from './context.ts';
import { sendHead, sendStream } from './send.ts';

export function linkRoutes(app: App, context: RouteContext): void {
  const { files, quotas, clock } = context;

  const createSchema = {
    operationId: 'fileStoreCreateLink',
    summary: 'Create a download link for a file',
    description:
      'Anybody who has the address can download the latest version, without a user. The address is shown only in this answer. Only the owner of the file may create links; a file has at most 1,000 active ones (409 TOO_MANY_LINKS).',
    access: access.user({ header: 'x-user-id' }),
    headers: schemas.UserHeaders,
    params: schemas.FileParams,
    body: linkSchemas.LinkBody,
    response: {
      ...refusalsOf(
        refuse.FILE_NOT_FOUND,
        refuse.TOO_MANY_LINKS,
        common.QUOTA_EXCEEDED,
        refuse.STORAGE_FULL,
      ),
      201: linkSchemas.LinkCreated,
    },
  };
  app.post('/files/:id/links', { schema: createSchema }, async (request, reply) => {
    const { raw, headers, params, body } = request;
    const file = await fileFor(context, 'share', headers, params.id);
    const payer = { caller: callerOf(raw), ownerId: file.owner_id };
    const { link, token } = await quotas.addLink(payer, () =>
      createLink(files, file, body, clock()),
    );
    const url = `${context.baseUrl ?? ownAddress(app)}/links/${token}`;
    return reply.code(201).send({ link_id: link.id, url, expires_at: link.expires_at });
  });

  const listSchema = {
    operationId: 'fileStoreListLinks',
    summary: 'List the links of a file',
    description:
      'In the order in which they were created, without their addresses. Only the owner of the file may list them.',
    access: access.user({ header: 'x-user-id' }),
    headers: schemas.UserHeaders,
    params: schemas.FileParams,
    querystring: linkSchemas.LinksQuery,
    response: { ...refusalsOf(refuse.FILE_NOT_FOUND), 200: linkSchemas.LinksResult },
  };
  app.get('/files/:id/links', { schema: listSchema }, async ({ headers, params, query }) => {
    const file = await fileFor(context, 'share', headers, params.id);
    return listLinks(files, file.id, query);
  });

  const revokeSchema = {
    operationId: 'fileStoreRevokeLink',
    summary: 'Revoke a download link',
    description:
      'The link stops working at once; downloads that have begun continue. Repeating it is safe. Only the owner of the file may revoke it.',
    access: access.user({ header: 'x-user-id' }),
    headers: schemas.UserHeaders,
    params: linkSchemas.LinkParams,
    response: {
      ...refusalsOf(refuse.LINK_NOT_FOUND, refuse.STORAGE_FULL),
      200: linkSchemas.Revoked,
    },
  };
  app.delete('/links/:link', { schema: revokeSchema }, async ({ headers, params }) => {
    await revokeLink(files, userOf(headers, context), params.link, clock());
    return { revoked: true };
  });

  followRoutes(app, context);
}

/** Returns the address at which clients on this machine reach the service. */
function ownAddress(app: App): string {
  // Null for requests that tests inject.
  const { address, port } = (app.server.address() ?? { address: '::', port: 8090 }) as AddressInfo;
  if (/^(::1?|0\.0\.0\.0|127\.0\.0\.1)$/.test(address)) return `http://localhost:${port}`;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

function followRoutes(app: App, context: RouteContext): void {
  const { clock, log } = context;
  const schema = {
    operationId: 'fileStoreFollowLink',
    summary: 'Download a file by its link',
    description:
      'No user is needed. An answer with bytes counts against `max_downloads`, but the ranges that one client requests within 10 minutes count as one download; HEAD, 304 and 416 do not count. Answers 410 for a link that has expired, was revoked or is used up, and 503 PREFETCH_REFUSED to a browser that prefetches a link with `max_downloads`.',
    access: access.public,
    headers: linkSchemas.FollowHeaders,
    params: linkSchemas.LinkParams,
    response: {
      ...problemResponses(
        common.STORE_UNAVAILABLE,
        refuse.LINK_NOT_FOUND,
        refuse.LINK_EXPIRED,
        refuse.LINK_USED_UP,
        refuse.LINK_REVOKED,
        refuse.PRECONDITION_FAILED,
        refuse.RANGE_NOT_SATISFIABLE,
        refuse.PREFETCH_REFUSED,
        refuse.STORAGE_FULL,
      ),
      200: schemas.Content,
      206: schemas.PartialContent,
      304: schemas.NotModified,
    },
  };
  const config = { navigable: true };
  const options = { schema, config, exposeHeadRoute: false };
  app.get('/links/:link', options, async (request, reply) => {
    const { 'if-range': ifRange, range } = request.headers;
    const conditions = { ...preconditionsOf(request.headers), ifRange, range };
    const { plan, bytes } = await followLink(context, followerOf(request), conditions, clock());
    if (plan.status !== 304) context.downloaded();
    if (bytes) await sendStream(reply, plan, bytes, log);
    else sendHead(reply, plan);
    return reply as never;
  });

  const headSchema = { ...schema, hide: true };
  app.head('/links/:link', { schema: headSchema, config }, async (request, reply) => {
    const preconditions = preconditionsOf(request.headers);
    const plan = await describeLink(context, followerOf(request), preconditions, clock());
    sendHead(reply, plan);
    return reply as never;
  });
}

function followerOf({ params, ip, headers }: FastifyRequest): Follower {
  const { link: token } = params as { readonly link: string };
  return {
    token,
    address: clientKey(ip) ?? ip,
    userAgent: headers['user-agent'] ?? '',
    isPrefetch: isPrefetch(headers),
  };
}
