/** The environment, checked: each service declares its variables as one TypeBox object. */
import { Type, type Static, type TObject } from 'typebox';
import { commaSeparated } from '../base/comma-separated.ts';
import { parseLimit } from '../web/safety/api-limit.ts';
import type { Limit } from '../web/safety/rate-limit-headers.ts';
import { OpenStreams } from '../web/safety/open-streams.ts';
import { BrowserSafety, isThisMachine } from '../web/safety/browser-safety.ts';
import { access } from '../web/identity/access.ts';
import { compileCoercing, describeError } from '../web/schema.ts';
import {
  addressProblem,
  collectorAddress,
  httpAddress,
  listenAddress,
  postgresAddress,
  redisAddress,
  type AddressForm,
} from '../base/address-form.ts';
import { StartupError } from '../base/startup-error.ts';
import { reachedBy } from './reach.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export const defaultConsolePort = 8100;

/** Most streams where others can reach hawker; `share` is the part of a port's connections. */
const streamsOfOthers = { ofUser: 20, ofAddress: 200, share: 0.8 };

/** Variables that every service understands. */
export const CommonVariables = Type.Object({
  HOST: Type.String({
    default: '127.0.0.1',
    address: listenAddress,
    description: 'address to listen on',
  }),
  DATA_DIR: Type.String({ default: './data', description: 'folder of the embedded stores' }),
  STORE_ADDR: Type.Optional(
    Type.String({
      address: redisAddress,
      description:
        'Redis for shared state: host:port, redis://…, or redis+cluster://host:port,host:port',
    }),
  ),
  ALLOW_EVICTION: Type.String({
    enum: ['0', '1'],
    default: '0',
    description: '1: starts on a Redis that may evict keys, so that acknowledged data may be lost',
  }),
  DATABASE_URL: Type.Optional(
    Type.String({
      address: postgresAddress,
      description: 'PostgreSQL for shared records: postgres://…',
    }),
  ),
  ADMIN_TOKEN: Type.Optional(
    Type.String({
      minLength: 8,
      writeOnly: true,
      description: 'bearer token of the admin paths; required when others can reach hawker',
    }),
  ),
  INSECURE: Type.String({
    enum: ['0', '1'],
    default: '0',
    description: '1: starts open to everybody who can reach it, without ADMIN_TOKEN or identity',
  }),
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
    Type.String({
      address: httpAddress('https://example.com/jwks.json'),
      description: 'turns identity on: where the issuer publishes its keys',
    }),
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
        'origins whose pages may call, comma-separated, * for any; unset, and only this machine reaches hawker: its pages',
    }),
  ),
  MAX_CONNECTIONS: Type.Integer({
    minimum: 1,
    default: 10_000,
    description: 'most open connections of one port; further ones are closed at once',
  }),
  MAX_STREAMS_PER_USER: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'most open streams and sockets of one user; unset: 20 when others can reach hawker, else any number',
    }),
  ),
  MAX_STREAMS_PER_ADDRESS: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'most open streams and sockets of one client address; unset: 200 when others can reach hawker, else any number',
    }),
  ),
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
      address: collectorAddress,
      description: 'OpenTelemetry collector that gets traces, by OTLP over HTTP: http://host:4318',
    }),
  ),
  LOG_LEVEL: Type.String({
    enum: ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
    default: 'warn',
    description: 'least level that is logged',
  }),
});

/** Variables of single services that decide something for all of them: their services check them. */
const OfServices = Type.Object({
  BASE_URL: Type.Optional(Type.String()),
  FILE_BASE_URL: Type.Optional(Type.String()),
  HMAC_SECRET: Type.Optional(Type.String({ writeOnly: true })),
});

export type Common = Static<typeof CommonVariables> & {
  /** The variable by which others than this machine reach the process; undefined: none do. */
  readonly reachedBy: string | undefined;
  readonly HMAC_SECRET?: string | undefined;
};

/** @throws StartupError naming the variable, the value and what would be right */
export function readCommon(env: Environment): Common {
  const common = readEnv(CommonVariables, env);
  const { HMAC_SECRET, ...addresses } = readEnv(OfServices, env);
  return { ...common, HMAC_SECRET, reachedBy: reachedBy({ ...common, ...addresses }) };
}

/**
 * Reads `variables` from the environment. An empty value counts as unset, but for a secret.
 *
 * @throws StartupError naming the variable, what would be right and the value, but for a secret and an
 *   address, which may hold a password
 */
export function readEnv<T extends TObject>(variables: T, env: Environment): Static<T> {
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(variables.properties)) {
    // Somebody meant to set a secret: going on without one would open what it guards.
    if (env[name] === '' && 'writeOnly' in schema) throw new StartupError(`${name} is empty`);
    if (env[name] === undefined || env[name] === '') continue;
    const { address } = schema as { address?: AddressForm };
    const problem = address && addressProblem(address, env[name]);
    if (problem !== undefined) throw new StartupError(`${name} ${problem}`);
    values[name] = env[name];
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

/** A service confirms when the customer has paid, which a customer must not claim. */
export const confirmByUserVariable = Type.String({
  enum: ['0', '1'],
  default: '0',
  description: '1: with identity on, users may confirm their own reservations, not only services',
});

/** The callers that may confirm a reservation. */
export const confirmAccessOf = ({ CONFIRM_BY_USER }: { readonly CONFIRM_BY_USER: string }) =>
  CONFIRM_BY_USER === '1' ? access.ownerOf('reservation') : access.service;

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
    streams: openStreams(common),
  };
}

function openStreams(common: Common): OpenStreams {
  const { reachedBy, MAX_CONNECTIONS } = common;
  const others = reachedBy === undefined ? undefined : streamsOfOthers;
  return new OpenStreams({
    ofUser: common.MAX_STREAMS_PER_USER ?? others?.ofUser ?? Infinity,
    ofAddress: common.MAX_STREAMS_PER_ADDRESS ?? others?.ofAddress ?? Infinity,
    // The rest of the console's connections stays free for its own routes and for operators.
    ofAll: others === undefined ? Infinity : Math.ceil(MAX_CONNECTIONS * others.share),
  });
}

function apiLimit({ API_LIMIT }: Common): Limit | undefined {
  if (API_LIMIT === undefined) return undefined;
  const limit = parseLimit(API_LIMIT);
  if (limit !== undefined) return limit;
  throw new StartupError(
    `API_LIMIT: "${API_LIMIT}" is not a limit such as 100/1s (up to 10000 requests, up to 1h)`,
  );
}

function browserSafety(common: Common): BrowserSafety {
  const { HOST, ALLOWED_HOSTS, CORS_ORIGINS } = common;
  const corsOrigins = CORS_ORIGINS === undefined ? undefined : commaSeparated(CORS_ORIGINS);
  const isOrigin = (text: string) => text === '*' || URL.parse(text)?.origin === text;
  if (corsOrigins?.every(isOrigin) === false) {
    throw new StartupError('CORS_ORIGINS must have the form https://example.com, comma-separated');
  }
  const allowedHosts = commaSeparated(ALLOWED_HOSTS.toLowerCase());
  const onlyThisMachine = common.reachedBy === undefined;
  const loopback = isThisMachine(HOST);
  return new BrowserSafety({ loopback, onlyThisMachine, allowedHosts, corsOrigins });
}
