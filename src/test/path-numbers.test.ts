import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openService } from '#kit/testing/testing.ts';
import { loadServices } from '../services.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly type?: string };
}
type Operations = Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>;

describe('a number in a path is refused unless it is written in its canonical form', async () => {
  let found = 0;
  for (const service of await loadServices()) {
    it(service.name, async (t) => {
      const opened = await openService(t, service, service.examples?.env);
      const { paths } = opened.openapi() as { paths: Readonly<Record<string, Operations>> };
      for (const [path, operations] of Object.entries(paths)) {
        for (const [method, { parameters = [] }] of Object.entries(operations)) {
          for (const { name, in: place, schema } of parameters) {
            if (place !== 'path' || !/^(integer|number)$/.test(schema.type ?? '')) continue;
            found++;
            for (const text of ['0x8c', '140%20', '%20140', '+5', '1e3', '05', '5.0']) {
              const url = path.replace(`{${name}}`, text).replaceAll(/\{\w+\}/g, 'x');
              const answer = await opened.app.inject({ method: method as 'GET', url });
              assert.equal(answer.statusCode, 400, `${method} ${url}`);
              assert.equal(answer.json().errors[0].path, name, `${method} ${url}`);
            }
          }
        }
      }
    });
  }

  it('which was tried on operations that have one', () => assert.ok(found > 1));
});
