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
    description: 'links in the cache',
  }),
  URL_SHORTENER_MAX_STALE_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 86_400,
    default: 1,
    description: 'how long cached links go on redirecting while the store does not answer, seconds',
  }),
  GEOIP_DB: Type.Optional(
    Type.String({ description: 'country or city database (MMDB file): clicks by country' }),
  ),
});

export interface Config {
  readonly store:
    | { readonly kind: 'sqlite'; readonly file: string }
    | { readonly kind: 'postgres'; readonly url: string };
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Links in the cache, at most. */
  readonly cacheEntries: number;
  /** How old the knowledge of a link may be, milliseconds. */
  readonly maxStaleMs: number;
  readonly countryDatabase: string | undefined;
}

/** @throws StartupError naming the variable */
export function readConfig(env: Environment, common: Common): Config {
  const values = readEnv(Variables, env);
  const { DATABASE_URL: url, DATA_DIR: folder } = common;
  return {
    store:
      url === undefined
        ? { kind: 'sqlite', file: join(folder, 'url-shortener.db') }
        : { kind: 'postgres', url },
    baseUrl: checkBase(values.BASE_URL),
    cacheEntries: values.URL_SHORTENER_CACHE,
    maxStaleMs: values.URL_SHORTENER_MAX_STALE_SECONDS * 1_000,
    countryDatabase: values.GEOIP_DB,
  };
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
