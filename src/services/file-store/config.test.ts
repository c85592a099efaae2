import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCommon, type Environment } from '#kit/host/env.ts';
import { StartupError } from '#kit/base/startup-error.ts';
import { readConfig } from './config.ts';

const read = (env: Environment) => readConfig(env, readCommon(env));
const DATABASE_URL = 'postgres://u@h/d';

test('without further variables it is embedded', () => {
  assert.deepEqual(read({ DATA_DIR: '/d' }), {
    store: { kind: 'embedded', file: '/d/file-store.db' },
    deployment: 'files',
    folder: '/d/files',
    maxBytes: 1024 ** 3,
    baseUrl: undefined,
    requireUser: false,
    trashDays: 0,
  });
});

test('PostgreSQL and a bucket go together', () => {
  const s3 = { S3_BUCKET: 'b', S3_ENDPOINT: 'http://minio:9000', S3_REGION: 'eu-1' };
  assert.deepEqual(read({ DATABASE_URL, ...s3 }).store, {
    kind: 'shared',
    postgres: DATABASE_URL,
    s3: { bucket: 'b', endpoint: 'http://minio:9000', region: 'eu-1' },
  });
  assert.deepEqual(read({ DATABASE_URL, S3_BUCKET: 'b' }).store, {
    kind: 'shared',
    postgres: DATABASE_URL,
    s3: { bucket: 'b', endpoint: undefined, region: 'us-east-1' },
  });
});

for (const [what, env, line] of [
  ['PostgreSQL without a bucket', { DATABASE_URL }, /DATABASE_URL and S3_BUCKET together/],
  ['a bucket without PostgreSQL', { S3_BUCKET: 'b' }, /DATABASE_URL and S3_BUCKET together/],
  [
    'an endpoint that is none',
    { DATABASE_URL, S3_BUCKET: 'b', S3_ENDPOINT: 'minio:9000' },
    /S3_ENDPOINT must have the form http:\/\/minio:9000, without/,
  ],
  ['no room for any file', { FILE_MAX_BYTES: '0' }, /FILE_MAX_BYTES must be >= 1/],
  ['more than S3 takes', { FILE_MAX_BYTES: '5368709121' }, /FILE_MAX_BYTES must be <= 5368709120/],
  ['half a yes', { FILE_REQUIRE_USER: 'yes' }, /FILE_REQUIRE_USER must be .*: 0, 1/],
] as const) {
  test(`${what} is refused at start`, () => {
    assert.throws(
      () => read(env),
      (error: unknown) => error instanceof StartupError && line.test(error.message),
    );
  });
}

test('links begin with FILE_BASE_URL, without the slash at its end', () => {
  const base = (FILE_BASE_URL: string) => read({ FILE_BASE_URL }).baseUrl;
  assert.equal(read({}).baseUrl, undefined);
  assert.equal(base('https://files.example/'), 'https://files.example');
  assert.equal(base('https://files.example/a//'), 'https://files.example/a');
  for (const wrong of [
    'files.example',
    'ftp://f',
    'http://',
    'http://a b',
    'http://u@f',
    'http://f?x',
  ]) {
    assert.throws(() => base(wrong), /FILE_BASE_URL/, wrong);
  }
});
