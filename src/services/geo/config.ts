import { join } from 'node:path';
import { Type } from 'typebox';
import { prefixVariable, readEnv, type Common, type Environment } from '#kit/host/env.ts';
import { StartupError } from '#kit/base/startup-error.ts';
import { sharedStores } from '#kit/host/store-config.ts';
import type { Weights } from './score.ts';

export const Variables = Type.Object({
  GEO_PREFIX: prefixVariable('geo'),
  GEO_WEIGHTS: Type.String({
    default: '0.4,0.4,0.2',
    description: 'weights of distance, stock and riders in the score of a hub',
  }),
  GEO_CACHE: Type.Integer({
    minimum: 1,
    maximum: 10_000_000,
    default: 100_000,
    description: 'cells kept in memory, without a shared store',
  }),
  GEOIP_DB: Type.Optional(
    Type.String({ description: 'city database (MMDB file) that finds clients by their address' }),
  ),
  DEFAULT_HUB_ID: Type.Optional(
    Type.String({ maxLength: 128, description: 'hub that serves whom no other hub serves' }),
  ),
});

export interface Config {
  readonly store:
    | { readonly kind: 'sqlite'; readonly file: string; readonly maxCells: number }
    | {
        readonly kind: 'shared';
        readonly redis: string;
        readonly postgres: string;
        readonly prefix: string;
      };
  readonly weights: Weights;
  readonly cityDatabase: string | undefined;
  readonly defaultHubId: string | undefined;
}

/** @throws StartupError naming the variable */
export function readConfig(env: Environment, common: Common): Config {
  const values = readEnv(Variables, env);
  const { GEO_PREFIX: prefix, GEO_CACHE: maxCells } = values;
  const shared = sharedStores('geo', common);
  return {
    store: shared
      ? { kind: 'shared', ...shared, prefix }
      : { kind: 'sqlite', file: join(common.DATA_DIR, 'geo.db'), maxCells },
    weights: parseWeights(values.GEO_WEIGHTS),
    cityDatabase: values.GEOIP_DB,
    defaultHubId: values.DEFAULT_HUB_ID,
  };
}

function parseWeights(text: string): Weights {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [distance = 0, stock = 0, rider = 0] = numbers;
  const areRight = numbers.length === 3 && numbers.every((n) => Number.isFinite(n) && n >= 0);
  if (!areRight || distance + stock + rider === 0) {
    throw new StartupError(
      `GEO_WEIGHTS must be three numbers, 0 or more and not all 0, such as 0.4,0.4,0.2 (it is "${text}")`,
    );
  }
  return { distance, stock, rider };
}
