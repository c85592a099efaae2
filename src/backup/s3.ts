/** A backup in a bucket of S3, or of a server that speaks its protocol. */
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import { readEnv, type Environment } from '#kit/host/env.ts';
import { StartupError } from '#kit/base/startup-error.ts';
import type { BackupTarget } from './backup-target.ts';

/** The same as those of the file store. */
const Variables = Type.Object({
  S3_ENDPOINT: Type.Optional(Type.String({ pattern: '^https?://' })),
  S3_REGION: Type.String({ default: 'us-east-1' }),
});

/** Bytes of a part, which is in memory; S3 takes 10,000 parts of a file, so it may have 320 GiB. */
const partSize = 32 * 1024 * 1024;

export function s3Target(
  name: string,
  { bucket: Bucket, prefix }: { readonly bucket: string; readonly prefix: string },
  env: Environment,
): BackupTarget {
  const { S3_ENDPOINT: endpoint, S3_REGION: region } = readEnv(Variables, env);
  const config: S3ClientConfig = {
    region,
    // Servers other than Amazon's seldom have a name for each bucket.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
  const client = new S3Client(config);
  const explain = (error: Error): never => {
    throw new StartupError(`${name}: ${error.message || error.name}; see S3_ENDPOINT and AWS_…`);
  };
  const key = (path: string) => (prefix === '' ? path : `${prefix}/${path}`);
  return {
    name,
    async isEmpty() {
      const list = new ListObjectsV2Command({ Bucket, Prefix: key(''), MaxKeys: 1 });
      const { KeyCount } = await client.send(list).catch(explain);
      return KeyCount === 0;
    },
    async write(path, Body) {
      const params = { Bucket, Key: key(path), Body };
      await new Upload({ client, params, partSize, queueSize: 1 }).done().catch(explain);
    },
    async read(path) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key(path) }));
        return Body as Readable;
      } catch (error) {
        if ((error as Error).name === 'NoSuchKey') return undefined;
        return explain(error as Error);
      }
    },
    async remove(path) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key(path) })).catch(explain);
    },
  };
}
