/** Wrong input: 400 with the name of the field, and nothing happens. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import * as fc from 'fast-check';
import { anyText } from '#kit/testing/rubbish.ts';
import type { Environment } from '#kit/host/env.ts';
import { openService } from '#kit/testing/testing.ts';
import { fileStore } from '../index.ts';
import { client, onBothStores, assertRefusal, uploaded, type Query } from './fixtures.ts';

const long = (n: number) => 'x'.repeat(n);

function inputSuite(env: () => Environment): void {
  const open = async (t: TestContext) => client((await openService(t, fileStore, env())).app);

  const queries: [field: string, query: Query][] = [
    ['name', { name: undefined }],
    ['name', { name: '' }],
    ['name', { name: long(257) }],
    ['name', { name: 'a\0b' }],
    ['owner_id', { owner_id: undefined }],
    ['owner_id', { owner_id: '' }],
    ['owner_id', { owner_id: long(129) }],
    ['owner_id', { owner_id: 'a\nb' }],
    ['parent_id', { parent_id: long(129) }],
    ['parent_id', { parent_id: 'a\u0001' }],
    ['mime_type', { mime_type: 'text' }],
    ['mime_type', { mime_type: ' ' }],
    ['mime_type', { mime_type: 'text/html\r\nX-Evil: 1' }],
    ['mime_type', { mime_type: 'text/plän' }],
    ['mime_type', { mime_type: 'text/html; charset' }],
    ['mime_type', { mime_type: `text/${long(251)}` }],
  ];
  for (const [field, query] of queries) {
    test(`an upload with ${JSON.stringify(query).slice(0, 40)} is 400 and names ${field}`, async (t) => {
      const files = await open(t);
      const response = await files.upload('x', query);
      assertRefusal(response, 400, 'VALIDATION_FAILED');
      assert.equal(response.json().errors[0].path, field);
      assert.deepEqual((await files.get('/folders/root/children')).json().children, []);
    });
  }

  test('a query member that is given twice is 400', async (t) => {
    const files = await open(t);
    const response = await files.post('/files?name=a&name=b&owner_id=ann', {});
    assertRefusal(response, 400, 'VALIDATION_FAILED');
  });

  test('the longest names that are allowed are kept', async (t) => {
    const files = await open(t);
    const name = '😀'.repeat(256);
    const owner_id = 'ü'.repeat(128);
    const mime_type = `text/${long(250)}`;
    const file = await uploaded(files, 'x', { name, owner_id, mime_type });
    assert.deepEqual([file.name, file.owner_id, file.mime_type], [name, owner_id, mime_type]);
    assert.equal((await files.download(file.id)).statusCode, 200);
  });

  test('bodies of JSON are strict about their members', async (t) => {
    const files = await open(t);
    const { id } = await uploaded(files, 'x');
    const folder = { name: 'f', owner_id: 'ann' };
    const share = { user_id: 'bob', permission: 'read' };
    const cases: [field: string, url: string, body: object][] = [
      ['name', '/folders', { owner_id: 'ann' }],
      ['name', '/folders', { ...folder, name: 3 }],
      ['name', '/folders', { ...folder, name: '' }],
      ['name', '/folders', { ...folder, name: long(257) }],
      ['name', '/folders', { ...folder, name: '\ud800' }],
      ['owner_id', '/folders', { name: 'f' }],
      ['owner_id', '/folders', { ...folder, owner_id: '' }],
      ['parent_id', '/folders', { ...folder, parent_id: 1 }],
      ['user_id', `/files/${id}/share`, { permission: 'read' }],
      ['user_id', `/files/${id}/share`, { ...share, user_id: '' }],
      ['permission', `/files/${id}/share`, { user_id: 'bob' }],
      ['permission', `/files/${id}/share`, { ...share, permission: 'owner' }],
      ['permission', `/files/${id}/share`, { ...share, permission: 'READ' }],
      ['permission', '/folders/folder_1/share', { ...share, permission: 'admin' }],
    ];
    for (const [field, url, body] of cases) {
      const response = await files.post(url, body);
      assertRefusal(response, 400, 'VALIDATION_FAILED');
      assert.equal(response.json().errors[0].path, field, JSON.stringify(body).slice(0, 80));
    }
    assert.deepEqual((await files.get(`/files/${id}`)).json().shared_with, {});
  });

  test('JSON that is none is 400, another type 415', async (t) => {
    const { app } = await openService(t, fileStore, env());
    const post = (type: string, payload: string) =>
      app.inject({ method: 'POST', url: '/folders', payload, headers: { 'content-type': type } });
    assertRefusal(await post('application/json', '{"name":'), 400, 'VALIDATION_FAILED');
    assertRefusal(await post('text/plain', '{}'), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test('numbers and flags of queries are checked', async (t) => {
    const files = await open(t);
    const { id } = await uploaded(files, 'x');
    for (const [field, url] of [
      ['version', `/files/${id}/download?version=0`],
      ['version', `/files/${id}/download?version=1.5`],
      ['version', `/files/${id}/download?version=one`],
      ['version', `/files/${id}/download?version=2147483648`],
      ['content', `/files/${id}/versions?content=perhaps`],
      ['limit', '/folders/root/children?limit=0'],
      ['limit', '/folders/root/children?limit=10001'],
      ['owner_id', '/folders/root/children?owner_id='],
      ['cursor', '/folders/root/children?cursor=nonsense'],
      ['cursor', `/folders/root/children?cursor=${cursor(['file', 1, 'file_1'])}`],
      ['cursor', `/folders/root/children?cursor=${cursor(['file', 'a\0', 'file_1'])}`],
      ['cursor', `/folders/root/children?cursor=${cursor(['file', '\ud800', 'file_1'])}`],
      ['cursor', `/folders/root/children?cursor=${cursor(null)}`],
    ] as const) {
      const response = await files.get(url);
      assertRefusal(response, 400, 'VALIDATION_FAILED');
      assert.equal(response.json().errors[0].path, field, url);
    }
  });

  test('no id and no header makes a fault', async (t) => {
    const { app } = await openService(t, fileStore, env());
    const ids = fc.oneof(
      anyText({ minLength: 1, maxLength: 30 }),
      fc.constantFrom('file_99999999999999999999', 'folder_9223372036854775808', 'file_1.5'),
    );
    const header = fc.stringMatching(/^[ -~]{0,40}$/);
    await fc.assert(
      fc.asyncProperty(ids, header, header, async (id, one, other) => {
        const segment = encodeURIComponent(id);
        for (const url of [`/files/${segment}/download`, `/folders/${segment}/children`]) {
          const headers = { 'if-none-match': one, range: other };
          const { statusCode } = await app.inject({ url, headers });
          assert.ok([400, 404].includes(statusCode), `${url}: ${statusCode}`);
        }
      }),
      { numRuns: 100 },
    );
  });
}

const cursor = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');

await onBothStores(inputSuite);
