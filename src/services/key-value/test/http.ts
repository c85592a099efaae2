/** Keys over HTTP, on both stores. */
import type { TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { missing, openService, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { keyValue } from '../index.ts';

export const environments: {
  readonly name: string;
  readonly skip: string | false;
  readonly env: () => Environment;
}[] = [
  { name: 'SQLite', skip: false, env: () => ({ DATA_DIR: temporaryFolder() }) },
  {
    name: 'Redis',
    skip: missing('redis'),
    env: () => ({ STORE_ADDR: servers.redis, KEY_VALUE_PREFIX: unique('kv-') }),
  },
];

type Headers = Readonly<Record<string, string>>;

/** A service on nodes a, b and c, and what its clients send. */
export async function openKeys(t: TestContext, env: Environment) {
  const service = await openService(t, keyValue, { KV_NODES: 'a,b,c', ...env });
  const { app, consoleApp } = service;
  const send = (method: 'GET' | 'HEAD' | 'PUT' | 'DELETE', key: string, headers: Headers = {}) =>
    app.inject({ method, url: `/${encodeURIComponent(key)}`, headers });
  return {
    ...service,
    get: (key: string, headers?: Headers) => send('GET', key, headers),
    head: (key: string, headers?: Headers) => send('HEAD', key, headers),
    remove: (key: string, headers?: Headers) => send('DELETE', key, headers),
    put: (key: string, payload: string, headers: Headers = {}) =>
      app.inject({ method: 'PUT', url: `/${encodeURIComponent(key)}`, payload, headers }),
    list: (query: Readonly<Record<string, string>> = {}) => app.inject({ url: '/', query }),
    change: (...nodes: string[]) =>
      consoleApp.inject({ method: 'POST', url: '/admin/ring', payload: { nodes } }),
  };
}
