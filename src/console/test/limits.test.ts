/** The bounds that fields of the pages have are those of the API documents. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { openapiDocuments } from '../../openapi.ts';
import { servicePages } from '../pages.ts';

const folder = join(import.meta.dirname, '../page/services');

/** The bounds of the members of a document, as `user_id maxLength 128`. */
function boundsOf(node: unknown, name = ''): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const named = node as { name?: unknown; schema?: unknown };
  if (typeof named.name === 'string' && named.schema !== undefined) {
    return boundsOf(named.schema, named.name);
  }
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === 'maxLength' || key === 'maximum') return [`${name} ${key} ${value}`];
    return boundsOf(value, /^\w+$/.test(key) && key !== 'schema' ? key : name);
  });
}

/** Fields with a name and a bound: `user maxLength 128`. */
function fieldsOf(page: string): string[] {
  const sources = globSync('**/*.tsx', { cwd: join(folder, page) }).map((file) =>
    readFileSync(join(folder, page, file), 'utf8'),
  );
  return sources.flatMap((source) =>
    [...source.matchAll(/<(?:input|textarea)\b[\s\S]*?\/>/g)].flatMap(([tag]) => {
      const name = /\bname="(\w+)"/.exec(tag)?.[1];
      const bound = /\bmaxLength=\{([\d_]+)\}/.exec(tag)?.[1];
      return name && bound ? [`${name} maxLength ${Number(bound.replaceAll('_', ''))}`] : [];
    }),
  );
}

it('a field takes as many characters as the API does', async () => {
  const documents = await openapiDocuments();
  const wrong: string[] = [];
  let count = 0;
  for (const [page, services] of Object.entries(servicePages)) {
    const bounds = services.flatMap((service) =>
      boundsOf(JSON.parse(documents.get(`${service}.json`)!)),
    );
    for (const field of fieldsOf(page)) {
      count++;
      const [name, ...bound] = field.split(' ');
      // A page may leave the end of a name out: `product` is `product_id`.
      const isSame = bounds.some((one) =>
        new RegExp(`^${name}(_id)? ${bound.join(' ')}$`).test(one),
      );
      if (!isSame) wrong.push(`${page}: ${field}`);
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(count > 10, String(count));
});
