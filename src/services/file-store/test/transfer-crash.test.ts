/** The real process, killed while files go up by tus and down by links. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { startProcess } from '#kit/testing/process.ts';
import { missing, temporaryFolder } from '#kit/testing/testing.ts';
import { sharedEnv } from './fixtures.ts';
import { startS3 } from './s3.ts';
import { metadataOf } from './tus.ts';

const skip = missing('postgres');
const s3 = skip ? undefined : await startS3();
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

for (const [name, reason, env] of [
  ['disk and SQLite', false, (): Environment => ({ DATA_DIR: temporaryFolder() })],
  [
    'S3 and PostgreSQL',
    skip,
    (): Environment => ({ DATA_DIR: temporaryFolder(), ...sharedEnv(s3!.env) }),
  ],
] as const) {
  describe(`file store, killed, on ${name}`, { skip: reason }, () => {
    it('goes on with uploads from every offset that it acknowledged, and makes each file once', (t) =>
      killUploads(t, env()));
    it('serves no link more often than it may', (t) => killDownloads(t, env()));
  });
}

const tus = { 'tus-resumable': '1.0.0' };
const pieceBytes = 20_000;
const pieces = 12;

interface Sending {
  readonly path: string;
  readonly bytes: Buffer;
  /** The offset in the last answer. */
  acknowledged: number;
}

async function killUploads(t: TestContext, env: Environment): Promise<void> {
  let running = await startProcess(t, ['file-store'], env);
  const address = () => running.addresses['file-store']!;
  const sendings = await Promise.all(Array.from({ length: 8 }, () => begin(address())));
  const files = new Map<string, string>();
  for (const killAfter of [10, 30, 40]) {
    const { end } = running;
    let answers = 0;
    const answered = () => {
      if (++answers === killAfter) void end('SIGKILL');
    };
    await Promise.all(sendings.map((sending) => sendOn(address(), sending, answered)));
    await end('SIGKILL');
    running = await startProcess(t, ['file-store'], env);
    for (const sending of sendings) {
      const head = await fetch(address() + sending.path, { method: 'HEAD', headers: tus });
      const offset = Number(head.headers.get('upload-offset'));
      assert.ok(offset >= sending.acknowledged, `${offset} < ${sending.acknowledged}`);
      sending.acknowledged = offset;
      const id = head.headers.get('x-file-id');
      assert.equal(id !== null, offset === sending.bytes.length);
    }
  }
  await Promise.all(sendings.map((sending) => sendOn(address(), sending, () => {})));
  for (const { path, bytes } of sendings) {
    const head = await fetch(address() + path, { method: 'HEAD', headers: tus });
    const id = head.headers.get('x-file-id')!;
    const download = await fetch(`${address()}/files/${id}/download`);
    assert.equal(sha256(await download.bytes()), sha256(bytes));
    files.set(id, path);
  }
  const listing = await fetch(`${address()}/folders/root/children`);
  const { children } = (await listing.json()) as { children: { id: string }[] };
  assert.deepEqual(children.map(({ id }) => id).toSorted(), [...files.keys()].toSorted());
  await running.end('SIGTERM');
}

async function begin(address: string): Promise<Sending> {
  const bytes = randomBytes(pieces * pieceBytes);
  const response = await fetch(`${address}/uploads`, {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(bytes.length),
      'upload-metadata': metadataOf({ name: 'a', owner_id: 'ann' }),
    },
  });
  assert.equal(response.status, 201);
  return { path: `/${response.headers.get('location')}`, bytes, acknowledged: 0 };
}

/** Sends piece by piece until all is sent, or nobody answers. */
async function sendOn(address: string, sending: Sending, answered: () => void): Promise<void> {
  while (sending.acknowledged < sending.bytes.length) {
    const { path, bytes, acknowledged } = sending;
    const response = await fetch(address + path, {
      method: 'PATCH',
      headers: {
        ...tus,
        'upload-offset': String(acknowledged),
        'content-type': 'application/offset+octet-stream',
      },
      body: bytes.subarray(acknowledged, acknowledged + pieceBytes),
    }).catch(() => undefined);
    if (response?.status !== 204) return;
    sending.acknowledged = Number(response.headers.get('upload-offset'));
    answered();
  }
}

async function killDownloads(t: TestContext, env: Environment): Promise<void> {
  const allowed = 60;
  let running = await startProcess(t, ['file-store'], env);
  const address = () => running.addresses['file-store']!;
  const body = randomBytes(50_000);
  const made = await fetch(`${address()}/files?name=a&owner_id=ann`, { method: 'POST', body });
  const { file } = (await made.json()) as { file: { id: string } };
  const link = await fetch(`${address()}/files/${file.id}/links`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ expires_in: 3_600, max_downloads: allowed }),
  });
  const { url } = (await link.json()) as { url: string };
  const { pathname } = new URL(url);
  let served = 0;
  for (const killAfter of [15, 40]) {
    const { end } = running;
    const client = async () => {
      while (await download()) {
        if (served >= killAfter) void end('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: 6 }, client));
    await end('SIGKILL');
    running = await startProcess(t, ['file-store'], env);
  }
  // A download counted before a kill may not have been served; the reverse never happens.
  const refusals = await Promise.all(
    Array.from({ length: 6 }, async () => {
      while (await download());
      return (await fetch(address() + pathname)).status;
    }),
  );
  assert.deepEqual([...new Set(refusals)], [410]);
  assert.ok(served <= allowed && served >= 40, `${served} were served`);
  const list = await fetch(`${address()}/files/${file.id}/links`);
  const { links } = (await list.json()) as { links: { downloads: number }[] };
  assert.equal(links[0]!.downloads, allowed);
  await running.end('SIGTERM');

  /** False when it was not served. */
  async function download(): Promise<boolean> {
    const response = await fetch(address() + pathname).catch(() => undefined);
    if (response?.status !== 200) return false;
    served++;
    const bytes = await response.bytes().catch(() => undefined);
    if (bytes === undefined) return false;
    assert.equal(sha256(bytes), sha256(body));
    return true;
  }
}
