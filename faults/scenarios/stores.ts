/** Which services use which store, and what they need to find it. */
import { spawnSync } from 'node:child_process';
import type { Environment } from '#kit/host/env.ts';
import { temporaryFolder, type Ends } from '#kit/testing/testing.ts';
import { startS3 } from '../../src/services/file-store/test/s3.ts';
import { noPostgres, startPostgres, type TestPostgres } from '../lib/postgres.ts';
import type { ServiceName } from '../../src/test/workloads.ts';

/** Some of them keep records in PostgreSQL as well. */
export const onRedis: readonly ServiceName[] = [
  'flash-sale',
  'geo',
  'inventory',
  'promotion',
  'dispatch-a',
  'dispatch-b',
  'autocomplete',
  'key-value',
  'chat',
  'rate-limiter',
];

/** Some of them keep what is fast in Redis as well. */
export const onPostgres: readonly ServiceName[] = [
  'geo',
  'inventory',
  'promotion',
  'file-store',
  'video-catalog',
  'url-shortener',
  'notification',
  'news-feed',
  'crawler',
];

const noRedis = (): string | false =>
  ['redis-server', 'redis-cli'].some((name) => spawnSync(name, ['--version']).status !== 0)
    ? 'redis-server is not installed'
    : false;

export const noStores = () => noRedis() || noPostgres();

export interface Records {
  readonly postgres: TestPostgres;
  readonly env: Environment;
}

/** @param folder of PostgreSQL */
export async function startRecords(t: Ends, folder = temporaryFolder()): Promise<Records> {
  const [postgres, s3] = await Promise.all([startPostgres(t, folder), startS3(t)]);
  return { postgres, env: { DATABASE_URL: postgres.url, ...s3.env } };
}
