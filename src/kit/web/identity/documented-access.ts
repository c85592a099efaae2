/** What API documents say of who may call a route. */
import type { FastifySchema } from 'fastify';
import { variantsOf } from './access.ts';
import { isStream } from './check-access.ts';

/** The security schemes among the components of a document. */
export const securitySchemes = {
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'needed while identity is on: a JWT, whose `sub` is the user; or ADMIN_TOKEN. The scope that ' +
      'an operation takes beside a user is listed with it',
  },
  ticket: {
    type: 'apiKey',
    in: 'query',
    name: 'ticket',
    description:
      'for clients of streams that cannot set headers: `POST /api/tickets`, with the token, answers ' +
      '`{ticket, expires_at}`. It is good for 30 seconds, for one stream, on the port of any service',
  },
  accessToken: {
    type: 'apiKey',
    in: 'query',
    name: 'access_token',
    description:
      'the token itself, in place of a ticket. Proxies log it with the URL: prefer tickets',
  },
} as const;

/** From the least demanding. */
const kindsByDemand = ['user', 'service', 'admin'] as const;

/** Returns the security of an operation: empty when anybody may call it. Of several variants, one suffices. */
export function securityOf(schema: FastifySchema): Record<string, string[]>[] {
  const variants = variantsOf(schema.access ?? { kind: 'admin' });
  const kinds = new Set(variants.map(({ access }) => access.kind));
  const kind = kindsByDemand.find((one) => kinds.has(one));
  if (kind === undefined) return [];
  const isDriver = variants.some(({ access }) => access.kind === 'user' && access.scope);
  const scopes = kind === 'user' ? (isDriver ? ['driver'] : []) : [kind];
  const names = isStream(schema) ? ['token', 'ticket', 'accessToken'] : ['token'];
  const withToken = names.map((name) => ({ [name]: scopes }));
  return kinds.has('public') ? [{}, ...withToken] : withToken;
}
