/**
 * `s3rver`, storing as S3 does: an object is there when its PUT is answered, and whole or not at all.
 * Prints its port.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

interface StoredObject {
  readonly bucket: string;
  readonly key: string;
  readonly content: Readable | Buffer;
  readonly metadata: object;
}

const S3rver = createRequire(import.meta.url)('s3rver');
const [, , directory, bucket] = process.argv;
const server = new S3rver({
  directory,
  address: '127.0.0.1',
  port: 0,
  silent: true,
  configureBuckets: [{ name: bucket }],
});
const { store } = server;

// Its own answers before all is written.
store.putObject = async ({ bucket, key, content, metadata }: StoredObject) => {
  const path: string = store.getResourcePath(bucket, key, 'object');
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}-${randomUUID()}`;
  const hash = createHash('md5');
  let size = 0;
  const parts = Buffer.isBuffer(content) ? Readable.from([content]) : content;
  parts.on('data', (chunk: Buffer) => {
    size += chunk.length;
    hash.update(chunk);
  });
  await pipeline(parts, createWriteStream(unfinished));
  const md5 = hash.digest('hex');
  await store.putMetadata(bucket, key, metadata, md5);
  await rename(unfinished, path);
  return { size, md5 };
};

// Its own removes folders that are empty then, and ends when another request writes into one.
store.deleteObject = async (bucket: string, key: string) => {
  for (const resource of ['object', 'object.md5', 'metadata.json']) {
    await rm(store.getResourcePath(bucket, key, resource), { force: true });
  }
};

const { port } = await server.run();
console.log(port);
