import { writeFileSync } from 'node:fs';
import { openapiDocuments } from '../src/openapi.ts';

for (const [file, content] of await openapiDocuments()) {
  writeFileSync(new URL(`../docs/openapi/${file}`, import.meta.url), content);
}
