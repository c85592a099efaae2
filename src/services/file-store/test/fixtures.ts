/** Shared by the tests of this service. */
import assert from 'node:assert/strict';
import { describe, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import type { App } from '#kit/web/app.ts';
import { missing, openService, servers, unique } from '#kit/testing/testing.ts';
import { fileStore } from '../index.ts';
import { startS3 } from './s3.ts';

/** Runs `suite` on the embedded and on the shared stores; `env` makes a deployment of its own. */
export async function onBothStores(suite: (env: () => Environment) => void): Promise<void> {
  void describe('on disk and SQLite', () => suite(() => ({})));
  const skip = missing('postgres');
  const s3 = skip ? undefined : await startS3();
  void describe('on S3 and PostgreSQL', { skip }, () => suite(() => sharedEnv(s3!.env)));
}

export const sharedEnv = (s3: Environment): Environment => ({
  DATABASE_URL: servers.postgres,
  FILE_STORE_PREFIX: unique('files'),
  ...s3,
});

export type Query = Readonly<Record<string, string | number | undefined>>;

export interface Options {
  readonly headers?: Readonly<Record<string, string>>;
  readonly user?: string;
}

/** Calls the service in the words of its users. */
export function client(app: App) {
  const headersOf = ({ headers = {}, user }: Options) =>
    user === undefined ? headers : { ...headers, 'x-user-id': user };
  const send = (
    method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE',
    url: string,
    options: Options = {},
  ) => app.inject({ method, url, headers: headersOf(options) });
  return {
    send,
    get: (url: string, options?: Options) => send('GET', url, options),
    remove: (id: string, options?: Options) => send('DELETE', `/files/${id}`, options),
    download: (id: string, options?: Options) => send('GET', `/files/${id}/download`, options),
    post: (url: string, payload: object, options: Options = {}) =>
      app.inject({ method: 'POST', url, payload, headers: headersOf(options) }),
    patch: (url: string, payload: object, options: Options = {}) =>
      app.inject({ method: 'PATCH', url, payload, headers: headersOf(options) }),
    removeFolder: (id: string, query: Query = {}, options?: Options) =>
      send('DELETE', `/folders/${id}?${toQuery(query)}`, options),
    upload: (payload: string | Buffer, query: Query = {}, options: Options = {}) =>
      app.inject({
        method: 'POST',
        url: `/files?${toQuery({ name: 'a.txt', owner_id: 'ann', ...query })}`,
        payload,
        headers: headersOf(options),
      }),
    put: (id: string, payload: string | Buffer, query: Query = {}, options: Options = {}) =>
      app.inject({
        method: 'PUT',
        url: `/files/${id}?${toQuery(query)}`,
        payload,
        headers: headersOf(options),
      }),
  };
}

export type Client = ReturnType<typeof client>;

/** Two replicas where the stores are shared; else twice the one that there may be. */
export async function openReplicas(t: TestContext, env: Environment): Promise<[Client, Client]> {
  const first = client((await openService(t, fileStore, env)).app);
  if (env['DATABASE_URL'] === undefined) return [first, first];
  return [first, client((await openService(t, fileStore, env)).app)];
}

function toQuery(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
}

/** The file that was uploaded; fails unless it was. */
export async function uploaded(files: Client, ...args: Parameters<Client['upload']>) {
  const response = await files.upload(...args);
  assert.equal(response.statusCode, 201, response.body);
  return response.json().file;
}

export async function madeFolder(files: Client, body: object, options?: Options) {
  const json = { name: 'docs', owner_id: 'ann', ...body };
  const response = await files.post('/folders', json, options);
  assert.equal(response.statusCode, 201, response.body);
  return response.json();
}

/** Asserts a refusal by its status and code. */
export function assertRefusal(
  response: { readonly statusCode: number; readonly body: string },
  status: number,
  code: string,
): void {
  assert.equal(response.statusCode, status, response.body);
  assert.equal(JSON.parse(response.body).code, code);
}

/** A multipart body and its type, from `[headers, content]` of its parts. */
export function form(parts: readonly (readonly [string, string | Buffer])[], end = '--') {
  const lines = parts.flatMap(([head, content]) => [
    Buffer.from(`--xyz\r\n${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  const payload = Buffer.concat([...lines, Buffer.from(`--xyz${end}\r\n`)]);
  return { payload, headers: { 'content-type': 'multipart/form-data; boundary=xyz' } };
}
