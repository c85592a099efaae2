/** What operators call: policies, their overrides, a client's reset. */
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { common, invalid, problemResponses } from '#kit/web/problem.ts';
import { clientKey } from '#kit/web/safety/client-key.ts';
import type { FastifyRateLimitOptions } from '../adapters/fastify.ts';
import * as schemas from '../admin-schemas.ts';
import { refuse } from '../errors.ts';
import {
  putOverride,
  putPolicy,
  removeOverride,
  removePolicy,
  showPolicy,
  type Policies,
} from '../policies/administer.ts';

const { ADMIN_TOKEN_REQUIRED, STORE_UNAVAILABLE } = common;

/** Who is limited by `/limited`. */
export type Limited = Pick<FastifyRateLimitOptions, 'limiter' | 'limits'>;

export function adminRoutes(app: App, policies: Policies, limited: Limited): void {
  policyRoutes(app, policies);
  overrideRoutes(app, policies);
  resetRoute(app, limited);
}

function policyRoutes(app: App, policies: Policies): void {
  const path = '/admin/policies/:name';
  const params = schemas.PolicyParams;
  const putting = {
    operationId: 'rateLimiterPutPolicy',
    summary: 'Create or replace a policy',
    description:
      'The change is in force on this replica when it is answered, and on the others within a second. Units that were counted stay counted, and overrides are kept. Fails with 409 when there are 1,000 policies.',
    access: access.admin,
    params,
    body: schemas.PolicyBody,
    response: {
      ...problemResponses(ADMIN_TOKEN_REQUIRED, refuse.TOO_MANY_POLICIES, STORE_UNAVAILABLE),
      200: schemas.PolicyResult,
    },
  };
  app.put(path, { schema: putting }, ({ params, body }) => putPolicy(policies, params.name, body));

  const showing = {
    operationId: 'rateLimiterShowPolicy',
    summary: 'Show a policy and its number of overrides',
    access: access.admin,
    params,
    response: {
      ...problemResponses(ADMIN_TOKEN_REQUIRED, refuse.UNKNOWN_POLICY),
      200: schemas.PolicyResult,
    },
  };
  app.get(path, { schema: showing }, async ({ params }) => showPolicy(policies, params.name));

  const removing = {
    operationId: 'rateLimiterRemovePolicy',
    summary: 'Remove a policy and its overrides',
    description:
      'Checks that name the policy fail with 404 from then on. Units that were counted stay counted, in case the policy is created again.',
    access: access.admin,
    params,
    response: {
      ...problemResponses(ADMIN_TOKEN_REQUIRED, refuse.UNKNOWN_POLICY, STORE_UNAVAILABLE),
      200: schemas.RemovedPolicy,
    },
  };
  app.delete(path, { schema: removing }, ({ params }) => removePolicy(policies, params.name));
}

function overrideRoutes(app: App, policies: Policies): void {
  const path = '/admin/policies/:name/overrides/:key';
  const params = schemas.OverrideParams;
  const { UNKNOWN_POLICY, UNKNOWN_OVERRIDE, TOO_MANY_OVERRIDES } = refuse;
  const putting = {
    operationId: 'rateLimiterPutOverride',
    summary: 'Give one key its own limits',
    description:
      'The key keeps to these limits in place of those of the policy. Fails with 409 when there are 100,000 overrides across all policies.',
    access: access.admin,
    params,
    body: schemas.OverrideBody,
    response: {
      ...problemResponses(
        ADMIN_TOKEN_REQUIRED,
        UNKNOWN_POLICY,
        TOO_MANY_OVERRIDES,
        STORE_UNAVAILABLE,
      ),
      200: schemas.OverrideResult,
    },
  };
  app.put(path, { schema: putting }, ({ params, body }) =>
    putOverride(policies, params.name, params.key, body),
  );

  const removing = {
    operationId: 'rateLimiterRemoveOverride',
    summary: 'Remove the override of a key',
    description:
      'The key keeps to the limits of the policy again. Units that were counted stay counted.',
    access: access.admin,
    params,
    response: {
      ...problemResponses(
        ADMIN_TOKEN_REQUIRED,
        UNKNOWN_POLICY,
        UNKNOWN_OVERRIDE,
        STORE_UNAVAILABLE,
      ),
      200: schemas.RemovedOverride,
    },
  };
  app.delete(path, { schema: removing }, ({ params }) =>
    removeOverride(policies, params.name, params.key),
  );
}

function resetRoute(app: App, { limiter, limits }: Limited): void {
  const schema = {
    operationId: 'rateLimiterReset',
    summary: 'Reset the limit of a client address',
    description:
      'Forgets what `/limited` has counted for the address, so that its next request passes. Policies and checks are not affected.',
    access: access.admin,
    body: schemas.ResetBody,
    response: {
      ...problemResponses(ADMIN_TOKEN_REQUIRED, STORE_UNAVAILABLE),
      200: schemas.ResetResult,
    },
  };
  app.post('/admin/reset', { schema }, async ({ body: { ip } }) => {
    const key = clientKey(ip);
    if (key === undefined) throw invalid('ip', 'must be an IPv4 or IPv6 address');
    await limiter.reset(key, ...limits.map(({ windowMs }) => windowMs));
    return { message: 'rate limit reset', ip };
  });
}
