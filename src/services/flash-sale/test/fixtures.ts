/** What the HTTP tests share: the stores that they run on, good tokens, problem documents. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { missing, servers, unique } from '#kit/testing/testing.ts';

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
