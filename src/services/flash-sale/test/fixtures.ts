/**
 * Shared by the HTTP tests: the stores that they run on, good tokens, requests, problem documents.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { TestContext } from 'node:test';
import { missing, openService, servers, unique } from '#kit/testing/testing.ts';
import { flashSale } from '../index.ts';

export const secret = 'a secret of these tests';

export const stores = [
  { name: 'SQLite', skip: false, env: () => ({ HMAC_SECRET: secret }) },
  {
    name: 'Redis',
    skip: missing('redis'),
    env: () => ({
      HMAC_SECRET: secret,
      STORE_ADDR: servers.redis,
      FLASH_SALE_PREFIX: unique('t'),
    }),
  },
] as const;

/** The attestation that the service would give, computed by the specification's words. */
export function sign(device: string, expiresAt: number): string {
  return createHmac('sha256', secret).update(`${device}:${expiresAt}`).digest('hex');
}

interface Response {
  readonly statusCode: number;
  readonly headers: Record<string, unknown>;
  json<T>(): T;
}

interface Problem {
  readonly status: number;
  readonly code: string;
  readonly errors?: { path: string }[];
}

/** @param path of the first error; null when it does not matter */
export function assertProblem(
  response: Response,
  status: number,
  code: string,
  path?: string | null,
): void {
  const problem = response.json<Problem>();
  assert.equal(response.headers['content-type'], 'application/problem+json; charset=utf-8');
  assert.deepEqual(
    [response.statusCode, problem.status, problem.code],
    [status, status, code],
    JSON.stringify(problem),
  );
  if (path !== null) assert.equal(problem.errors?.[0]?.path, path);
}

/** Starts the service, and gives what tests of one product `p` ask of it. */
export async function openSale(t: TestContext, env: Record<string, string>) {
  const { app, clock } = await openService(t, flashSale, env);
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });
  /** A purchase by a user and device of its own, with a good token. */
  function buy(more: Record<string, unknown> = {}) {
    const id = unique('u');
    const expires_at = Math.floor(clock() / 1000);
    const token = { device_fp: id, attestation: sign(id, expires_at), expires_at };
    const purchase = { product_id: 'p', user_id: id, qty: 1, idempotency_key: id };
    return post('/flash-sale/checkout', { ...purchase, ...token, ...more });
  }
  /** A sale that completes; gives the id of its reservation. */
  async function sell(more: Record<string, unknown> = {}): Promise<string> {
    const response = await buy(more);
    assert.equal(response.statusCode, 200);
    return response.json().data.reservation_id;
  }
  const load = (body: object) =>
    post('/admin/flash-sale/init-product', { product_id: 'p', ...body });
  const setState = (state: string) => post('/admin/flash-sale/state', { product_id: 'p', state });
  const release = (reservation_id: string) => post('/flash-sale/release', { reservation_id });
  const confirm = (reservation_id: string) => post('/flash-sale/confirm', { reservation_id });
  const stock = async (): Promise<Record<string, unknown>> =>
    (await app.inject('/admin/flash-sale/stock?product_id=p')).json().data;
  const queueStatus = (user_id: string, product_id?: string) =>
    app.inject({
      url: '/flash-sale/queue-status',
      query: { user_id, ...(product_id !== undefined && { product_id }) },
    });
  const does = { buy, sell, load, setState, release, confirm, stock, queueStatus };
  return { app, clock, post, ...does };
}
