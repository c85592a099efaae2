/** Shared by the HTTP tests: the stores that they run on, and short ways to ask the service. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { customAlphabet } from 'nanoid';
import type { Environment } from '#kit/host/env.ts';
import { missing, openService, servers, type OpenService } from '#kit/testing/testing.ts';
import { urlShortener } from '../index.ts';

export const stores: readonly { name: string; skip: string | false; env: Environment }[] = [
  { name: 'SQLite', skip: false, env: {} },
  { name: 'PostgreSQL', skip: missing('postgres'), env: { DATABASE_URL: servers.postgres } },
];

/** A shared database keeps the aliases of all tests. */
export const newAlias = customAlphabet('abcdefghijkABCDEFGHIJK0123456789', 12);

export const long = 'https://example.com/some/long/path?with=query';

export const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

export interface Answer {
  readonly statusCode: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- any JSON
  json(): any;
}

/** @param path of the first error, when it matters */
export function assertProblem(response: Answer, status: number, code: string, path?: string) {
  assert.equal(response.statusCode, status, response.body);
  assert.equal(response.headers['content-type'], 'application/problem+json; charset=utf-8');
  assert.equal(response.json().code, code);
  if (path !== undefined) assert.equal(response.json().errors?.[0]?.path, path);
}

/** Short ways to ask one replica. */
export function asking({ app, consoleApp }: Pick<OpenService, 'app' | 'consoleApp'>) {
  const admin = (
    method: 'GET' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
  ): Promise<Answer> =>
    consoleApp.inject({ method, url: `/admin/links${path}`, ...(payload && { payload }) });
  const shorten = (more: object = {}): Promise<Answer> =>
    app.inject({ method: 'POST', url: '/shorten', payload: { url: long, ...more } });
  /** Makes a link, and yields its code. */
  const make = async (more: object = {}): Promise<string> => {
    const response = await shorten(more);
    assert.equal(response.statusCode, 201, response.body);
    return response.json().data.code;
  };
  return {
    shorten,
    bulk: (links: unknown): Promise<Answer> =>
      app.inject({ method: 'POST', url: '/shorten/bulk', payload: { links } }),
    make,
    follow: (code: string, headers: Record<string, string> = {}): Promise<Answer> =>
      app.inject({ url: `/${code}`, headers: { 'user-agent': browser, ...headers } }),
    look: (code: string): Promise<Answer> => app.inject({ method: 'HEAD', url: `/${code}` }),
    list: (query: string) => admin('GET', query),
    show: (code: string) => admin('GET', `/${code}`),
    change: (code: string, patch: object) => admin('PATCH', `/${code}`, patch),
    remove: (code: string) => admin('DELETE', `/${code}`),
    stats: (code: string, query = '') => admin('GET', `/${code}/stats${query}`),
  };
}

/** A service, and short ways to ask it. */
export async function open(t: TestContext, env: Environment) {
  const service = await openService(t, urlShortener, env);
  return { ...service, ...asking(service) };
}

/** Two replicas where the store is shared, else the one twice. */
export async function openReplicas(t: TestContext, env: Environment) {
  const one = await open(t, env);
  return [one, env['DATABASE_URL'] === undefined ? one : await open(t, env)] as const;
}
