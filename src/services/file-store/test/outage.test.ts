/** S3 or PostgreSQL in trouble: 503, no half-visible file, nothing acknowledged lost, no orphan. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { seeded } from '#kit/testing/seeded.ts';
import { relay } from '#kit/testing/process.ts';
import {
  eventually,
  assertUnavailable,
  missing,
  openService,
  readyAgain,
  servers,
} from '#kit/testing/testing.ts';
import { openS3Contents } from '../contents/s3/s3-contents-store.ts';
import { createFileStore } from '../index.ts';
import { pinLifetimeMs } from '../uploads/commit.ts';
import { openPostgresScrubRecord } from '../scrub/record.postgres.ts';
import { scrub, type Finding } from '../scrub/scrub.ts';
import { startS3, unreliable, type TestS3 } from './s3.ts';
import { client, assertRefusal, sharedEnv, uploaded, type Client } from './fixtures.ts';
import { tus } from './tus.ts';

const skip = missing('postgres');
const s3 = skip ? undefined : await startS3();

/** The findings of a scrub of a deployment, from its stores directly. */
async function findings(t: TestContext, { endpoint }: TestS3, deployment: string) {
  const config = { bucket: 'files', endpoint, region: 'us-east-1' };
  const contents = await openS3Contents(config, deployment);
  const record = await openPostgresScrubRecord(servers.postgres, deployment);
  t.after(() => Promise.all([contents.close(), record.close()]));
  return {
    stored: async () => (await Array.fromAsync(contents.list())).length,
    async scrub() {
      const found: Finding[] = [];
      await scrub(record, contents, (finding) => found.push(finding));
      return found;
    },
  };
}

/** A link that serves five times. */
async function limitedLink(files: Client, id: string) {
  const made = await files.post(`/files/${id}/links`, { expires_in: 60, max_downloads: 5 });
  const counted = async () => (await files.get(`/files/${id}/links`)).json().links[0].downloads;
  return { path: new URL(made.json().url).pathname, counted };
}

