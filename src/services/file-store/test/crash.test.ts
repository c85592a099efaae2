/**
 * The real process, killed in mid-upload and under load: everything that it acknowledged is there.
 */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { startProcess } from '#kit/testing/process.ts';
import { assertClean, deployments, type Deployment } from './deployments.ts';

interface Child {
  readonly id: string;
  readonly name: string;
  readonly content_hash: string;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
describe('file store, killed under load', () => {
  for (const deployment of deployments) {
    it(
      `keeps every acknowledged file, and no other, on ${deployment.name}`,
      { skip: deployment.skip },
      (t) => killAndLook(t, deployment),
    );
  }
});

async function killAndLook(t: TestContext, deployment: Deployment): Promise<void> {
  const env = deployment.env();
  const first = await startProcess(t, ['file-store'], env);
  const acknowledged = await uploadUntilKilled(first.addresses['file-store']!, () =>
    first.end('SIGKILL'),
  );
  const second = await startProcess(t, ['file-store'], env);
  const address = second.addresses['file-store']!;
  const listing = await fetch(`${address}/folders/root/children`);
  const { children } = (await listing.json()) as { children: Child[] };
  const visible = new Map(children.map(({ id, content_hash }) => [id, content_hash]));
  for (const [id, hash] of acknowledged) assert.equal(visible.get(id), hash, id);
  for (const { id, name, content_hash } of children) {
    assert.notEqual(name, 'endless');
    const response = await fetch(`${address}/files/${id}/download`);
    assert.equal(sha256(await response.bytes()), content_hash, id);
  }
  await second.end('SIGTERM');

  const report = await assertClean(await deployment.open(env));
  assert.ok(report.contents >= acknowledged.size);
  // On shared stores other replicas may have files there.
  if (env['DATABASE_URL'] !== undefined) return;
  assert.deepEqual(readdirSync(join(env['DATA_DIR']!, 'files', 'tmp')), []);
}

/** Small files from many clients and a large one that never ends; kills when enough are in. */
async function uploadUntilKilled(address: string, kill: () => Promise<unknown>) {
  const acknowledged = new Map<string, string>();
  const killed = new AbortController();
  const upload = (name: string, body: Buffer | ReadableStream) => {
    const init = { method: 'POST', body, duplex: 'half' as const };
    return fetch(`${address}/files?owner_id=ann&name=${name}`, init).catch(() => undefined);
  };
  async function client(number: number) {
    for (let n = 0; ; n++) {
      const bytes = randomBytes(n % 5 === 0 ? 100_000 : 1_000);
      const response = await upload(`${number}-${n}`, bytes);
      if (response === undefined) return;
      // A store that took too long: it may be there or not.
      if (response.status === 503) continue;
      assert.equal(response.status, 201);
      const { file } = (await response.json()) as { file: { id: string } };
      acknowledged.set(file.id, sha256(bytes));
      if (acknowledged.size === 100) {
        void kill().then(() => killed.abort());
      }
    }
  }
  async function* endless() {
    const chunk = randomBytes(16_384);
    while (!killed.signal.aborted) {
      yield chunk;
      await setImmediate();
    }
    throw new Error('it was killed');
  }
  const clients = Array.from({ length: 8 }, (_, i) => client(i));
  await Promise.all([...clients, upload('endless', ReadableStream.from(endless()))]);
  await kill();
  return acknowledged;
}
