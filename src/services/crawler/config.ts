import { Type } from 'typebox';
import { prefixVariable, readEnv, type Common, type Environment } from '#kit/host/env.ts';
import { postgresOrSqlite } from '#kit/host/store-config.ts';
import { webhookSecretVariable } from '#kit/web/webhook-signature.ts';

const flag = (description: string) => Type.String({ enum: ['0', '1'], default: '0', description });

export const Variables = Type.Object({
  CRAWL_DELAY_MS: Type.Integer({
    minimum: 0,
    maximum: 3_600_000,
    default: 1_000,
    description: 'politeness delay of a worker before each request',
  }),
  CRAWL_JOBS: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 10,
    description: 'jobs that a process runs at the same time',
  }),
  CRAWL_LEASE_MS: Type.Integer({
    minimum: 1_000,
    maximum: 600_000,
    default: 15_000,
    description: 'how long a job stays with a replica that is gone, before another one goes on',
  }),
  CRAWL_USER_AGENT: Type.String({
    pattern: '^[A-Za-z_-]+([/ ][ -~]*)?$',
    maxLength: 256,
    default: 'hawker/1.0',
    description: 'User-Agent; robots.txt is obeyed under its first word',
  }),
  CRAWL_IGNORE_ROBOTS: flag("1: don't ask robots.txt, for one's own sites"),
  CRAWL_BLOCK_PRIVATE: flag(
    '1: refuse private addresses, as the crawler does anyway where others can reach it',
  ),
  CRAWL_RETENTION_DAYS: Type.Integer({
    minimum: 0,
    maximum: 36_500,
    default: 0,
    description: 'days after which a job that is over is removed; 0: never',
  }),
  WEBHOOK_SECRET: webhookSecretVariable(
    'signs webhooks, as Standard Webhooks say; without it none can be asked for',
  ),
  CRAWLER_PREFIX: prefixVariable('crawler', 'name of the deployment in PostgreSQL'),
});

const dayMs = 24 * 60 * 60 * 1000;

export type Config = ReturnType<typeof readConfig>;

/** @throws StartupError naming the variable */
export function readConfig(env: Environment, common: Common) {
  const own = readEnv(Variables, env);
  const token = /^[a-z_-]+/.exec(own.CRAWL_USER_AGENT.toLowerCase())![0];
  return {
    store: postgresOrSqlite('crawler', own.CRAWLER_PREFIX, common),
    /** Politeness delay. */
    delayMs: own.CRAWL_DELAY_MS,
    /** Jobs that a process runs at the same time. */
    maxJobs: own.CRAWL_JOBS,
    leaseMs: own.CRAWL_LEASE_MS,
    userAgent: own.CRAWL_USER_AGENT,
    /** Product token for robots.txt, in lower case; undefined to ask none. */
    robotsToken: own.CRAWL_IGNORE_ROBOTS === '1' ? undefined : token,
    /** How long a job stays after its end; undefined: forever. */
    retentionMs: own.CRAWL_RETENTION_DAYS === 0 ? undefined : own.CRAWL_RETENTION_DAYS * dayMs,
    webhookSecret: own.WEBHOOK_SECRET,
    /** Connect to public addresses only. */
    publicOnly: own.CRAWL_BLOCK_PRIVATE === '1' || common.reachedBy !== undefined,
  };
}
