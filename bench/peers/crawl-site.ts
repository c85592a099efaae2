/**
 * A site to crawl: SECTIONS × 1,000 pages of some 15 KB under /<section>/<page>, each with a
 * navigation and links to other pages of its section.
 */
import { createServer } from 'node:http';
import { sitePage } from './crawl-page.ts';

const sections = Number(process.env['SECTIONS'] ?? 5);
const pages = new Map<string, Buffer>();
for (let section = 0; section < sections; section++) {
  for (let page = 0; page < 1_000; page++)
    pages.set(`/${section}/${page}`, sitePage(section, page));
}

createServer((request, response) => {
  const body = pages.get(request.url!);
  if (body === undefined) return response.writeHead(404).end();
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length };
  return response.writeHead(200, headers).end(body);
}).listen(Number(process.env['PORT']), '127.0.0.1');
