/** Contents in a bucket of S3, or of a server that implements its protocol. */
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Transform, type Readable } from 'node:stream';
import { Availability, answerTimeoutMs, slowLimitMs } from '#kit/stores/availability.ts';
import type { S3Config } from '../../config.ts';
import type { TemporaryFile } from '../../uploads/receive.ts';
import { resuming } from './download.ts';
import { isLost, retrying, statusOf, whileMoving, type Attempt, type Moved } from './retry.ts';
import { checkBucket, checkFolder } from './start.ts';
import {
  keyOf,
  nameOf,
  type ByteRange,
  type Content,
  type ContentKey,
  type ContentStore,
} from '../contents-store.ts';

/** How long an upload may take to S3, milliseconds: less than a pin lasts (see uploads/commit.ts). */
const putLimitMs = 10 * 60_000;
/**
 * Bytes a millisecond that S3 takes at least. Once all are sent, a large content may still be on its
 * way: a proxy passes it on only then.
 */
const slowestTaking = 16 * 1024;

/**
 * @param prefix first part of all keys
 * @throws StartupError when the bucket cannot be reached, or does not take what we do to it
 */
export async function openS3Contents(config: S3Config, prefix: string): Promise<ContentStore> {
  const client = createClient(config);
  // A client of its own: a probe must not wait for a connection while all may be in use.
  const probing = createClient(config);
  const contents = s3Contents(client, probing, config.bucket, prefix);
  try {
    await checkBucket(client, config, prefix);
    return contents;
  } catch (error) {
    await contents.close();
    throw error;
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

function s3Contents(s3: S3Client, probing: S3Client, bucket: string, prefix: string): ContentStore {
  const closing = new AbortController();
  const availability = new Availability({
    async probe(abortSignal) {
      const head = probing.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal });
      // An error is an answer: each request finds out for itself what it means.
      await head.catch((error: unknown) => {
        if (statusOf(error) === undefined) throw error;
      });
    },
    isLost,
  });
  const send = <T>(attempt: Attempt<T>, limitMs = answerTimeoutMs, stop = closing.signal) =>
    availability.attempt((givenUp) => retrying(AbortSignal.any([stop, givenUp]), attempt), limitMs);
  const locate = (key: ContentKey) => ({ Bucket: bucket, Key: `${prefix}/${nameOf(key)}` });
  const listObjects = async (token: string | undefined) => {
    const query = { Bucket: bucket, Prefix: `${prefix}/`, ContinuationToken: token };
    const list = (abortSignal: AbortSignal) =>
      s3.send(new ListObjectsV2Command(query), { abortSignal });
    return send(list, slowLimitMs);
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
      const once = (abortSignal: AbortSignal, moved: Moved) =>
        s3.send(putCommand(place, content, file, moved), { abortSignal });
      await send((signal) => whileMoving(signal, once), putLimitMs);
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
      const once = (abortSignal: AbortSignal) =>
        s3.send(new DeleteObjectCommand(place), { abortSignal });
      await send(once, slowLimitMs, signal);
    },
    async *list() {
      let token: string | undefined;
      do {
        const page = await listObjects(token);
        for (const { Key = '' } of page.Contents ?? []) {
          const name = Key.slice(prefix.length + 1);
          // The check of a process that is starting, or was killed at it.
          if (name.startsWith(checkFolder)) continue;
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
      availability.close();
      closing.abort();
      s3.destroy();
      probing.destroy();
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
  moved: Moved,
): PutObjectCommand {
  const watched = new Transform({
    transform(chunk, _encoding, done) {
      moved();
      done(null, chunk);
    },
    flush(done) {
      moved(answerTimeoutMs + size / slowestTaking);
      done();
    },
  });
  const Body = file.handle.createReadStream({ start: 0, autoClose: false }).pipe(watched);
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
