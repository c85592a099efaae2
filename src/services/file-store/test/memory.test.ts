/** The real process, through which 1 GiB passes: its memory does not grow with the file. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { startProcess } from '#kit/testing/process.ts';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { metadataOf } from './tus.ts';

const mebibyte = 1024 * 1024;
const size = 1024 * mebibyte;
/**
 * How much its resident memory may grow, MiB: some 35 on an idle machine. 80 and more would be what
 * the garbage collector leaves when chunks are left to it (docs/adr/0015).
 */
const maxGrowth = 64;

test('1 GiB goes up and comes down again in a few MiB of memory', async (t) => {
  const { child, addresses } = await startProcess(t, ['file-store'], {
    DATA_DIR: temporaryFolder(),
  });
  const address = addresses['file-store']!;
  const before = peakOf(child.pid!);
  const chunk = Buffer.alloc(mebibyte, 'some bytes');

  const upload = request(`${address}/files?name=a&owner_id=ann`, {
    method: 'POST',
    headers: { 'content-length': size },
  });
  const answered = once(upload, 'response');
  await pipeline(Readable.from(Array.from({ length: size / mebibyte }, () => chunk)), upload);
  const [created] = (await answered) as [IncomingMessage];
  assert.equal(created.resume().statusCode, 201);
  const afterUpload = peakOf(child.pid!);
  assert.ok(afterUpload - before < maxGrowth, `from ${before} to ${afterUpload} MiB`);

  const [response] = (await once(
    request(`${address}/files/file_1/download`).end(),
    'response',
  )) as [IncomingMessage];
  const digest = createHash('sha256');
  for await (const part of response) digest.update(part as Buffer);
  const hash = digest.digest('hex');
  assert.equal(response.headers.etag, `"${hash}"`);
  const afterDownload = peakOf(child.pid!);
  assert.ok(afterDownload - before < maxGrowth, `from ${before} to ${afterDownload} MiB`);
});

test('as much goes up by tus, in pieces that are joined, in a few MiB of memory', async (t) => {
  const { child, addresses } = await startProcess(t, ['file-store'], {
    DATA_DIR: temporaryFolder(),
  });
  const address = addresses['file-store']!;
  const tus = { 'tus-resumable': '1.0.0' };
  const begin = async (length: number) => {
    const metadata = metadataOf({ name: 'a', owner_id: 'ann' });
    const headers = { ...tus, 'upload-length': String(length), 'upload-metadata': metadata };
    const begun = await fetch(`${address}/uploads`, { method: 'POST', headers });
    return `${address}/${begun.headers.get('location')}`;
  };
  const send = async (url: string, length: number) => {
    const upload = request(url, {
      method: 'PATCH',
      headers: {
        ...tus,
        'upload-offset': 0,
        'content-length': length,
        'content-type': 'application/offset+octet-stream',
      },
    });
    const answered = once(upload, 'response');
    const chunk = Buffer.alloc(mebibyte, 'some bytes');
    await pipeline(Readable.from(Array.from({ length: length / mebibyte }, () => chunk)), upload);
    const [answer] = (await answered) as [IncomingMessage];
    assert.equal(answer.resume().statusCode, 204);
    assert.ok(answer.headers['x-file-id'] !== undefined);
  };
  const before = peakOf(child.pid!);
  await send(await begin(size), size);
  const after = peakOf(child.pid!);
  assert.ok(after - before < maxGrowth, `from ${before} to ${after} MiB`);
});

/** Peak of the resident memory of a process, MiB. */
function peakOf(pid: number): number {
  const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Math.round(Number(kibibytes) / 1024);
}
