/** A real S3 server for tests: s3rver from npm, as a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer, request as httpRequest } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { after } from 'node:test';
import { temporaryFolder } from '#kit/testing.ts';

const bucket = 'files';

/** What a service needs to reach it; s3rver knows these credentials. */
export interface TestS3 {
  readonly env: Readonly<Record<string, string>>;
  readonly endpoint: string;
}

/** For the AWS client of this very process, whose credentials come from its environment. */
export function useTestCredentials(): void {
  Object.assign(process.env, credentials);
}

const credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/** Starts one; it ends with the test file. */
export async function startS3(): Promise<TestS3> {
  useTestCredentials();
  const main = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [main, '-d', temporaryFolder(), '-a', '127.0.0.1', '-p', String(port)].concat(
      '--configure-bucket',
      bucket,
    ),
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  process.on('exit', () => child.kill('SIGKILL'));
  after(() => child.kill('SIGKILL'));
  for await (const chunk of child.stdout) {
    if (String(chunk).includes('listening')) break;
  }
  child.stdout.resume();
  child.unref();
  const endpoint = `http://127.0.0.1:${port}`;
  return { endpoint, env: { ...credentials, S3_BUCKET: bucket, S3_ENDPOINT: endpoint } };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
