/** Resumable uploads by a client of others, over real sockets that break off at any byte. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { describe, test, type TestContext } from 'node:test';
import * as fc from 'fast-check';
import { Upload } from 'tus-js-client';
import type { Environment } from '#kit/host/env.ts';
import { eventually, missing, openService } from '#kit/testing/testing.ts';
import { createFileStore } from '../index.ts';
import { startS3 } from './s3.ts';
import { client, onBothStores, sharedEnv } from './fixtures.ts';
import { breakingLine } from './breaking-line.ts';
import { metadataOf } from './tus.ts';

async function listening(t: TestContext, env: Environment) {
  const service = await openService(t, createFileStore({ reclaimEveryMs: 1 }), env);
  const address = await service.app.listen({ port: 0, host: '127.0.0.1' });
  return { ...service, address, files: client(service.app) };
}

interface Sent {
  readonly endpoint: string;
  readonly bytes: Buffer;
  readonly chunkSize?: number;
  /** Where it was begun before. */
  readonly uploadUrl?: string;
}

/** Uploads by the client, which goes on when it is broken off; yields the file and the address. */
function upload({ endpoint, bytes, chunkSize, uploadUrl }: Sent) {
  return new Promise<{ id: string; url: string }>((resolve, reject) => {
    const sent = new Upload(bytes, {
      endpoint: `${endpoint}/uploads`,
      metadata: { name: 'a.bin', owner_id: 'ann' },
      retryDelays: Array.from({ length: 100 }, () => 0),
      ...(chunkSize !== undefined && { chunkSize }),
      ...(uploadUrl !== undefined && { uploadUrl }),
      onError: reject,
      onSuccess: ({ lastResponse }) =>
        resolve({ id: String(lastResponse.getHeader('x-file-id')), url: sent.url! }),
    });
    sent.start();
  });
}

await onBothStores((env) => {
  test('a client uploads in one request, or in many', async (t) => {
    const { address: endpoint, files } = await listening(t, env());
    const bytes = randomBytes(300_000);
    for (const chunkSize of [undefined, 100_000, 77_777]) {
      const { id } = await upload({ endpoint, bytes, ...(chunkSize && { chunkSize }) });
      const download = await files.download(id);
      assert.ok(download.rawPayload.equals(bytes));
    }
  });

  test('a client that is broken off at any byte goes on, and the bytes are what it sent', async (t) => {
    const { address, files } = await listening(t, env());
    const breaks = fc.array(fc.integer({ min: 1, max: 120_000 }), { maxLength: 5 });
    const chunkSizes = fc.constantFrom(undefined, 40_000, 200_000);
    await fc.assert(
      fc.asyncProperty(fc.nat(200_000), breaks, chunkSizes, async (size, cuts, chunkSize) => {
        const bytes = randomBytes(size);
        const line = await breakingLine(address, cuts);
        const { id } = await upload({ endpoint: line.url, bytes, ...(chunkSize && { chunkSize }) });
        await line.close();
        const download = await files.download(id);
        assert.ok(download.rawPayload.equals(bytes));
      }),
      { numRuns: 15 },
    );
    const { children } = (await files.get('/folders/root/children')).json();
    // No break made a second file: each run made one, and shrinking made none.
    assert.equal(children.length, 15);
  });

  test('a client that comes back takes over from a request whose connection is dead', async (t) => {
    const { address, files } = await listening(t, env());
    const bytes = randomBytes(200_000);
    const headers = { 'tus-resumable': '1.0.0' };
    const begun = await fetch(`${address}/uploads`, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': '200000',
        'upload-metadata': metadataOf({ name: 'a', owner_id: 'ann' }),
      },
    });
    const uploadUrl = `${address}/${begun.headers.get('location')}`;
    const { hostname, port, pathname } = new URL(uploadUrl);
    // It sends a part, then nothing, and stays open.
    const dead = connect(Number(port), hostname).on('error', () => {});
    await once(dead, 'connect');
    dead.write(
      `PATCH ${pathname} HTTP/1.1\r\nhost: localhost\r\ntus-resumable: 1.0.0\r\nupload-offset: 0
content-length: 200000\r\ncontent-type: application/offset+octet-stream\r\n\r\n`.replace(
        /(?<!\r)\n/g,
        '\r\n',
      ),
    );
    dead.write(bytes.subarray(0, 90_000));
    const { id } = await upload({ endpoint: address, bytes, uploadUrl });
    assert.ok((await files.download(id)).rawPayload.equals(bytes));
    dead.destroy();
  });
});

