import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Type } from 'typebox';
import {
  confirmByUserVariable,
  prefixVariable,
  readEnv,
  type Common,
  type Environment,
} from '#kit/host/env.ts';
import { StartupError } from '#kit/base/startup-error.ts';
import type { Quotas } from '#kit/host/quotas.ts';
import { redisOrSqlite, type RedisConfig, type SqliteConfig } from '#kit/host/store-config.ts';
import { plural } from '#kit/base/plural.ts';

const name = 'flash-sale';

/** The least length of the secret that signs attestation tokens: a shorter one might be guessed. */
const minSecretBytes = 16;

export const Variables = Type.Object({
  HMAC_SECRET: Type.Optional(
    Type.String({
      writeOnly: true,
      description:
        'secret that signs attestation tokens, and seals tickets of streams; required with STORE_ADDR, else made and kept in DATA_DIR',
    }),
  ),
  FLASH_SALE_SLOTS: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    default: 0,
    description: 'size of the pool of concurrent checkouts; 0 = no pool',
  }),
  FLASH_SALE_PREFIX: prefixVariable('fs'),
  CONFIRM_BY_USER: confirmByUserVariable,
});

export const quotas = {
  open: {
    variable: 'FLASH_SALE_HOLDS_PER_USER',
    default: 20,
    what: 'holds that lapse, and places in waiting rooms',
  },
} as const satisfies Quotas;

export interface Config {
  readonly store: RedisConfig | SqliteConfig;
  readonly secret: KeyObject;
  /** Most checkouts at once; 0 when there is no slot pool. */
  readonly poolSize: number;
}

/** @throws StartupError naming the variable */
/** @param log gets a warning about a short secret, which is accepted on loopback only */
export function readConfig(env: Environment, common: Common, log: Logger): Config {
  const {
    HMAC_SECRET,
    FLASH_SALE_SLOTS: poolSize,
    FLASH_SALE_PREFIX: prefix,
  } = readEnv(Variables, env);
  const store = redisOrSqlite(name, prefix, common);
  // Replicas must agree on it, so none may invent its own.
  if (store.kind === 'redis' && HMAC_SECRET === undefined) {
    throw new StartupError('HMAC_SECRET is required with STORE_ADDR');
  }
  const secret = Buffer.from(HMAC_SECRET ?? ownSecret(common.DATA_DIR), 'utf8');
  if (secret.length < minSecretBytes) {
    const message = `HMAC_SECRET has ${plural(secret.length, 'byte')}, and may be guessed with less than ${minSecretBytes}`;
    if (common.reachedBy !== undefined) throw new StartupError(message);
    log.warn(message);
  }
  return { store, secret: createSecretKey(secret), poolSize };
}

/** Where sales are kept, whatever the secret. */
export function readPlace(env: Environment, common: Common): Config['store'] {
  return redisOrSqlite(name, readEnv(Variables, env).FLASH_SALE_PREFIX, common);
}

/** The secret of an embedded store: made at the first start, readable by its owner alone. */
function ownSecret(folder: string): string {
  const file = join(folder, 'flash-sale.secret');
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new StartupError(`cannot write ${file} (${(error as Error).message}); see DATA_DIR`);
    }
  }
  const secret = readFileSync(file, 'utf8');
  // Somebody emptied it, or the disk was full: a new secret would silently end all tokens.
  if (secret === '')
    throw new StartupError(`${file} is empty; remove it to have a new secret made`);
  return secret;
}
