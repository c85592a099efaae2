/** The environment, checked: each service declares its variables as one TypeBox object. */
import { Type, type Static, type TObject } from 'typebox';
import { parseLimit } from '../web/safety/api-limit.ts';
import type { Limit } from '../web/safety/rate-limit-headers.ts';
import { BrowserSafety } from '../web/safety/browser-safety.ts';
import { compileCoercing, describeError } from '../web/schema.ts';

/** A start that cannot succeed. Its message is one clear line for the person at the console. */
export class StartupError extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>;

export const defaultConsolePort = 8100;

/** Variables that every service understands. */
export const CommonVariables = Type.Object({
  HOST: Type.String({ default: '127.0.0.1', description: 'address to listen on' }),
  DATA_DIR: Type.String({ default: './data', description: 'folder of the embedded stores' }),
  STORE_ADDR: Type.Optional(
    Type.String({
      description:
        'Redis for shared state: host:port, redis://…, or redis+cluster://host:port,host:port',
    }),
  ),
  DATABASE_URL: Type.Optional(
    Type.String({ description: 'PostgreSQL for shared records: postgres://…' }),
  ),
  ADMIN_TOKEN: Type.Optional(
    Type.String({
      minLength: 8,
      writeOnly: true,
      description: 'bearer token of the admin paths; required when HOST is not a loopback address',
    }),
  ),
  AUTH_JWT_SECRET: Type.Optional(
    Type.String({
      writeOnly: true,
      description: 'turns identity on: secret of tokens by HS256, at least 32 bytes',
    }),
  ),
  AUTH_JWT_PUBLIC_KEY: Type.Optional(
    Type.String({
      description: 'turns identity on: public key of tokens, PEM or a file of it',
    }),
  ),
  AUTH_JWKS_URL: Type.Optional(
    Type.String({ description: 'turns identity on: where the issuer publishes its keys' }),
  ),
  AUTH_ISSUER: Type.Optional(Type.String({ description: 'issuer (iss) that tokens must have' })),
  AUTH_AUDIENCE: Type.Optional(
    Type.String({ description: 'audience (aud) that tokens must be for' }),
  ),
  ALLOWED_HOSTS: Type.String({
    default: '',
    description: 'names by which requests may call this machine beside localhost, comma-separated',
  }),
  CORS_ORIGINS: Type.Optional(
    Type.String({
      description:
        'origins whose pages may call, comma-separated, * for any; unset on loopback: pages of this machine',
    }),
  ),
  MAX_CONNECTIONS: Type.Integer({
    minimum: 1,
    default: 10_000,
    description: 'most open connections of one port; further ones are closed at once',
  }),
  API_LIMIT: Type.Optional(
    Type.String({
      description:
        'most requests of one user, else of one client address, such as 100/1s; unset: any number',
    }),
  ),
  TRUSTED_PROXIES: Type.String({
    default: '',
    description: 'addresses or networks whose X-Forwarded-For is believed, comma-separated',
  }),
  CONSOLE_PORT: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: defaultConsolePort,
    description: 'port of health, metrics, API documents, and /api/<service>/… of all services',
  }),
  HAWKER_PROCESSES: Type.Integer({
    minimum: 1,
    maximum: 64,
    default: 1,
    description: 'processes that share the ports; more than one needs the shared stores',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s]+$',
      description: 'OpenTelemetry collector that gets traces, by OTLP over HTTP: http://host:4318',
    }),
  ),
  LOG_LEVEL: Type.String({
    enum: ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
    default: 'warn',
    description: 'least level that is logged',
  }),
});

export type Common = Static<typeof CommonVariables>;

/**
 * Reads `variables` from the environment. An empty value counts as unset, but for a secret.
 *
 * @throws StartupError naming the variable, the value and what would be right
 */
export function readEnv<T extends TObject>(variables: T, env: Environment): Static<T> {
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(variables.properties)) {
    // Somebody meant to set a secret: going on without one would open what it guards.
    if (env[name] === '' && 'writeOnly' in schema) throw new StartupError(`${name} is empty`);
    if (env[name] !== undefined && env[name] !== '') values[name] = env[name];
  }
  const validate = compileCoercing(variables);
  if (validate(values)) return values;
  const { path, message } = describeError(validate.errors![0]!);
  const secret = variables.properties[path] && 'writeOnly' in variables.properties[path];
  const given = env[path] === undefined || secret ? '' : ` (it is "${env[path]}")`;
  throw new StartupError(`${path} ${message}${given}`);
}

/** The schema of the variable that overrides a service's port. */
export function portVariable(service: string, port: number): TObject {
  const description = `port of ${service}`;
  const schema = Type.Integer({ minimum: 0, maximum: 65535, default: port, description });
  return Type.Object({ [portVariableName(service)]: schema });
}

export function portVariableName(service: string): string {
  return `${service.replaceAll('-', '_').toUpperCase()}_PORT`;
}

/**
 * The variable that keeps one deployment's state apart from that of others on the same server.
 *
 * @param use what it means in the service's stores
 */
export const prefixVariable = (prefix: string, use = 'first part of all Redis keys') =>
  Type.String({ pattern: '^[A-Za-z0-9_-]{1,32}$', default: prefix, description: use });

/** An address without what may be secret in it: user, password, query. */
export function redactUrl(address: string): string {
  return address.replace(/^([a-z][\w+.-]*:\/\/)?.*@/i, '$1').replace(/\/?(\?.*)?$/, '');
}

/**
 * What variables say of every listener.
 *
 * @throws StartupError for an origin or a limit that is none
 */
export function listenerOptions(common: Common) {
  return {
    trustedProxies: common.TRUSTED_PROXIES,
    browser: browserSafety(common),
    maxConnections: common.MAX_CONNECTIONS,
    limit: apiLimit(common),
  };
}

function apiLimit({ API_LIMIT }: Common): Limit | undefined {
  if (API_LIMIT === undefined) return undefined;
  const limit = parseLimit(API_LIMIT);
  if (limit !== undefined) return limit;
  throw new StartupError(
    `API_LIMIT: "${API_LIMIT}" is not a limit such as 100/1s (up to 10000 requests, up to 1h)`,
  );
}

function browserSafety({ HOST, ALLOWED_HOSTS, CORS_ORIGINS }: Common): BrowserSafety {
  const corsOrigins = CORS_ORIGINS === undefined ? undefined : commaSeparated(CORS_ORIGINS);
  const wrong = corsOrigins?.find(
    (origin) => origin !== '*' && URL.parse(origin)?.origin !== origin,
  );
  if (wrong !== undefined) {
    throw new StartupError(`CORS_ORIGINS: "${wrong}" is not an origin such as https://example.com`);
  }
  const allowedHosts = commaSeparated(ALLOWED_HOSTS.toLowerCase());
  return new BrowserSafety({ loopback: isLoopback(HOST), allowedHosts, corsOrigins });
}

/** The entries of a list in a variable. */
export function commaSeparated(list: string): string[] {
  const entries = list.split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '');
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether only this machine can reach a listener on `host`. */
export function isLoopback(host: string): boolean {
  return loopback.test(host);
}
