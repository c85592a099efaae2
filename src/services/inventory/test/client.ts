/** Shared by the tests over HTTP. */
import assert from 'node:assert/strict';
import { describe, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { missing, openService, servers, unique } from '#kit/testing/testing.ts';
import { inventory } from '../index.ts';

type Suite = (env: () => Environment) => void;

export function onBothStores(what: string, suite: Suite, onShared: Suite = () => {}): void {
  describe(`${what} on SQLite`, () => suite(() => ({})));
  const skip = missing('redis') || missing('postgres');
  describe(`${what} on Redis and PostgreSQL`, { skip }, () => {
    const env = () => ({
      STORE_ADDR: servers.redis,
      DATABASE_URL: servers.postgres,
      INVENTORY_PREFIX: unique('t'),
    });
    suite(env);
    onShared(env);
  });
}

/** An id of the right shape that stands for nothing. */
export const unknown = 'res0_0mwqro2x0qjZfQ_YcGPJzOAnhfNZfSJ';

export async function open(t: TestContext, env: Environment) {
  const { app, clock } = await openService(t, inventory, env);
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });
  let serial = 0;
  return {
    app,
    clock,
    load: (quantity: unknown, more: object = {}) =>
      post('/admin/stock', { hub_id: 'hub', sku: 'milk', quantity, ...more }),
    reserve: (more: Record<string, unknown> = {}) => {
      const goods = 'items' in more ? {} : { sku: 'milk', qty: 1 };
      const order = { order_id: `o${++serial}`, user_id: 'u' };
      const payload = { hub_id: 'hub', ...goods, ...order, ...more };
      return post('/reserve', payload);
    },
    confirm: (reservation_id: unknown, more: object = {}) =>
      post('/confirm', { reservation_id, ...more }),
    extend: (reservation_id: unknown, ttl_seconds: unknown) =>
      post('/extend', { reservation_id, ttl_seconds }),
    adjust: (delta: unknown, more: object = {}) => {
      const why = { reason: 'counted', reference: `r${++serial}` };
      return post('/admin/stock/adjust', { hub_id: 'hub', sku: 'milk', delta, ...why, ...more });
    },
    bulk: (items: unknown) => post('/admin/stock/bulk', { items }),
    get: (path: string) => app.inject(path),
    release: (reservation_id: unknown) => post('/release', { reservation_id }),
    stock: async (sku = 'milk') => (await app.inject(`/stock/hub/${sku}`)).json().data,
  };
}

interface Response {
  readonly statusCode: number;
  readonly body: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- any JSON
  json(): any;
}

export function assertInvalid(response: Response, path: string): void {
  const { code, errors } = response.json();
  assert.deepEqual([response.statusCode, code], [400, 'VALIDATION_FAILED'], response.body);
  assert.equal(errors[0].path, path);
}
