/** `POST /api/tickets`, on every listener. */
import { Type } from 'typebox';
import type { App } from '../app.ts';
import { withCommonAnswers } from '../documented-route.ts';
import { common, problemResponses } from '../problem.ts';
import { access } from './access.ts';
import type { Identity } from './identity.ts';

const path = '/api/tickets';

const Ticket = Type.Object({
  ticket: Type.String({ description: 'send it in the query of the stream: `?ticket=…`' }),
  expires_at: Type.Integer({ description: 'when it expires, milliseconds since the epoch' }),
});

const schema = {
  operationId: 'createTicket',
  summary: 'Buy a ticket for one stream',
  description:
    "A ticket stands for the caller's token in the URL of one event stream or WebSocket, for clients " +
    'that cannot set headers there. It works once, within 30 seconds; the stream ends when the ' +
    'token does. Fails with 404 while identity is off.',
  access: access.user(),
  response: {
    201: { description: 'The ticket', content: { 'application/json': { schema: Ticket } } },
    ...problemResponses(common.NOT_FOUND),
  },
};

/** The document of the route, which belongs to no single service. */
export function ticketDocument(): object {
  const { access: _, response: responses, ...described } = schema;
  const post = { ...described, tags: ['tickets'], security: [{ token: [] }], responses };
  const tags = [{ name: 'tickets', description: 'Open streams without a token in the URL.' }];
  const openapiObject = { info: {}, tags, paths: { [path]: { post } }, components: {} };
  return withCommonAnswers(false)({ openapiObject } as never);
}

export function ticketRoute(app: App, identity: Identity): void {
  const config = { isOfAll: true };
  app.post(path, { schema, config }, async ({ raw }, reply) => {
    const ticket = await identity.sellTicket(raw);
    return reply.code(201).header('cache-control', 'no-store').send(ticket);
  });
}
