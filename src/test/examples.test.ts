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

/** What is read here of the schema of a body. */
interface BodySchema {
  readonly type?: string;
  readonly anyOf?: readonly BodySchema[];
  readonly properties?: Readonly<Record<string, BodySchema>>;
  readonly required?: readonly string[];
  readonly items?: BodySchema;
}

/** A value with null for all members that it leaves out, unless null would say something. */
function withNulls(value: unknown, schemas: readonly BodySchema[]): unknown {
  const forms = schemas.flatMap((schema) => [schema, ...(schema.anyOf ?? [])]);
  if (Array.isArray(value)) {
    const items = forms.flatMap((form) => form.items ?? []);
    return value.map((one) => withNulls(one, items));
  }
  if (typeof value !== 'object' || value === null) return value;
  const filled: Record<string, unknown> = { ...value };
  for (const name of new Set(forms.flatMap((form) => Object.keys(form.properties ?? {})))) {
    const described = forms.flatMap((form) => form.properties?.[name] ?? []);
    if (name in filled) filled[name] = withNulls(filled[name], described);
    else if (described.every(({ type }) => type !== undefined)) filled[name] = null;
  }
  return filled;
}

describe('null for the members that a request leaves out changes no answer', async () => {
  for (const service of await loadServices()) {
    it(service.name, (t) =>
      sendExamples(t, service, (example, paths) => {
        const body = operationOf(paths, example.request)?.operation.requestBody;
        const json = body?.content['application/json'] as { schema?: BodySchema } | undefined;
        const schema = json?.schema;
        if (schema === undefined || example.request.startsWith('PATCH ')) return example;
        return { ...example, body: withNulls(example.body, [schema]) };
      }),
    );
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
