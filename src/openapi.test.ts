import { Validator } from '@seriousme/openapi-schema-validator';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { it } from 'node:test';
import { openapiDocuments, withAllServices } from './openapi.ts';

const folder = new URL('../docs/openapi/', import.meta.url);

it('docs/openapi is what the routes declare (else: npm run openapi)', async () => {
  const documents = await openapiDocuments();
  assert.deepEqual(readdirSync(folder).toSorted(), [...documents.keys()].toSorted());
  for (const [file, content] of documents) {
    assert.equal(readFileSync(new URL(file, folder), 'utf8'), content, file);
  }
});

it('the documents are valid OpenAPI 3.1', async () => {
  for (const [file, content] of await openapiDocuments()) {
    const { valid, errors } = await new Validator().validate(JSON.parse(content));
    assert.ok(valid, `${file}: ${JSON.stringify(errors)}`);
  }
});

interface Operation {
  readonly requestBody?: object;
  readonly responses: Record<string, { readonly content?: object; readonly description?: string }>;
}

it('every operation with a body lists 400, and 413 and 415 where it answers so', () =>
  withAllServices(async ({ services, documents, console }) => {
    const addresses = new Map(services.map(({ service, address }) => [service.name, address]));
    for (const [file, document] of documents) {
      const address = addresses.get(file.replace('.json', '')) ?? console;
      const { paths } = document() as { paths: Record<string, Record<string, Operation>> };
      for (const [path, operations] of Object.entries(paths)) {
        for (const [method, { requestBody, responses }] of Object.entries(operations)) {
          const what = `${method} ${path} of ${file}`;
          assert.ok(requestBody || method !== 'put', what);
          if (requestBody === undefined) continue;
          const ask = (type: string, length: number) =>
            statusOf(address + path.replace(/\{\w+\}/, 'x'), method, type, length);
          assert.ok('400' in responses, what);
          assert.equal((await ask('text/csv', 3)) === 415, '415' in responses, what);
          assert.ok('413' in responses, what);
          // The file store looks at the length when it knows where the file belongs: upload.test.ts.
          if (file === 'file-store.json' && !('415' in responses)) continue;
          assert.equal(await ask('application/json', 2 ** 40), 413, what);
        }
      }
    }
  }));

it('every operation declares its answer, and what any request may be answered with', async () => {
  for (const [file, content] of await openapiDocuments()) {
    const { paths } = JSON.parse(content) as { paths: Record<string, Record<string, Operation>> };
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, { responses }] of Object.entries(operations)) {
        const { content, description } = responses['200'] ?? {};
        const isDeclared = content !== undefined || description !== 'Default Response';
        assert.ok(isDeclared, `200 of ${method} ${path} of ${file}`);
        for (const status of ['400', '408', '417', '431', '500', '503']) {
          assert.ok(status in responses, `${status} of ${method} ${path} of ${file}`);
        }
      }
    }
  }
});

/** The answer to a request whose body is `a,b`, and said to have this length. */
async function statusOf(url: string, method: string, type: string, length: number) {
  const headers = { 'content-type': type, 'content-length': length };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = request(url, { method: method.toUpperCase(), headers, agent: false }, resolve);
  sent.on('error', reject).write('a,b');
  const { statusCode } = await promise;
  sent.destroy();
  return statusCode;
}