describe('with PostgreSQL and S3', { skip }, () => {
  test('while half of the requests to S3 fail, what is taken is taken for good', async (t) => {
    const way = await unreliable(s3!, seeded(1));
    const env = sharedEnv(way.env);
    const { app, clock } = await openService(t, createFileStore({ reclaimEveryMs: 1 }), env);
    const files = client(app);
    const storage = await findings(t, s3!, env['FILE_STORE_PREFIX']!);
    way.fail(0.5);

    const acknowledged = new Map<string, Buffer>();
    const upload = async (size: number) => {
      const bytes = randomBytes(size);
      const response = await files.upload(bytes);
      if (response.statusCode === 201) acknowledged.set(response.json().file.id, bytes);
      else assertUnavailable(response);
    };
    const sizes = Array.from({ length: 40 }, (_, i) => (i % 4 === 0 ? 200_000 : 1_000));
    for (const size of sizes) await upload(size);
    assert.ok(acknowledged.size > 20, `${acknowledged.size} were taken`);
    for (const [id, bytes] of acknowledged) {
      const response = await files.download(id).catch(() => undefined);
      if (response === undefined) continue; // cut off
      if (response.statusCode === 200) assert.ok(response.rawPayload.equals(bytes));
      else assertUnavailable(response);
    }
    const { children } = (await files.get('/folders/root/children')).json();
    assert.deepEqual(
      new Set(children.map(({ id }: { id: string }) => id)),
      new Set(acknowledged.keys()),
    );

    const [gone, ...kept] = acknowledged.keys();
    await files.remove(gone!);
    clock.advance(2 * pinLifetimeMs);
    await eventually(async () => (await storage.stored()) <= kept.length);
    assert.deepEqual(await storage.scrub(), []);
    way.fail(0);
    for (const id of kept) {
      assert.ok((await files.download(id)).rawPayload.equals(acknowledged.get(id)!));
    }
    assert.ok(way.counts.failed > 40);
  });

  test('a request to S3 that fails in each way, one after another, is not noticed', async (t) => {
    let requests = 0;
    const way = await unreliable(s3!, () => (requests++ < 3 ? 0 : 1));
    const { app } = await openService(
      t,
      createFileStore({ reclaimEveryMs: 1 }),
      sharedEnv(way.env),
    );
    const files = client(app);
    const bytes = randomBytes(1_000_000);
    way.fail(0.5);
    requests = 0;
    const { id } = await uploaded(files, bytes);
    requests = 0;
    const response = await files.download(id);
    assert.ok(response.rawPayload.equals(bytes));
    assert.equal(way.counts.failed, 6);
  });

  test('while S3 is away, bytes are 503 and the rest goes on', async (t) => {
    const { url, cut, mend } = await relay(s3!.endpoint);
    const env = { ...sharedEnv(s3!.env), S3_ENDPOINT: url };
    const { app, ...service } = await openService(t, createFileStore({ reclaimEveryMs: 1 }), env);
    const files = client(app);
    const file = await uploaded(files, 'before');
    const uploads = tus(app);
    const { url: upload } = await uploads.begin(6, { name: 'a', owner_id: 'ann' });
    await uploads.patch(upload, 0, 'thr');
    const { path: link, counted } = await limitedLink(files, file.id);
    await cut();
    for (const response of [
      await files.upload(randomBytes(100)),
      await files.upload(randomBytes(100_000)),
      await files.put(file.id, randomBytes(100)),
      await files.download(file.id),
      await uploads.patch(upload, 3, 'e'),
      await uploads.patch(upload, 3, 'ee!'),
      await files.get(link),
    ]) {
      assertUnavailable(response);
    }
    // An answer that could not be sent does not count, and nothing is acknowledged that was not kept.
    assert.equal(await counted(), 0);
    assert.equal((await uploads.head(upload)).headers['upload-offset'], '3');
    await assert.rejects(service.ready());
    assert.deepEqual((await files.get(`/files/${file.id}`)).json(), file);
    assert.equal((await files.get('/folders/root/children')).json().children.length, 1);
    await mend();
    await readyAgain(service);
    assert.equal((await files.download(file.id)).body, 'before');
    await uploaded(files, 'after');
    assert.ok('x-file-id' in (await uploads.patch(upload, 3, 'ee!')).headers);
    assert.equal((await files.get(link)).body, 'before');
    assert.equal(await counted(), 1);
  });

  test('while S3 hangs, bytes are 503: once it is waited for, then they fail at once', async (t) => {
    const line = await relay(s3!.endpoint);
    const env = { ...sharedEnv(s3!.env), S3_ENDPOINT: line.url };
    const { app, ...service } = await openService(t, createFileStore({ reclaimEveryMs: 1 }), env);
    const files = client(app);
    const file = await uploaded(files, 'before');
    line.freeze();
    // One is larger than what sockets take while nobody reads.
    for (const response of await Promise.all([
      files.upload(randomBytes(100)),
      files.upload(randomBytes(20_000_000)),
      files.put(file.id, randomBytes(100)),
      files.download(file.id),
    ])) {
      assertUnavailable(response);
    }
    await eventually(async () => {
      const before = line.taken();
      assertUnavailable(await files.download(file.id));
      assertUnavailable(await files.upload(randomBytes(100)));
      await assert.rejects(service.ready());
      return line.taken() === before;
    });
    assert.deepEqual((await files.get(`/files/${file.id}`)).json(), file);
    line.thaw();
    await readyAgain(service);
    assert.equal((await files.download(file.id)).body, 'before');
    await uploaded(files, 'after');
  });

  test('while PostgreSQL is away, all is 503, and nothing is left over afterwards', async (t) => {
    const { url, cut, mend } = await relay(servers.postgres);
    const env: Environment = { ...sharedEnv(s3!.env), DATABASE_URL: url };
    const { app, ...service } = await openService(
      t,
      createFileStore({ reclaimEveryMs: 1_000_000 }),
      env,
    );
    const files = client(app);
    const { id } = await uploaded(files, 'before');
    const uploads = tus(app);
    const metadata = { name: 'a', owner_id: 'ann' };
    const { url: upload } = await uploads.begin(6, metadata);
    const { path: link } = await limitedLink(files, id);
    await cut();
    for (const response of [
      await files.upload('new'),
      await files.put(id, 'new'),
      await files.get(`/files/${id}`),
      await files.download(id),
      await files.get(`/files/${id}/versions`),
      await files.remove(id),
      await files.post('/folders', { name: 'f', owner_id: 'ann' }),
      await files.post(`/files/${id}/share`, { user_id: 'bob', permission: 'read' }),
      await files.get('/folders/root/children'),
      await files.get(link),
      await files.get(`/files/${id}/links`),
      await files.post(`/files/${id}/links`, { expires_in: 60 }),
      await files.send('DELETE', '/links/link_1'),
      (await uploads.begin(6, metadata)).response,
      await uploads.patch(upload, 0, 'abc'),
      await uploads.end(upload),
    ]) {
      assertUnavailable(response);
    }
    await assert.rejects(service.ready());
    await mend();
    await readyAgain(service);
    assert.equal((await files.download(id)).body, 'before');
    const storage = await findings(t, s3!, env['FILE_STORE_PREFIX']!);
    assert.deepEqual(await storage.scrub(), []);
  });

  test('a file that one replica took in, another hands out at once', async (t) => {
    const env = sharedEnv(s3!.env);
    const open = async () =>
      client((await openService(t, createFileStore({ reclaimEveryMs: 1 }), env)).app);
    const [one, other] = [await open(), await open()];
    const { id } = await uploaded(one, 'x');
    assert.equal((await other.download(id)).body, 'x');
    assert.equal((await other.put(id, 'y')).json().file.version, 2);
    assert.equal((await one.download(id)).body, 'y');
    await one.remove(id);
    assertRefusal(await other.download(id), 404, 'FILE_NOT_FOUND');
  });
});
