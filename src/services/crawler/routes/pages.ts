/** What a job has found: pages, their content, and what became of each URL. */
import { Readable } from 'node:stream';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { sendJson, sendList } from '#kit/web/json/stream.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import { refuse } from '../errors.ts';
import type { Format } from '../options.ts';
import * as schemas from '../schemas.ts';
import { showContent } from '../show-content.ts';
import { exportCrawl, showCrawl, showUrls } from '../show.ts';
import type { RouteContext } from './context.ts';

const problems = problemResponses(refuse.UNKNOWN_JOB, common.STORE_UNAVAILABLE);

export function pageRoutes(app: App, context: RouteContext): void {
  showRoutes(app, context);
  exportRoute(app, context);
  contentRoute(app, context);
}

function showRoutes(app: App, { store }: RouteContext): void {
  const showSchema = {
    operationId: 'crawlerShow',
    summary: 'Show a job and its pages',
    description:
      'Lists the pages so far in the order of completion; pass the number of pages that you have as `offset` to get only new ones. Fails with 404 UNKNOWN_JOB for a job that does not exist or was removed.',
    access: access.service,
    params: schemas.JobParams,
    querystring: schemas.PagesQuery,
    response: { ...problems, 200: schemas.JobResult },
  };
  app.get('/crawl/:id', { schema: showSchema }, async ({ params, query }, reply) => {
    const { job, pages } = await showCrawl(store, params.id, query.offset, query.limit);
    return sendJson(reply, Readable.from(jobText(job, pages), { objectMode: false }));
  });

  const urlsSchema = {
    operationId: 'crawlerListUrls',
    summary: 'List what became of each discovered URL',
    description:
      'Every URL is listed once, in the order of discovery, with the reason why it was or was not fetched.',
    access: access.service,
    params: schemas.JobParams,
    querystring: schemas.UrlsQuery,
    response: { ...problems, 200: schemas.UrlsResult },
  };
  app.get('/crawl/:id/urls', { schema: urlsSchema }, async ({ params, query }, reply) => {
    const urls = await showUrls(store, params.id, query.cursor, query.limit);
    return sendList(reply, 'urls', urls);
  });
}

function exportRoute(app: App, { store }: RouteContext): void {
  const schema = {
    operationId: 'crawlerExport',
    summary: 'Export all pages of a job as NDJSON',
    description:
      'Streams one page result a line, in the order of completion: those that exist when the request arrives.',
    access: access.service,
    params: schemas.JobParams,
    response: { ...problems, 200: schemas.Exported },
  };
  app.get('/crawl/:id/export', { schema }, async ({ params }, reply) => {
    const lines = Readable.from(await exportCrawl(store, params.id), { objectMode: false });
    return reply.type('application/x-ndjson').send(lines);
  });
}

const mediaTypes: Readonly<Record<Format, string>> = {
  html: 'text/html; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
};

/** A stranger wrote it: in a browser it must not act for this host, nor load anything. */
const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

function contentRoute(app: App, { store }: RouteContext): void {
  const schema = {
    operationId: 'crawlerShowContent',
    summary: 'Show the content of a crawled page',
    description:
      'Sends at most 1 MiB of it, under a Content-Security-Policy that keeps scripts from running. Fails with 404 NO_CONTENT when the job was not asked to keep this format, or the page has no content in it.',
    access: access.service,
    params: schemas.PageParams,
    querystring: schemas.ContentQuery,
    response: {
      ...problemResponses(
        refuse.UNKNOWN_JOB,
        refuse.UNKNOWN_PAGE,
        refuse.NO_CONTENT,
        common.STORE_UNAVAILABLE,
      ),
      200: schemas.Content,
    },
  };
  app.get('/crawl/:id/pages/:n', { schema }, async ({ params, query }, reply) => {
    const content = await showContent(store, params.id, params.n, query.format);
    reply.type(mediaTypes[query.format]);
    reply.header('content-security-policy', contentSecurityPolicy);
    return reply.send(content);
  });
}

/**
 * `{"job":{…,"pages":[…]}}`, as the pages are read: all of a job together may take 64 MiB.
 *
 * @param pages portions of JSON texts
 */
async function* jobText(
  job: object,
  pages: AsyncIterable<readonly string[]>,
): AsyncGenerator<string> {
  let before = `{"job":${JSON.stringify(job).slice(0, -1)},"pages":[`;
  for await (const portion of pages) {
    for (const page of portion) {
      yield before + page;
      before = ',';
    }
  }
  yield before === ',' ? ']}}' : `${before}]}}`;
}
