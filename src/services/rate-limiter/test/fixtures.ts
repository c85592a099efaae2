import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { missing, openService, servers, unique } from '#kit/testing/testing.ts';
import { rateLimiter } from '../index.ts';

export const stores = [
  { name: 'memory', skip: false, env: (): Environment => ({}) },
  {
    name: 'Redis',
    skip: missing('redis'),
    env: (): Environment => ({ STORE_ADDR: servers.redis, RATE_LIMITER_PREFIX: unique('rl-') }),
  },
] as const;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A service with what its tests ask of it. */
export async function open(t: TestContext, env: Environment) {
  const opened = await openService(t, rateLimiter, env);
  const { app } = opened;
  const ask = (method: Method, url: string, payload?: object) =>
    app.inject({ method, url, ...(payload && { payload }) });
  /** The answer, which must have this status. */
  const demand = async (status: number, method: Method, url: string, payload?: object) => {
    const answer = await ask(method, url, payload);
    assert.equal(answer.statusCode, status, answer.body);
    return answer.json();
  };
  const put = (name: string, policy: object) =>
    demand(200, 'PUT', `/admin/policies/${name}`, { ...onePerSecond, ...policy });
  const check = (question: object) => demand(200, 'POST', '/check', question);
  const refund = (question: object) => demand(200, 'POST', '/refund', question);
  return { ...opened, ask, demand, put, check, refund };
}

export const onePerSecond = {
  algorithm: 'sliding-window',
  limits: [{ limit: 1, window_ms: 1_000 }],
  on_outage: 'refuse',
};
