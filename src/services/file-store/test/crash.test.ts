/** The real process, killed in mid-upload and under load: what it acknowledged is there. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Environment } from '#kit/host/env.ts';
import { startProcess } from '#kit/testing/process.ts';
import { missing, servers, temporaryFolder } from '#kit/testing/testing.ts';
import { diskContents } from '../contents/disk.ts';
import { openS3Contents } from '../contents/s3/store.ts';
import type { ContentStore } from '../contents/store.ts';
import { pinLifetimeMs } from '../uploads/commit.ts';
import { openPostgresStore } from '../store/postgres/store.ts';
import { reclaim } from '../reclaim.ts';
import type { ScrubRecord } from '../scrub/record.ts';
import { openPostgresScrubRecord } from '../scrub/record.postgres.ts';
import { openSqliteScrubRecord } from '../scrub/record.sqlite.ts';
import { scrub, type Finding } from '../scrub/scrub.ts';
import { openDatabase, sqliteStore } from '../store/sqlite/store.ts';
import type { FileStore } from '../store/store.ts';
import { startS3 } from './s3.ts';
import { sharedEnv } from './fixtures.ts';

interface Stores {
  readonly files: FileStore;
  readonly contents: ContentStore;
  readonly record: ScrubRecord;
}

interface Child {
  readonly id: string;
  readonly name: string;
  readonly content_hash: string;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const skip = missing('postgres');
const s3 = skip ? undefined : await startS3();

describe('file store, killed under load', () => {
  it('keeps every acknowledged file, and no other, on disk and SQLite', async (t) => {
    const env = { DATA_DIR: temporaryFolder() };
    await killAndLook(t, env, async () => {
      const file = join(env.DATA_DIR, 'file-store.db');
      const files = sqliteStore(openDatabase({ file }));
      const contents = diskContents(join(env.DATA_DIR, 'files'));
      return { files, contents, record: openSqliteScrubRecord(file) };
    });
    assert.deepEqual(readdirSync(join(env.DATA_DIR, 'files', 'tmp')), []);
  });

  it('keeps every acknowledged file, and no other, on S3 and PostgreSQL', { skip }, async (t) => {
    const env: Environment = { DATA_DIR: temporaryFolder(), ...sharedEnv(s3!.env) };
    const deployment = env['FILE_STORE_PREFIX']!;
    await killAndLook(t, env, async () => ({
      files: await openPostgresStore(servers.postgres, deployment),
      contents: await openS3Contents(
        { bucket: 'files', endpoint: s3!.endpoint, region: 'us-east-1' },
        deployment,
      ),
      record: await openPostgresScrubRecord(servers.postgres, deployment),
    }));
  });
});

async function killAndLook(
  t: Parameters<typeof startProcess>[0],
  env: Environment,
  open: () => Promise<Stores>,
): Promise<void> {
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

  const { files, contents, record } = await open();
  await reclaim({ files, contents }, Date.now() + 2 * pinLifetimeMs);
  const found: Finding[] = [];
  const report = await scrub(record, contents, (finding) => found.push(finding));
  assert.deepEqual(found, []);
  assert.ok(report.contents >= acknowledged.size);
  await Promise.all([files.close(), contents.close(), record.close()]);
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
      if (response?.status !== 201) return;
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
