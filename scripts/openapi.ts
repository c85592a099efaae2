import { writeFileSync } from 'node:fs';
import { accessPage } from '../src/access-page.ts';
import { openapiDocuments, withAllServices } from '../src/openapi.ts';
import { writeClient } from './client/write.ts';

const documents = await openapiDocuments();
for (const [file, content] of documents) {
  writeFileSync(new URL(`../docs/openapi/${file}`, import.meta.url), content);
}

const page = await withAllServices(async ({ routes }) => accessPage(routes.all));
writeFileSync(new URL('../docs/access.md', import.meta.url), page);
await writeClient(documents);
