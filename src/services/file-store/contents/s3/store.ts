/** Contents in a bucket of S3, or of a server that speaks its protocol. */
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { StartupError } from '#kit/host/env.ts';
import type { S3Config } from '../../config.ts';
import type { TemporaryFile } from '../../uploads/receive.ts';
import { resuming } from './download.ts';
import { retrying, statusOf, type Attempt } from './retry.ts';
import {
  keyOf,
  nameOf,
  type ByteRange,
  type Content,
  type ContentKey,
  type ContentStore,
} from '../store.ts';

/**
 * @param prefix first part of all keys
 * @throws StartupError when the bucket cannot be reached
 */
export async function openS3Contents(config: S3Config, prefix: string): Promise<ContentStore> {
  const client = createClient(config);
  const contents = s3Contents(client, config.bucket, prefix);
  try {
    await client.send(new HeadBucketCommand({ Bucket: config.bucket }));
    return contents;
  } catch (error) {
    await contents.close();
    const where = config.endpoint === undefined ? '' : ` at ${config.endpoint}`;
    throw new StartupError(
      `bucket "${config.bucket}"${where}: ${(error as Error).message}; see S3_BUCKET and S3_ENDPOINT`,
    );
  }
}

function createClient({ endpoint, region }: S3Config): S3Client {
  return new S3Client({
    region,
    // Servers other than Amazon's seldom have a name for each bucket.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // Its own retries cannot send a stream again; see retry.ts.
    maxAttempts: 1,
    // The client would log to the console; errors report what fails for good.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
    // Uploads are signed with their hash; further checksums would read them twice.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5_000,
      socketTimeout: 30_000,
      httpAgent: { maxSockets: 256 },
      httpsAgent: { maxSockets: 256 },
    },
  });
}

function s3Contents(s3: S3Client, bucket: string, prefix: string): ContentStore {
  const closing = new AbortController();
  const send = <T>(attempt: Attempt<T>) => retrying(closing.signal, attempt);
  const locate = (key: ContentKey) => ({ Bucket: bucket, Key: `${prefix}/${nameOf(key)}` });
  const listObjects = async (token: string | undefined) => {
    const query = { Bucket: bucket, Prefix: `${prefix}/`, ContinuationToken: token };
    return send((abortSignal) => s3.send(new ListObjectsV2Command(query), { abortSignal }));
  };

  /** From byte `start` on, at least up to byte `end`: a server may send more than it is asked. */
  async function get(content: Content, start: number, end: number): Promise<Readable> {
    const range = content.size === 0 ? {} : { Range: `bytes=${start}-${end}` };
    const query = { ...locate(content), ...range };
    const found = await send((abortSignal) =>
      s3.send(new GetObjectCommand(query), { abortSignal }),
    );
    const { ContentRange = '', ContentLength } = found;
    const [, first = 0, size = ContentLength] = /^bytes (\d+)-\d+\/(\d+)$/.exec(ContentRange) ?? [];
    const body = found.Body as Readable;
    if (Number(size) === content.size && Number(first) === start) return body;
    body.destroy();
    throw new Error(`content ${content.hash} has ${size} bytes instead of ${content.size}`);
  }

  return {
    description: `s3 ${bucket}`,
    async put(content, { file }) {
      const place = locate(content);
      // A command of its own for each attempt: it has a stream of its own.
      await send((abortSignal) => s3.send(putCommand(place, content, file), { abortSignal }));
    },
    open(content, { start, end }: ByteRange = { start: 0, end: content.size - 1 }) {
      return unlessMissing(async () => {
        const first = await get(content, start, end);
        return resuming(first, (from) => get(content, from, end), start, end);
      });
    },
    async sizeOf(key) {
      const place = locate(key);
      const found = await unlessMissing(() =>
        send((abortSignal) => s3.send(new HeadObjectCommand(place), { abortSignal })),
      );
      return found?.ContentLength;
    },
    async remove(key, stop) {
      const place = locate(key);
      const signal = stop ? AbortSignal.any([stop, closing.signal]) : closing.signal;
      await retrying(signal, (abortSignal) =>
        s3.send(new DeleteObjectCommand(place), { abortSignal }),
      );
    },
    async *list() {
      let token: string | undefined;
      do {
        const page = await listObjects(token);
        for (const { Key = '' } of page.Contents ?? []) {
          const name = Key.slice(prefix.length + 1);
          yield { name, key: keyOf(name) };
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },
    async ready() {
      const query = { Bucket: bucket };
      await send((abortSignal) => s3.send(new HeadBucketCommand(query), { abortSignal }));
    },
    async close() {
      closing.abort();
      s3.destroy();
    },
  };
}

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

function putCommand(
  place: { readonly Bucket: string; readonly Key: string },
  { hash, size }: Content,
  file: TemporaryFile,
): PutObjectCommand {
  const Body = file.handle.createReadStream({ start: 0, autoClose: false });
  const command = new PutObjectCommand({ ...place, Body, ContentLength: size });
  // The server refuses bytes that are not those of the hash.
  command.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> };
      headers['x-amz-content-sha256'] = hash;
      return next(args);
    },
    { step: 'build' },
  );
  return command;
}
