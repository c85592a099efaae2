/** Writes what is generated from the routes and committed: the page of access and the client. */
import { writeFileSync } from 'node:fs';
import { accessPage } from '../src/access-page.ts';
import { loadServices } from '../src/services.ts';
import { openapiDocuments, withAllServices } from '../src/openapi.ts';
import { writeClient } from './client/write.ts';

const page = await withAllServices(async ({ routes }) =>
  accessPage(routes.all, await loadServices()),
);
writeFileSync(new URL('../docs/access.md', import.meta.url), page);
await writeClient(await openapiDocuments());
