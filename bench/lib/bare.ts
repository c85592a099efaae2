/** Bare Fastify routes with the same bodies and schemas as ours, and no state: what to compare with. */
import Fastify from 'fastify';
import type { Static, TSchema } from 'typebox';
import { compileCoercing, formats } from '../../src/kit/web/schema.ts';
import { AutocompleteQuery, AutocompleteResult } from '../../src/services/autocomplete/schemas.ts';
import { ServiceabilityQuery, ServiceabilityResult } from '../../src/services/geo/schemas.ts';
import {
  ConfirmResult,
  ReservationBody,
  ReserveBody,
  ReserveResult,
} from '../../src/services/inventory/schemas/reservations.ts';
import { IdempotencyHeaders } from '../../src/kit/web/idempotency-key.ts';
import { Found, KeyParams, Stored } from '../../src/services/key-value/schemas.ts';
import { Notification, SendBody } from '../../src/services/notification/schemas.ts';
import { Timeline, TimelineQuery } from '../../src/services/news-feed/schemas.ts';
import { ApplyBody, ApplyResult } from '../../src/services/promotion/schemas.ts';
import { LimitedMessage } from '../../src/services/rate-limiter/schemas.ts';
import {
  CheckoutBody,
  CheckoutQuery,
  CheckoutResult,
} from '../../src/services/flash-sale/schemas.ts';

const app = Fastify({ ajv: { customOptions: { coerceTypes: false, strict: false, formats } } });

const order = 'ord_0mwql9jdc5Ea5TjWITApX0Y2N_4IMiU';
const schema = {
  body: CheckoutBody,
  querystring: CheckoutQuery,
  response: { 200: CheckoutResult },
};
app.post('/flash-sale/checkout', { schema }, async () => ({
  data: { status: 'completed', order_id: order, reservation_id: order },
}));

const reserveSchema = { body: ReserveBody, response: { 200: ReserveResult } };
app.post('/reserve', { schema: reserveSchema }, async () => ({
  data: {
    reservation_id: order,
    status: 'reserved',
    qty: 1,
    ttl_seconds: 30,
    expires_at: 1795287268596,
  },
}));

const confirmSchema = { body: ReservationBody, response: { 200: ConfirmResult } };
app.post('/confirm', { schema: confirmSchema }, async () => ({
  data: { reservation_id: order, status: 'confirmed' },
}));

const location = 'https://example.com/some/long/path?with=query';
app.get('/:code', async (_request, reply) =>
  reply.header('cache-control', 'private, max-age=30').redirect(location, 302),
);

const lookup = {
  querystring: ServiceabilityQuery,
  response: { 200: ServiceabilityResult },
};
// Queries are text: this route coerces, as ours does.
const validatorCompiler = ({ schema }: { schema: unknown }) => compileCoercing(schema as TSchema);
app.get('/serviceability', { schema: lookup, validatorCompiler }, async () => ({
  data: {
    serviceable: true,
    hub_id: 'hub-4321',
    hub_name: 'Hub 4321',
    distance_km: 1.118,
    eta_minutes: 3,
    tier: 'redis',
    tiers_tried: [{ tier: 'redis', ms: 0.012, outcome: 'hit' }],
  },
}));

// The answer that ours gives to the same request.
const applied: Static<typeof ApplyResult> = JSON.parse(process.env['BARE_APPLY'] ?? '{}');
app.post(
  '/apply',
  { schema: { body: ApplyBody, response: { 200: ApplyResult } } },
  async () => applied,
);

// The answer that ours gives to one of the prefixes.
const completed: Static<typeof AutocompleteResult> = JSON.parse(
  process.env['BARE_AUTOCOMPLETE'] ?? '{}',
);
const completeSchema = { querystring: AutocompleteQuery, response: { 200: AutocompleteResult } };
app.get('/autocomplete', { schema: completeSchema, validatorCompiler }, async () => completed);

const sendSchema = { body: SendBody, headers: IdempotencyHeaders, response: { 201: Notification } };
app.post<{ Body: Static<typeof SendBody> }>(
  '/send',
  { schema: sendSchema },
  async ({ body }, reply) =>
    reply.code(201).send({
      id: 'notif_1795287268596',
      user_id: body.user_id,
      channel: 'in_app',
      title: body.title,
      body: body.body,
      status: 'delivered',
      created_at: 1795287268596,
    }),
);

app.register(async (scope) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body);
  const found = { schema: { params: KeyParams, response: { 200: Found } } };
  const stored = { schema: { params: KeyParams, response: { 200: Stored } } };
  const value = 'v'.repeat(100);
  scope.get('/key-value/:key', found, async () => ({ data: { key: 'key-1234', value } }));
  scope.put('/key-value/:key', stored, async () => ({ data: { key: 'key-1234', stored: true } }));
});
const limited = { schema: { response: { 200: LimitedMessage } } };
app.get('/rate-limiter/limited', limited, async (_request, reply) => {
  reply.header('ratelimit-policy', '"default";q=100000;w=1');
  reply.header('ratelimit', '"default";r=99999;t=1');
  return { message: 'within rate limit' };
});

const content = 'What a day: the kettle sang, the cat replied, and nobody wrote it down until now.';
const timeline = Array.from({ length: 20 }, (_, i) => {
  return { id: `u${i}_20260101000000`, user_id: `u${i}`, content, created_at: 1767225600000 };
});
const timelineSchema = { querystring: TimelineQuery, response: { 200: Timeline } };
app.get('/timeline', { schema: timelineSchema, validatorCompiler }, async () => ({
  timeline,
  next_cursor: '1234567',
}));

await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.on('SIGTERM', () => void app.close());
