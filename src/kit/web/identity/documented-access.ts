/** What API documents say of who may call a route. */
import type { FastifySchema } from 'fastify';
import { isStream } from './check-access.ts';

/** For a document's components. */
export const securitySchemes = {
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'needed while identity is on: a JWT, whose `sub` is the user; or ADMIN_TOKEN. The scope that ' +
      'an operation takes beside a user is listed with it',
  },
  accessToken: {
    type: 'apiKey',
    in: 'query',
    name: 'access_token',
    description: 'the same token, for clients of streams that cannot set headers',
  },
} as const;

/** For an operation: empty when anybody may call it. */
export function securityOf(schema: FastifySchema): Record<string, string[]>[] {
  const { kind } = schema.access ?? { kind: 'admin' };
  if (kind === 'public') return [];
  const scopes = kind === 'user' ? [] : [kind];
  return isStream(schema) ? [{ token: scopes }, { accessToken: scopes }] : [{ token: scopes }];
}