const skip = missing('postgres');
const s3 = skip ? undefined : await startS3();

describe('resumable uploads through two replicas', { skip }, () => {
  test('one replica continues an upload that another has begun', async (t) => {
    const env = sharedEnv(s3!.env);
    const [one, other] = [await listening(t, env), await listening(t, env)];
    const bytes = randomBytes(250_000);
    const cut = await breakingLine(one.address, [150_000]);
    const { url: begun } = await brokenOff({ endpoint: cut.url, bytes, chunkSize: 60_000 });
    await cut.close();
    const { pathname } = new URL(begun);
    const uploadUrl = other.address + pathname;
    const { id } = await upload({ endpoint: other.address, bytes, uploadUrl });
    assert.ok((await one.files.download(id)).rawPayload.equals(bytes));
    const { children } = (await one.files.get('/folders/root/children')).json();
    assert.equal(children.length, 1);
  });

  test('a request on the other replica takes over: the earlier one is refused with 423', async (t) => {
    const env = sharedEnv(s3!.env);
    const [one, other] = [await listening(t, env), await listening(t, env)];
    const bytes = randomBytes(100_000);
    const headers = { 'tus-resumable': '1.0.0' };
    const begun = await fetch(`${one.address}/uploads`, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': '100000',
        'upload-metadata': metadataOf({ name: 'a', owner_id: 'ann' }),
      },
    });
    const path = `/${begun.headers.get('location')}`;
    const earlier = httpRequest(one.address + path, {
      method: 'PATCH',
      headers: {
        ...headers,
        'upload-offset': 0,
        'content-length': 100_000,
        'content-type': 'application/offset+octet-stream',
      },
    });
    const answered = once(earlier, 'response');
    earlier.write(bytes.subarray(0, 50_000));
    const { files } = one;
    await eventually(async () => (await claimOf(env, path)) !== null);
    const { id } = await upload({
      endpoint: other.address,
      bytes,
      uploadUrl: other.address + path,
    });
    earlier.end(bytes.subarray(50_000));
    const [refused] = (await answered) as [{ statusCode: number; resume(): void }];
    refused.resume();
    assert.equal(refused.statusCode, 423);
    assert.ok((await files.download(id)).rawPayload.equals(bytes));
    const { children } = (await files.get('/folders/root/children')).json();
    assert.equal(children.length, 1);
  });
});

/** Uploads until the line breaks, and does not come back; yields where it was begun. */
function brokenOff({ endpoint, bytes, chunkSize = 10_000 }: Sent) {
  return new Promise<{ url: string }>((resolve, reject) => {
    const sent = new Upload(bytes, {
      endpoint: `${endpoint}/uploads`,
      metadata: { name: 'a.bin', owner_id: 'ann' },
      retryDelays: null,
      chunkSize,
      onError: () => resolve({ url: sent.url! }),
      onSuccess: () => reject(new Error('it was not broken off')),
    });
    sent.start();
  });
}

/** Reads the current claim of an upload. */
async function claimOf(env: Environment, path: string): Promise<string | null> {
  const { Postgres } = await import('#kit/stores/postgres.ts');
  const { sql } = await import('#kit/stores/sql.ts');
  const db = new Postgres(env['DATABASE_URL']!, 'test');
  const [row] = await db.query(sql<{ claim: string | null }>`
    SELECT claim FROM file_store.upload WHERE id = ${path.split('/').at(-1)!}`);
  await db.close();
  return row!.claim;
}
