/** A hawker as the Caddyfile says to start it, with identity on, behind a Caddy with that file. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Environment } from '#kit/host/env.ts';
import { startCaddy, startLines } from '#kit/testing/caddy.ts';
import { freePort } from '#kit/testing/free-port.ts';
import { startProcess, type TestProcess } from '#kit/testing/process.ts';
import { servers, temporaryFolder, type Ends } from '#kit/testing/testing.ts';
import { authSecret, bearer, tokenOf } from '#kit/testing/tokens.ts';
import { serviceNames } from '../../src/services.ts';
import { startS3 } from '../../src/services/file-store/test/s3.ts';

/** The title of a notification for ann, which no other user may read. */
export const secretOfAnn = 'only ann may read this';

export interface Actor {
  readonly name: 'stranger' | 'forger' | 'ann' | 'mallory' | 'service' | 'operator';
  readonly user: string;
  readonly token: string | undefined;
}

export interface Stage {
  readonly hawker: TestProcess;
  /** The port of Caddy, over plain HTTP. */
  readonly proxyPort: number;
  /** The port of the console, without Caddy. */
  readonly directPort: number;
  readonly healthz: string;
  readonly actors: readonly Actor[];
  readonly saidByProxy: () => string;
  /** The greatest memory that the process has had, MiB; undefined where the system does not tell. */
  peakMiB(): number | undefined;
}

/** The environment of a hawker on the servers that scripts/with-stores.sh started, and on an S3. */
export async function sharedStores(t: Ends): Promise<Environment> {
  const { redis, postgres } = servers;
  assert.ok(redis !== '' && postgres !== '', '--stores needs scripts/with-stores.sh');
  const { env } = await startS3(t);
  return { STORE_ADDR: redis, DATABASE_URL: postgres, HMAC_SECRET: authSecret, ...env };
}

export async function openStage(t: Ends, stores: Environment = {}): Promise<Stage> {
  const lines = startLines();
  const hawker = await startProcess(t, serviceNames, {
    ...lines,
    ADMIN_TOKEN: 'a long and random text',
    AUTH_JWT_SECRET: authSecret,
    // The limit of the file would answer most of the attack with 429.
    API_LIMIT: '10000/1s',
    DATA_DIR: temporaryFolder(),
    ...stores,
  });
  const proxyPort = await freePort();
  const saidByProxy = await startCaddy(t, hawker, { port: proxyPort, hasTls: false });
  const address = hawker.addresses['console']!;
  // Longer than any run.
  const exp = Math.floor(Date.now() / 1000) + 7 * 24 * 3600;
  const ann = tokenOf('ann', 0, { exp });
  const service = tokenOf('shop', 0, { exp, scope: 'service' });
  await notifyAnn(address, service);
  return {
    hawker,
    proxyPort,
    directPort: Number(new URL(address).port),
    healthz: `${address}/healthz`,
    actors: [
      { name: 'stranger', user: 'ann', token: undefined },
      { name: 'forger', user: 'ann', token: `${ann}x` },
      { name: 'ann', user: 'ann', token: ann },
      { name: 'mallory', user: 'mallory', token: tokenOf('mallory', 0, { exp }) },
      { name: 'service', user: 'ann', token: service },
      { name: 'operator', user: 'ann', token: 'a long and random text' },
    ],
    saidByProxy,
    peakMiB: () => peakOf(hawker.child.pid!),
  };
}

async function notifyAnn(address: string, token: string): Promise<void> {
  const answer = await fetch(`${address}/api/notification/send`, {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: 'ann', channel: 'in_app', title: secretOfAnn, body: '' }),
  });
  assert.equal(answer.status, 201, await answer.text());
}

function peakOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) / 1_024;
}
