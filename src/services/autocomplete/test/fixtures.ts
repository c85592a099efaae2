/** Shared by the tests over HTTP. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import type { App } from '#kit/web/app.ts';
import { missing, servers, unique } from '#kit/testing/testing.ts';

/** Defines a suite on each store. */
export function onBothStores(suite: (env: () => Environment) => void): void {
  describe('on SQLite', () => suite(() => ({})));
  const redis = () => ({ STORE_ADDR: servers.redis, AUTOCOMPLETE_PREFIX: unique('ac') });
  describe('on Redis', { skip: missing('redis') }, () => suite(redis));
}

export const post = (app: App, url: string, payload: unknown) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });

export async function train(app: App, ...terms: string[]): Promise<void> {
  await trainIndex(app, 'default', ...terms);
}

export async function trainIndex(app: App, index: string, ...terms: string[]): Promise<void> {
  const response = await post(app, `/train/bulk?index=${index}`, { terms });
  assert.equal(response.statusCode, 200, response.body);
}

export async function lookUp(app: App, query: Record<string, string>) {
  const response = await app.inject({ url: '/autocomplete', query });
  assert.equal(response.statusCode, 200, response.body);
  return response.json().data as { query: string; results: { term: string; freq: number }[] };
}

export async function terms(app: App, query: Record<string, string>): Promise<string[]> {
  return (await lookUp(app, query)).results.map(({ term }) => term);
}

/** As `term freq` lines. */
export async function lines(app: App, query: Record<string, string>): Promise<string[]> {
  return (await lookUp(app, query)).results.map(({ term, freq }) => `${term} ${freq}`);
}

/** Sends an operator's request, and returns its answer. */
export async function operate(app: App, method: 'PUT' | 'DELETE', url: string, payload?: object) {
  const response = await app.inject({ method, url, ...(payload && { payload }) });
  assert.equal(response.statusCode, 200, response.body);
  return response.json() as unknown;
}
