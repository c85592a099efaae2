import { Validator } from '@seriousme/openapi-schema-validator';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { openapiDocuments } from './openapi.ts';

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
