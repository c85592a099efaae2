/** Buckets with which the file store does not start. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { StartupError } from '#kit/base/startup-error.ts';
import { unique } from '#kit/testing/testing.ts';
import { startS3 } from '../../test/s3.ts';
import { openS3Contents } from './s3-contents-store.ts';

const { endpoint } = await startS3();
const region = 'us-east-1';

/** @param sentence what is printed after the name of the bucket and the address */
async function assertRefused(at: string, sentence: string, bucket = 'files'): Promise<void> {
  const opening = openS3Contents({ bucket, endpoint: at, region }, unique('prefix'));
  await assert.rejects(opening, (error) => {
    assert.ok(error instanceof StartupError);
    assert.equal(error.message, `bucket "${bucket}" at ${at}: ${sentence}`);
    return true;
  });
}

/** Sets variables for the duration of a test; undefined ones are unset. */
function withEnv(t: TestContext, values: Record<string, string | undefined>): void {
  const set = (all: Record<string, string | undefined>) => {
    for (const [name, value] of Object.entries(all)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
  const before = Object.fromEntries(Object.keys(values).map((name) => [name, process.env[name]]));
  t.after(() => set(before));
  set(values);
}

describe('a start on a bucket is refused', () => {
  it('without credentials', async (t) => {
    withEnv(t, {
      AWS_ACCESS_KEY_ID: undefined,
      AWS_SECRET_ACCESS_KEY: undefined,
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
      AWS_CONFIG_FILE: '/dev/null',
    });
    await assertRefused(
      endpoint,
      'there are no credentials (Could not load credentials from any providers); ' +
        'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    );
  });

  it('with an unknown key', async (t) => {
    withEnv(t, { AWS_ACCESS_KEY_ID: 'NOBODY' });
    await assertRefused(
      endpoint,
      'the store does not know the access key (403 InvalidAccessKeyId); change AWS_ACCESS_KEY_ID',
    );
  });

  it('with a clock that is off by more than 15 minutes', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 16 * 60_000 });
    await assertRefused(
      endpoint,
      'the clock of this machine is off by more than 15 minutes (403 RequestTimeTooSkewed); ' +
        'set it, as timedatectl set-ntp true does',
    );
  });

  it('when it is not there', async () => {
    await assertRefused(
      endpoint,
      'there is no such bucket (404 NoSuchBucket); make it, or change S3_BUCKET',
      'nowhere',
    );
  });
});

interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function failure(status: number, code: string, more = ''): Answer {
  const error = `<Error><Code>${code}</Code><Message>No: that.</Message>${more}</Error>`;
  return { status, body: `<?xml version="1.0"?>${error}` };
}

/** A server that answers as S3 does, where the one of the other tests cannot. */
async function answering(t: TestContext, answer: (request: IncomingMessage) => Answer) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const { status, body, headers } = answer(request);
      response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(body);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const verbOf = ({ method, url = '' }: IncomingMessage) => {
  if (url.includes('list-type=2')) return 'list';
  return { GET: 'read', PUT: 'write', DELETE: 'remove' }[method!];
};

describe('a start on a bucket whose store answers', () => {
  const elsewhere = 'it is in eu-west-1, not in us-east-1';
  const answers: [what: string, Answer, sentence: string][] = [
    [
      'SignatureDoesNotMatch',
      failure(403, 'SignatureDoesNotMatch'),
      'the secret is not that of the access key (403 SignatureDoesNotMatch); ' +
        'change AWS_SECRET_ACCESS_KEY',
    ],
    [
      'AuthorizationHeaderMalformed with a region',
      failure(400, 'AuthorizationHeaderMalformed', '<Region>eu-west-1</Region>'),
      `${elsewhere} (400 AuthorizationHeaderMalformed); change S3_REGION`,
    ],
    [
      'AuthorizationHeaderMalformed without a region',
      failure(400, 'AuthorizationHeaderMalformed'),
      'No: that. (400 AuthorizationHeaderMalformed); see AWS_ACCESS_KEY_ID and S3_REGION',
    ],
    [
      'PermanentRedirect with a region',
      // As Amazon names it: in a header.
      { ...failure(301, 'PermanentRedirect'), headers: { 'x-amz-bucket-region': 'eu-west-1' } },
      `${elsewhere} (301 PermanentRedirect); change S3_REGION`,
    ],
    [
      'PermanentRedirect without a region',
      failure(301, 'PermanentRedirect'),
      'it is not in us-east-1 (301 PermanentRedirect); change S3_REGION',
    ],
    [
      'ExpiredToken',
      failure(400, 'ExpiredToken'),
      'the token of the session is no longer valid (400 ExpiredToken); change AWS_SESSION_TOKEN',
    ],
    [
      'another code',
      failure(503, 'SlowDown'),
      'No: that. (503 SlowDown); see S3_BUCKET and S3_ENDPOINT',
    ],
    [
      'with a page',
      { status: 404, body: '<html>\n<p>Nothing\n</html>' },
      'the answer (404) is not one that S3 gives; see S3_ENDPOINT',
    ],
  ];
  for (const [what, answer, sentence] of answers) {
    it(`${what} is refused`, async (t) => {
      await assertRefused(await answering(t, () => answer), sentence);
    });
  }

  for (const [verb, right] of [
    ['list', 's3:ListBucket'],
    ['write', 's3:PutObject'],
    ['read', 's3:GetObject'],
    ['remove', 's3:DeleteObject'],
  ]) {
    it(`AccessDenied to ${verb} is refused, and leaves nothing if it may remove`, async (t) => {
      const objects = new Set<string>();
      const at = await answering(t, (request) => {
        if (verbOf(request) === verb) return failure(403, 'AccessDenied');
        if (verbOf(request) === 'write') objects.add(request.url!.split('?')[0]!);
        if (verbOf(request) === 'remove') objects.delete(request.url!.split('?')[0]!);
        return { status: 200 };
      });
      await assertRefused(
        at,
        `the key may not ${verb} objects (403 AccessDenied); ` +
          `grant it ${right} on "files", or change AWS_ACCESS_KEY_ID`,
      );
      assert.deepEqual([...objects], []);
    });
  }
});

describe('the check of a bucket at a start', () => {
  const open = (prefix: string) => openS3Contents({ bucket: 'files', endpoint, region }, prefix);

  it('leaves nothing, and what a killed one left is not taken for a content', async (t) => {
    const prefix = unique('prefix');
    const contents = await open(prefix);
    // Lists what lies below the folder of the checks.
    const below = await open(`${prefix}/start-check`);
    t.after(() => Promise.all([contents.close(), below.close()]));
    const names = async () => (await Array.fromAsync(below.list())).map(({ name }) => name);
    assert.deepEqual(await names(), []);
    const left = new URL(`/files/${prefix}/start-check/left`, endpoint);
    assert.equal((await fetch(left, { method: 'PUT', body: 'hawker' })).status, 200);
    assert.deepEqual(await names(), ['left']);
    assert.deepEqual(await Array.fromAsync(contents.list()), []);
  });
});
