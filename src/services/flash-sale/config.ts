import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import {
  prefixVariable,
  readEnv,
  StartupError,
  type Common,
  type Environment,
} from '#kit/host/env.ts';
import { redisOrSqlite, type RedisConfig, type SqliteConfig } from '#kit/host/store-config.ts';

export const Variables = Type.Object({
  HMAC_SECRET: Type.Optional(
    Type.String({
      writeOnly: true,
      description:
        'secret that signs attestation tokens; required with STORE_ADDR, else made and kept in DATA_DIR',
    }),
  ),
  FLASH_SALE_SLOTS: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    default: 0,
    description: 'size of the pool of concurrent checkouts; 0 = no pool',
  }),
  FLASH_SALE_PREFIX: prefixVariable('fs'),
});

export interface Config {
  readonly store: RedisConfig | SqliteConfig;
  readonly secret: KeyObject;
  /** Most checkouts at once; 0 when there is no slot pool. */
  readonly poolSize: number;
}

/** @throws StartupError naming the variable */
export function readConfig(env: Environment, common: Common): Config {
  const {
    HMAC_SECRET,
    FLASH_SALE_SLOTS: poolSize,
    FLASH_SALE_PREFIX: prefix,
  } = readEnv(Variables, env);
  const store = redisOrSqlite('flash-sale', prefix, common);
  // Replicas must agree on it, so none may invent its own.
  if (store.kind === 'redis' && HMAC_SECRET === undefined) {
    throw new StartupError('HMAC_SECRET is required with STORE_ADDR');
  }
  return { store, secret: key(HMAC_SECRET ?? ownSecret(common.DATA_DIR)), poolSize };
}

const key = (secret: string) => createSecretKey(Buffer.from(secret, 'utf8'));

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
  return readFileSync(file, 'utf8');
}
