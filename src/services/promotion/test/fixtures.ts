/** Shared by the HTTP tests: the stores that they run on, a promotion, a cart, a customer. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { missing, openService, servers, unique } from '#kit/testing/testing.ts';
import { promotion } from '../index.ts';

export const stores = [
  { name: 'SQLite', skip: false, env: () => ({}) },
  {
    name: 'Redis and PostgreSQL',
    skip: missing('redis') || missing('postgres'),
    env: () => ({
      STORE_ADDR: servers.redis,
      DATABASE_URL: servers.postgres,
      PROMOTION_PREFIX: unique('t'),
    }),
  },
] as const;

export const cart = {
  total: 200,
  hub_id: 'h1',
  items: [{ sku: 'apple', category: 'Fruit', price: 20, qty: 10 }],
};

export const customer = { id: 'ann', device_fingerprint: 'phone', order_count: 1 };

/** Another buyer, with a device of their own. */
export const by = (id: string) => ({ customer: { ...customer, id, device_fingerprint: id } });

export const always = { type: 'MinTransaction', value: 0 };

export function rule(promo_id: string, more: object = {}) {
  return {
    promo_id,
    name: `the ${promo_id}`,
    priority: 1,
    stackable: true,
    discount: { type: 'percentage', value: 10 },
    condition_tree: always,
    usage_limits: {},
    ...more,
  };
}

/** A service, and short ways to ask it. */
export async function open(t: TestContext, env: Record<string, string> = {}) {
  const service = await openService(t, promotion, env);
  const { app } = service;
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });
  const create = async (...rules: ReturnType<typeof rule>[]) => {
    for (const payload of rules) {
      const response = await post('/admin/rules', payload);
      assert.equal(response.statusCode, 201, response.body);
    }
  };
  const apply = async (more: object = {}) => {
    const response = await post('/apply', { cart, customer, ...more });
    assert.equal(response.statusCode, 200, response.body);
    return response.json();
  };
  const createCodes = async (promoId: string, body: object) => {
    const response = await post(`/admin/rules/${promoId}/codes`, body);
    assert.equal(response.statusCode, 201, response.body);
    return response.json();
  };
  return { ...service, post, create, createCodes, apply };
}

interface Response {
  readonly statusCode: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
  json<T>(): T;
}

/** @param path of the first error, when it matters */
export function assertProblem(response: Response, status: number, code: string, path?: string) {
  assert.equal(response.statusCode, status, response.body);
  assert.equal(response.headers['content-type'], 'application/problem+json; charset=utf-8');
  const problem = response.json<{ code: string; errors?: { path: string }[] }>();
  assert.equal(problem.code, code);
  if (path !== undefined) assert.equal(problem.errors?.[0]?.path, path);
}
