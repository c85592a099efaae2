import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationOf, type Paths } from '#kit/openapi/examples.ts';
import { sendExamples } from '#kit/testing/send-examples.ts';
import { withAllServices } from '../openapi.ts';
import { loadServices } from '../services.ts';

describe('the examples in the API documents are what is answered', async () => {
  for (const service of await loadServices()) {
    it(service.name, (t) => sendExamples(t, service));
  }
});

it('every operation has an example of its request and of its answer', () =>
  withAllServices(async ({ documents, services }) => {
    for (const [file, document] of documents) {
      const name = file.replace(/(-console)?\.json$/, '');
      const { examples } = services.find(({ service }) => service.name === name)!.service;
      const { paths } = document() as { paths: Paths };
      const shown = (examples?.requests ?? []).map(({ request }) => operationOf(paths, request));
      for (const [path, operations] of Object.entries(paths)) {
        for (const [method, operation] of Object.entries(operations)) {
          const has = shown.some((one) => one?.operation === operation);
          assert.ok(has, `${method} ${path} of ${file}`);
        }
      }
    }
  }));
