import { join } from 'node:path';
import { Type } from 'typebox';
import { readEnv, StartupError, type Common, type Environment } from '#kit/host/env.ts';

export const Variables = Type.Object({
  BASE_URL: Type.String({
    default: 'http://localhost:8080',
    description: 'address under which clients reach the shortener; the first part of short_url',
  }),
  URL_SHORTENER_CACHE: Type.Integer({
    minimum: 1,
    maximum: 10_000_000,
    default: 100_000,
    description: 'mappings in the cache',
  }),
});

export interface Config {
  readonly store:
    | { readonly kind: 'sqlite'; readonly file: string }
    | { readonly kind: 'postgres'; readonly url: string };
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Mappings in the cache, at most. */
  readonly cacheEntries: number;
}

/** @throws StartupError naming the variable */
export function readConfig(env: Environment, common: Common): Config {
  const { BASE_URL, URL_SHORTENER_CACHE: cacheEntries } = readEnv(Variables, env);
  const { DATABASE_URL: url, DATA_DIR: folder } = common;
  const baseUrl = checkBase(BASE_URL);
  return url === undefined
    ? { store: { kind: 'sqlite', file: join(folder, 'url-shortener.db') }, baseUrl, cacheEntries }
    : { store: { kind: 'postgres', url }, baseUrl, cacheEntries };
}

/** A code is appended to it, so nothing may follow the path. */
function checkBase(text: string): string {
  const url = /^https?:\/\/[^/\s@?#]+[^\s@?#]*$/i.test(text) ? URL.parse(text) : null;
  if (url === null) {
    throw new StartupError(
      `BASE_URL must be an http or https address without credentials, query or fragment (it is "${text}")`,
    );
  }
  return text.replace(/\/+$/, '');
}
