/**
 * The real process, killed in mid-upload and under load: everything that it acknowledged is there.
 */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { TestProcess } from '#kit/testing/process.ts';
import { surviveEnd } from '#kit/testing/workload/killed.ts';
import { assertClean, deployments, type Deployment } from './deployments.ts';
import { fileStoreWorkload } from './workload.ts';

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
  const ending = { clients: 8, acts: 120, end: killInUpload };
  const { addresses, end } = await surviveEnd(t, fileStoreWorkload(), env, ending);
  const address = addresses['file-store']!;
  const listing = await fetch(`${address}/folders/root/children`);
  const { children } = (await listing.json()) as { children: Child[] };
  for (const { id, name, content_hash } of children) {
    assert.notEqual(name, 'endless');
    const response = await fetch(`${address}/files/${id}/download`);
    assert.equal(sha256(await response.bytes()), content_hash, id);
  }
  await end('SIGTERM');

  const report = await assertClean(await deployment.open(env));
  assert.ok(report.contents >= children.length);
  // On shared stores other replicas may have files there.
  if (env['DATABASE_URL'] !== undefined) return;
  assert.deepEqual(readdirSync(join(env['DATA_DIR']!, 'files', 'tmp')), []);
}

/** In the midst of a large upload beside the small ones. */
async function killInUpload({ addresses, end }: TestProcess) {
  const chunk = randomBytes(16_384);
  const underWay = Promise.withResolvers<void>();
  const killed = new AbortController();
  async function* endless() {
    for (let n = 0; !killed.signal.aborted; n++) {
      yield chunk;
      if (n === 200) underWay.resolve();
      await setImmediate();
    }
  }
  const body = ReadableStream.from(endless());
  const url = `${addresses['file-store']}/files?owner_id=ann&name=endless`;
  const upload = fetch(url, { method: 'POST', body, duplex: 'half' });
  const broken = assert.rejects(upload);
  await underWay.promise;
  await end('SIGKILL');
  await broken;
  killed.abort();
  return {};
}
