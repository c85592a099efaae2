import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { receive } from './receive.ts';
import { receiveForm } from './multipart.ts';
import { form } from '../test/fixtures.ts';

test('a client that goes away in the middle of a form is not an internal error', async () => {
  const folder = temporaryFolder();
  const file = ['Content-Disposition: form-data; filename=f', Buffer.alloc(200_000)] as const;
  const field = ['Content-Disposition: form-data; name=n', Buffer.alloc(200_000)] as const;
  const { payload, headers } = form([file, field]);
  for (const length of [0, 10, 70, 1_000, 150_000, 200_080, 300_000, payload.length - 4]) {
    async function* broken() {
      yield payload.subarray(0, length);
      throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    }
    const body = Readable.from(broken());
    const received = receiveForm(body, headers['content-type'], 1e9, (part) =>
      receive({ path: folder, isShared: false }, part, 1e9),
    );
    await assert.rejects(received, { code: 'UPLOAD_BROKEN_OFF' }, String(length));
    assert.deepEqual(readdirSync(folder), []);
  }
});
