/** The limited route, and what other services ask; what operators call is in admin.ts. */
import type { App } from '#kit/web/app.ts';
import type { Clock } from '#kit/host/service.ts';
import { access } from '#kit/web/identity/access.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import { rateLimit, type FastifyRateLimitOptions } from '../adapters/fastify.ts';
import { limitHeaders, refusalOf } from '../adapters/limit-headers.ts';
import { check, checkMany, type Engine } from '../check.ts';
import { refuse } from '../errors.ts';
import type { Policies } from '../policies/administer.ts';
import * as schemas from '../schemas.ts';
import { adminRoutes } from './admin.ts';

interface RoutesOptions extends Policies {
  readonly limited: FastifyRateLimitOptions;
  readonly engine: Engine;
  readonly clock: Clock;
}

export function routes(app: App, options: RoutesOptions): void {
  limitedRoutes(app, options);
  checkRoutes(app, options);
  adminRoutes(app, options, options.limited);
}

function limitedRoutes(app: App, { limited }: RoutesOptions): void {
  app.register(async (scope) => {
    await scope.register(rateLimit, limited);
    limitedRoute(scope);
  });

  const unlimitedSchema = {
    operationId: 'rateLimiterUnlimited',
    summary: 'Call a route without a rate limit',
    description: 'A route to compare with `/limited`: it counts nothing and refuses no request.',
    access: access.public,
    response: { 200: schemas.Message },
  };
  app.get('/unlimited', { schema: unlimitedSchema }, async () => ({ message: 'no rate limit' }));
}

function limitedRoute(scope: App): void {
  const limitedSchema = {
    operationId: 'rateLimiterLimited',
    summary: 'Call a route that is rate limited',
    description:
      'Counts the request for the client address, an IPv6 address as its /56 network. Answers 429 RATE_LIMITED when the window has no room. Each answer says what is left in `RateLimit` and `RateLimit-Policy`.',
    access: access.public,
    response: {
      ...problemResponses(refuse.RATE_LIMITED, common.STORE_UNAVAILABLE),
      200: schemas.LimitedMessage,
    },
  };
  scope.get('/limited', { schema: limitedSchema }, async () => ({
    message: 'within rate limit',
  }));
}

function checkRoutes(app: App, { engine, clock }: RoutesOptions): void {
  const { UNKNOWN_POLICY, RATE_LIMITED } = refuse;
  const checkSchema = {
    operationId: 'rateLimiterCheck',
    summary: 'Check a limit and count a request',
    description:
      'Counts the cost in every limit of the policy, or in the limit that the request brings, if each of them has room; otherwise it counts nothing. The answer is 200 whether the request is allowed or not, unless `?status=429` asks for a refusal as 429 RATE_LIMITED. Fails with 503 while the store cannot be reached, unless the policy says `on_outage: allow` or is in shadow mode.',
    access: access.service,
    querystring: schemas.CheckQuery,
    body: schemas.CheckBody,
    response: {
      ...problemResponses(UNKNOWN_POLICY, RATE_LIMITED, common.STORE_UNAVAILABLE),
      200: schemas.CheckResult,
    },
  };
  app.post('/check', { schema: checkSchema }, async ({ query, body }, reply) => {
    const { peek, ...question } = body;
    const effect = peek ? 'peek' : 'check';
    const { result, decision, limits } = await check(engine, effect, question, clock());
    if (result.allowed || query.status !== 429) return result;
    reply.headers(limitHeaders(limits, decision));
    throw refusalOf(limits, decision, result);
  });

  const batchSchema = {
    operationId: 'rateLimiterCheckBatch',
    summary: 'Make up to 100 checks at once',
    description:
      'Each check is decided and counted on its own, as by `/check`. A check that fails has a problem code in place of a decision. An invalid member in any check is 400 for the whole batch, and nothing is counted.',
    access: access.service,
    body: schemas.BatchBody,
    response: { ...problemResponses(), 200: schemas.BatchResult },
  };
  app.post('/check/batch', { schema: batchSchema }, ({ body }) => checkMany(engine, body, clock()));

  const refundSchema = {
    operationId: 'rateLimiterRefund',
    summary: 'Give back units that were counted',
    description:
      'Takes the cost out of each limit, the most recently counted units first, and never more than was counted. Answers with what a check with `peek` would then say. Refund soon: later, the newest units belong to other requests.',
    access: access.service,
    body: schemas.RefundBody,
    response: {
      ...problemResponses(UNKNOWN_POLICY, common.STORE_UNAVAILABLE),
      200: schemas.CheckResult,
    },
  };
  app.post('/refund', { schema: refundSchema }, async ({ body }) => {
    const { result } = await check(engine, 'refund', body, clock());
    return result;
  });
}
