import type { App } from '#kit/web/http.ts';
import { access } from '#kit/web/identity/access.ts';
import { common, invalid, problemResponses } from '#kit/web/problem.ts';
import type { Host } from '#kit/host/service.ts';
import { clientKey } from '#kit/web/safety/client-key.ts';
import { refuse } from './errors.ts';
import { rateLimit, type RateLimitOptions } from './plugin.ts';
import * as schemas from './schemas.ts';

export function routes(app: App, options: RateLimitOptions, admin: Host['admin']): void {
  app.register(async (scope) => {
    await scope.register(rateLimit, options);
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

  const resetSchema = {
    operationId: 'rateLimiterReset',
    access: access.admin,
    body: schemas.ResetBody,
    response: {
      ...problemResponses(common.ADMIN_TOKEN_REQUIRED, common.STORE_UNAVAILABLE),
      200: schemas.ResetResult,
    },
  };
  app.post('/admin/reset', { schema: resetSchema, onRequest: admin }, async ({ body: { ip } }) => {
    const key = clientKey(ip);
    if (key === undefined) throw invalid('ip', 'must be an IPv4 or IPv6 address');
    await options.limiter.reset(key);
    return { message: 'rate limit reset', ip };
  });
}
