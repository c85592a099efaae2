/** A real S3 server for tests, s3rver from npm as a process of its own, and an unreliable way to it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { temporaryFolder, type Ends } from '#kit/testing/testing.ts';

const bucket = 'files';
const credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

export interface TestS3 {
  readonly endpoint: string;
  /** The variables that the service needs to reach it. */
  readonly env: Readonly<Record<string, string>>;
}

/** Starts one; unless told otherwise it ends with the tests of the file. */
export async function startS3(t: Ends = { after }): Promise<TestS3> {
  // The client of this process takes its credentials from here.
  Object.assign(process.env, credentials);
  const main = join(import.meta.dirname, 's3-server.ts');
  const args = [main, temporaryFolder(), bucket];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  process.on('exit', () => child.kill('SIGKILL'));
  t.after(() => child.kill('SIGKILL'));
  for await (const port of createInterface({ input: child.stdout })) {
    child.stdout.resume();
    return reachedAt(`http://127.0.0.1:${port}`);
  }
  throw new Error('s3rver did not start');
}

const reachedAt = (endpoint: string): TestS3 => ({
  endpoint,
  env: { ...credentials, S3_BUCKET: bucket, S3_ENDPOINT: endpoint },
});

interface UnreliableS3 extends TestS3 {
  /** From now on this share of the requests fails, 0 to 1. */
  fail(share: number): void;
  /** How many were forwarded, and how many failed. */
  readonly counts: { forwarded: number; failed: number };
}

/**
 * A proxy that fails requests in turn by refusing them, by hanging up before it forwards them, and
 * by hanging up in the middle of the answer: then the request took effect.
 *
 * @param random yields 0 (included) to 1
 */
export async function unreliable(
  { endpoint }: TestS3,
  random: () => number,
): Promise<UnreliableS3> {
  const counts = { forwarded: 0, failed: 0 };
  let share = 0;
  const answerTo = async (request: IncomingMessage, response: ServerResponse) => {
    const fails = random() < share;
    if (fails && ++counts.failed % 3 === 1) {
      request.resume();
      return void response.writeHead(500).end();
    }
    if (fails && counts.failed % 3 === 2) return void request.socket.destroy();
    counts.forwarded++;
    const answer = await forward(endpoint, request).catch(() => undefined);
    if (!answer) return void request.socket.destroy();
    if (!fails) return void answer.pipe(response.writeHead(answer.statusCode!, answer.rawHeaders));
    const [chunk] = (await Promise.race([once(answer, 'data'), once(answer, 'end')])) as [Buffer?];
    response.writeHead(answer.statusCode!, answer.rawHeaders);
    const half = chunk?.subarray(0, chunk.length / 2) ?? '';
    response.write(half, () => request.socket.destroy());
  };
  const listener = createServer((request, response) => void answerTo(request, response));
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  listener.unref();
  after(() => listener.closeAllConnections());
  const { port } = listener.address() as AddressInfo;
  return {
    ...reachedAt(`http://127.0.0.1:${port}`),
    counts,
    fail: (value) => void (share = value),
  };
}

async function forward(endpoint: string, request: IncomingMessage): Promise<IncomingMessage> {
  const { method, url, headers } = request;
  const { expect: _, ...rest } = headers;
  const sent = httpRequest(endpoint + url, { method, headers: rest });
  request.pipe(sent);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}
