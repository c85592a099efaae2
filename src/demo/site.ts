/** The web site of the town, served by the demo itself for the crawler to read. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dishes, hubs } from './map/city.ts';

const link = (path: string, text: string) => `<li><a href="${path}">${text}</a></li>`;

function page(title: string, text: string, links: readonly string[]): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body>
<main><article><h1>${title}</h1><p>${text}</p></article></main>
<ul>${links.join('')}${link('/', 'Home')}</ul></body></html>`;
}

const hubLinks = hubs.map(({ id, name }) => link(`/hubs/${id}`, name));
const dishLinks = dishes.map(({ sku, name }) => link(`/dishes/${sku}`, name));

/** What may be read, by its path. */
const pages = new Map<string, string>([
  [
    '/',
    page('A town that eats', 'Six hawker centres and a lake.', [
      ...hubLinks,
      link('/dishes', 'Dishes'),
    ]),
  ],
  ['/dishes', page('Dishes', 'What there is.', dishLinks)],
  ...hubs.map(({ id, name }): [string, string] => [
    `/hubs/${id}`,
    page(name, 'Come hungry.', [...dishLinks, link(`/kitchen/${id}`, 'Kitchen')]),
  ]),
  ...dishes.map(({ sku, name, category, price }): [string, string] => [
    `/dishes/${sku}`,
    page(name, `One of our ${category}, ${price.toFixed(2)} dollars.`, hubLinks),
  ]),
]);

/** How many a crawler finds that keeps to robots.txt. */
export const sitePages = pages.size;

export interface Site {
  readonly address: string;
  close(): void;
}

/** On a free port of this machine. */
export async function openSite(): Promise<Site> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/robots.txt') {
      response.setHeader('content-type', 'text/plain').end('User-agent: *\nDisallow: /kitchen/\n');
      return;
    }
    const html = pages.get(path);
    response.statusCode = html === undefined ? 404 : 200;
    response.setHeader('content-type', 'text/html').end(html ?? page('Not here', '', []));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${port}`, close };
}
