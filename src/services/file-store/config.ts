import { join } from 'node:path';
import { Type } from 'typebox';
import { baseAddress, bucketName, httpAddress } from '#kit/base/address-form.ts';
import { prefixVariable, readEnv, type Common, type Environment } from '#kit/host/env.ts';
import { StartupError } from '#kit/base/startup-error.ts';

const gibibyte = 1024 ** 3;

export const Variables = Type.Object({
  FILE_BASE_URL: Type.Optional(
    Type.String({
      address: baseAddress('https://files.example.com'),
      description: 'address under which clients reach the service; the first part of links',
    }),
  ),
  FILE_MAX_BYTES: Type.Integer({
    minimum: 1,
    // The most that S3 takes in one PutObject.
    maximum: 5 * gibibyte,
    default: gibibyte,
    description: 'largest content, bytes',
  }),
  FILE_REQUIRE_USER: Type.String({
    enum: ['0', '1'],
    default: '0',
    description: '1: a request without X-User-Id is refused (401) instead of trusted',
  }),
  FILE_STORE_PREFIX: prefixVariable(
    'files',
    'first part of all S3 keys, and which rows of the database are ours',
  ),
  FILE_TRASH_DAYS: Type.Integer({
    minimum: 0,
    maximum: 3_650,
    default: 0,
    description: 'how long what is deleted can be restored; 0: deletion is final',
  }),
  S3_BUCKET: Type.Optional(
    Type.String({
      address: bucketName,
      description: 'bucket of the contents; goes together with DATABASE_URL',
    }),
  ),
  S3_ENDPOINT: Type.Optional(
    Type.String({
      address: httpAddress('http://minio:9000'),
      description: 'http(s)://… of an S3 that is not Amazon’s',
    }),
  ),
  S3_REGION: Type.String({ default: 'us-east-1', description: 'region of the bucket' }),
});

export interface S3Config {
  readonly bucket: string;
  readonly endpoint: string | undefined;
  readonly region: string;
}

export interface Config {
  readonly store:
    | { readonly kind: 'embedded'; readonly file: string }
    | { readonly kind: 'shared'; readonly postgres: string; readonly s3: S3Config };
  /** Which rows and S3 keys are ours. */
  readonly deployment: string;
  /** Contents and what is on its way to become one. */
  readonly folder: string;
  readonly maxBytes: number;
  /** Without a slash at its end; undefined: where the service listens. */
  readonly baseUrl: string | undefined;
  readonly requireUser: boolean;
  /** How long what is deleted can be restored; 0: not at all. */
  readonly trashDays: number;
}

/** @throws StartupError naming the variable */
export function readConfig(env: Environment, common: Common): Config {
  const values = readEnv(Variables, env);
  return {
    store: readStore(values, common),
    deployment: values.FILE_STORE_PREFIX,
    folder: join(common.DATA_DIR, 'files'),
    maxBytes: values.FILE_MAX_BYTES,
    // A path is appended to it.
    baseUrl: values.FILE_BASE_URL?.replace(/\/+$/, ''),
    requireUser: values.FILE_REQUIRE_USER === '1',
    trashDays: values.FILE_TRASH_DAYS,
  };
}

interface S3Variables {
  readonly S3_BUCKET?: string;
  readonly S3_ENDPOINT?: string;
  readonly S3_REGION: string;
}

function readStore(
  { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region }: S3Variables,
  { DATABASE_URL: postgres, DATA_DIR: folder }: Common,
): Config['store'] {
  if (bucket === undefined && postgres === undefined) {
    return { kind: 'embedded', file: join(folder, 'file-store.db') };
  }
  if (bucket === undefined || postgres === undefined) {
    throw new StartupError('file-store needs DATABASE_URL and S3_BUCKET together, or neither');
  }
  return { kind: 'shared', postgres, s3: { bucket, endpoint, region } };
}
