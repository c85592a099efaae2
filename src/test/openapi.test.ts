import { Validator } from '@seriousme/openapi-schema-validator';
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { it } from 'node:test';
import type { RefusalFactory } from '#kit/web/problem.ts';
import { openapiDocuments, withAllServices } from '../openapi.ts';

it('the documents are valid OpenAPI 3.1', async () => {
  for (const [file, content] of await openapiDocuments()) {
    const { valid, errors } = await new Validator().validate(JSON.parse(content));
    assert.ok(valid, `${file}: ${JSON.stringify(errors)}`);
  }
});

interface Answer {
  readonly $ref?: string;
  readonly content?: object;
  readonly description?: string;
}

interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly requestBody?: object;
  readonly responses: Record<string, Answer>;
}

interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: Record<string, Record<string, object>>;
}

it('one document describes all services at the address of the console', () =>
  withAllServices(async ({ documents, console: consoleUrl }) => {
    const one = (await (await fetch(`${consoleUrl}/openapi.json`)).json()) as Document;
    const { valid, errors } = await new Validator().validate({ ...one });
    assert.ok(valid, JSON.stringify(errors));
    const paths = [...documents].flatMap(([file, document]) =>
      Object.keys((document() as Document).paths).map(
        (path) => `/api/${file.replace('.json', '')}${path}`,
      ),
    );
    assert.deepEqual(Object.keys(one.paths), [...paths, '/api/tickets']);
    const operations = Object.values(one.paths).flatMap((path) => Object.values(path));
    const ids = operations.map(({ operationId }) => operationId);
    assert.equal(new Set(ids).size, ids.length);
    const references = JSON.stringify(one).matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g);
    for (const [reference, kind = '', name = ''] of references) {
      assert.ok(one.components[kind]?.[name], reference);
    }
  }));

it('an operation id is letters and digits, for code that is generated from it', async () => {
  for (const content of (await openapiDocuments()).values()) {
    const { paths } = JSON.parse(content) as Document;
    for (const { operationId = '' } of Object.values(paths).flatMap(Object.values<Operation>)) {
      assert.match(operationId, /^[a-zA-Z][a-zA-Z0-9]*$/);
    }
  }
});

it('every operation has the tag of its service, and every document its addresses', () =>
  withAllServices(async ({ documents, services }) => {
    for (const [file, document] of documents) {
      const name = file.replace('.json', '');
      const { servers, tags, paths } = document() as Document;
      const port = services.find(({ service }) => service.name === name)?.service.port ?? 8100;
      assert.deepEqual(
        servers.map(({ url }) => url),
        [`http://localhost:${port}`, `http://localhost:8100/api/${name}`],
      );
      assert.deepEqual(
        tags.map((tag) => tag.name),
        [name],
      );
      for (const [path, operations] of Object.entries(paths)) {
        for (const { tags } of Object.values(operations)) assert.deepEqual(tags, [name], path);
      }
    }
  }));

it('a problem document is described once, and each operation lists the codes of its own', async () => {
  for (const [file, content] of await openapiDocuments()) {
    assert.equal(content.split('Problem details (RFC 9457)').length, 2, file);
  }
  const documents = await openapiDocuments();
  const { paths } = JSON.parse(documents.get('flash-sale.json')!) as Document;
  const { responses } = paths['/flash-sale/checkout']!['post']!;
  const codes = (status: string) => {
    const { code } = /"code":(?<code>\{[^}]*\})/.exec(JSON.stringify(responses[status]))!
      .groups as { code: string };
    return (JSON.parse(code) as { enum: string[] }).enum;
  };
  assert.deepEqual(codes('409'), [
    'SALE_NOT_OPEN',
    'SALE_OVER',
    'LOTTERY_ONLY',
    'PURCHASE_LIMIT_REACHED',
    'SOLD_OUT',
  ]);
  assert.equal(codes('503').at(-1), 'NO_FREE_SLOT');
  assert.deepEqual(responses['421'], { $ref: '#/components/responses/Problem421' });
});

it('every code of a service stands at one of its operations', async () => {
  const documents = await openapiDocuments();
  const files = globSync('services/*/errors.ts', { cwd: join(import.meta.dirname, '..') });
  assert.ok(files.length > 10);
  for (const file of files) {
    const { refuse } = (await import(`../${file}`)) as { refuse: Record<string, RefusalFactory> };
    const service = file.split('/')[1]!;
    const own = [...documents].filter(([name]) => name.startsWith(service));
    const text = own.map(([, content]) => content).join('');
    for (const code of Object.keys(refuse)) assert.match(text, new RegExp(`"${code}"`), file);
  }
});

/** PUT of what has no members: to be there is all. */
const bodiless = new Set([
  'put /admin/blocked/{term} of autocomplete.json',
  'put /posts/{id}/reactions/{kind} of news-feed.json',
  'put /mutes of news-feed.json',
  'put /hides of news-feed.json',
  'put /topics/{topic}/subscribers/{user} of notification.json',
]);

it('every operation with a body lists 400, and 413 and 415 where it answers so', () =>
  withAllServices(async ({ services, documents, console }) => {
    const addresses = new Map(services.map(({ service, address }) => [service.name, address]));
    for (const [file, document] of documents) {
      const address = addresses.get(file.replace('.json', '')) ?? console;
      const { paths } = document() as { paths: Record<string, Record<string, Operation>> };
      for (const [path, operations] of Object.entries(paths)) {
        for (const [method, { requestBody, responses }] of Object.entries(operations)) {
          const what = `${method} ${path} of ${file}`;
          assert.ok(requestBody || method !== 'put' || bodiless.has(what), what);
          if (requestBody === undefined) continue;
          const ask = (type: string, length: number) =>
            statusOf(address + path.replace(/\{\w+\}/, 'x'), method, type, length);
          assert.ok('400' in responses, what);
          const status = await ask('text/csv', 3);
          assert.ok('413' in responses, what);
          // The file store takes files of any type, and refuses some encodings. It looks at the length
          // when it knows where the file belongs: upload.test.ts.
          const takesFiles = file === 'file-store.json' && status !== 415;
          if (takesFiles) continue;
          assert.equal(status === 415, '415' in responses, what);
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
