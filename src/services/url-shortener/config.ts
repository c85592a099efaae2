import { isIPv6 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { commaSeparated } from '#kit/base/comma-separated.ts';
import { isThisMachine } from '#kit/web/safety/browser-safety.ts';
import { baseAddress } from '#kit/base/address-form.ts';
import {
  portVariable,
  portVariableName,
  readEnv,
  type Common,
  type Environment,
} from '#kit/host/env.ts';
import type { Quotas } from '#kit/host/quotas.ts';
import type { OwnAddresses } from './target.ts';

export const name = 'url-shortener';
export const defaultPort = 8080;

export const Variables = Type.Object({
  BASE_URL: Type.String({
    default: 'http://localhost:8080',
    address: baseAddress('https://sho.rt'),
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

export const quotas = {
  links: { variable: 'URL_SHORTENER_LINKS_PER_DAY', default: 1_000, what: 'new links', per: 'day' },
} as const satisfies Quotas;

export interface Config {
  readonly store:
    | { readonly kind: 'sqlite'; readonly file: string }
    | { readonly kind: 'postgres'; readonly url: string };
  /** Its `baseUrl` is without a slash at its end. */
  readonly own: OwnAddresses;
  /** Links in the cache, at most. */
  readonly cacheEntries: number;
  /** How old the knowledge of a link may be, milliseconds. */
  readonly maxStaleMs: number;
  readonly countryDatabase: string | undefined;
}

/** @throws StartupError naming the variable */
export function readConfig(env: Environment, common: Common): Config {
  const values = readEnv(Variables, env);
  const { DATABASE_URL: url, DATA_DIR: folder, CONSOLE_PORT: consolePort } = common;
  const ports = readEnv(portVariable(name, defaultPort), env);
  const port = Number(ports[portVariableName(name)]);
  // A code is appended to it.
  const baseUrl = values.BASE_URL.replace(/\/+$/, '');
  return {
    store:
      url === undefined
        ? { kind: 'sqlite', file: join(folder, 'url-shortener.db') }
        : { kind: 'postgres', url },
    own: {
      baseUrl,
      port,
      consolePort,
      names: namesOf(common),
    },
    cacheEntries: values.URL_SHORTENER_CACHE,
    maxStaleMs: values.URL_SHORTENER_MAX_STALE_SECONDS * 1_000,
    countryDatabase: values.GEOIP_DB,
  };
}

/** How others reach this machine, as URLs write it. */
function namesOf({ HOST, ALLOWED_HOSTS }: Common): string[] {
  const interfaces = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const isEvery = ['0.0.0.0', '::', '[::]'].includes(HOST);
  const addresses = isEvery ? [hostname(), ...interfaces.map(({ address }) => address)] : [HOST];
  const given = [...(isThisMachine(HOST) ? [] : addresses), ...commaSeparated(ALLOWED_HOSTS)];
  // A port is that of a proxy.
  return given.flatMap((one) => {
    const host = isIPv6(one) ? `[${one}]` : one;
    return URL.parse(`http://${host}`)?.hostname ?? [];
  });
}
