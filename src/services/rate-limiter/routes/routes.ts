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
    const limitedSchema = {
      operationId: 'rateLimiterLimited',
      access: access.public,
      response: {
        ...problemResponses(refuse.RATE_LIMITED, common.STORE_UNAVAILABLE),
        200: schemas.LimitedMessage,
      },
    };
    scope.get('/limited', { schema: limitedSchema }, async () => ({
      message: 'within rate limit',
    }));
  });

  const unlimitedSchema = {
    operationId: 'rateLimiterUnlimited',
    access: access.public,
    response: { 200: schemas.Message },
  };
  app.get('/unlimited', { schema: unlimitedSchema }, async () => ({ message: 'no rate limit' }));
}

function checkRoutes(app: App, { engine, clock }: RoutesOptions): void {
  const { UNKNOWN_POLICY, RATE_LIMITED } = refuse;
  const checkSchema = {
    operationId: 'rateLimiterCheck',
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
    access: access.service,
    body: schemas.BatchBody,
    response: { ...problemResponses(), 200: schemas.BatchResult },
  };
  app.post('/check/batch', { schema: batchSchema }, ({ body }) => checkMany(engine, body, clock()));

  const refundSchema = {
    operationId: 'rateLimiterRefund',
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
