/** Checks at a start whether the bucket is there and takes what the service does to it. */
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3ServiceException,
  type S3Client,
} from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { StartupError } from '#kit/base/startup-error.ts';
import type { S3Config } from '../../config.ts';
import { statusOf } from './retry.ts';

/** Below the prefix of the contents: rights may be given for that alone. */
export const checkFolder = 'start-check/';

/** What the service does to a bucket, and the right that Amazon's policies give for it. */
const rights = {
  list: 's3:ListBucket',
  write: 's3:PutObject',
  read: 's3:GetObject',
  remove: 's3:DeleteObject',
} as const;

type Verb = keyof typeof rights;

/** @throws StartupError saying what was found and which variable changes it */
export async function checkBucket(s3: S3Client, config: S3Config, prefix: string): Promise<void> {
  const Bucket = config.bucket;
  const Key = `${prefix}/${checkFolder}${randomUUID()}`;
  const attempt = async <T>(verb: Verb, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw new StartupError(failureSentence(error, verb, config));
    }
  };
  const remove = () => attempt('remove', s3.send(new DeleteObjectCommand({ Bucket, Key })));
  await attempt('list', s3.send(new ListObjectsV2Command({ Bucket, Prefix: Key, MaxKeys: 1 })));
  // First, so that starts without that right, repeated by a supervisor, leave no objects.
  await remove();
  const written = s3.send(new PutObjectCommand({ Bucket, Key, Body: 'hawker' })).then(
    () => true,
    (error: unknown) => {
      // A full store still reads and removes.
      if (statusOf(error) === 507) return false;
      throw error;
    },
  );
  if (!(await attempt('write', written))) return;
  try {
    const read = s3.send(new GetObjectCommand({ Bucket, Key }));
    const { Body } = await attempt('read', read);
    await attempt('read', Body!.transformToByteArray());
  } finally {
    await remove();
  }
}

/** The members that the client's errors have, whichever operation fails. */
interface S3Error {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  /** Where the bucket is. */
  readonly Region?: string;
  readonly $response?: { readonly headers?: Readonly<Record<string, string>> };
}

/** @param verb what was attempted */
function failureSentence(error: unknown, verb: Verb, config: S3Config): string {
  const { bucket, endpoint } = config;
  const where = endpoint === undefined ? '' : ` at ${endpoint}`;
  return `bucket "${bucket}"${where}: ${problemOf(error as S3Error, verb, config)}`;
}

function problemOf(error: S3Error, verb: Verb, { bucket, region }: S3Config): string {
  const status = statusOf(error);
  const { name, message } = error;
  if (name.endsWith('ProviderError')) {
    return `there are no credentials (${message}); set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`;
  }
  if (status === undefined) return `${message || error.code || name}; see S3_ENDPOINT`;
  const home = error.Region ?? error.$response?.headers?.['x-amz-bucket-region'];
  // The client could not read it, and says so on several lines.
  if (!(error instanceof S3ServiceException)) {
    return `the answer (${status}) is not one that S3 gives; see S3_ENDPOINT`;
  }
  const answer = `(${status} ${name})`;
  switch (name) {
    case 'InvalidAccessKeyId':
      return `the store does not know the access key ${answer}; change AWS_ACCESS_KEY_ID`;
    case 'SignatureDoesNotMatch':
      return `the secret is not that of the access key ${answer}; change AWS_SECRET_ACCESS_KEY`;
    case 'ExpiredToken':
    case 'InvalidToken':
      return `the token of the session is no longer valid ${answer}; change AWS_SESSION_TOKEN`;
    case 'RequestTimeTooSkewed':
      return `the clock of this machine is off by more than 15 minutes ${answer}; set it, as timedatectl set-ntp true does`;
    case 'NoSuchBucket':
      return `there is no such bucket ${answer}; make it, or change S3_BUCKET`;
    case 'PermanentRedirect':
      return otherRegion(region, home, answer);
    case 'AuthorizationHeaderMalformed':
      // The same code says that a key has the wrong form.
      if (home !== undefined) return otherRegion(region, home, answer);
      return `${message} ${answer}; see AWS_ACCESS_KEY_ID and S3_REGION`;
  }
  if (status === 403) {
    const right = `${rights[verb]} on "${bucket}"`;
    return `the key may not ${verb} objects ${answer}; grant it ${right}, or change AWS_ACCESS_KEY_ID`;
  }
  return `${message} ${answer}; see S3_BUCKET and S3_ENDPOINT`;
}

function otherRegion(region: string, home: string | undefined, answer: string): string {
  const found = home === undefined ? `not in ${region}` : `in ${home}, not in ${region}`;
  return `it is ${found} ${answer}; change S3_REGION`;
}
