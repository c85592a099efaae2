/** Pages of 1 MiB that take a crawler long to read, each in another way. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const size = 1024 * 1024;

function filled(part: (i: number) => string): string {
  let page = '';
  for (let i = 0; page.length < size; i++) page += part(i);
  return page.slice(0, size);
}

export const largePages: Readonly<Record<string, string>> = {
  'the most links': filled((i) => `<a href=${i.toString(36)}>`),
  'the longest links': filled((i) => `<a href="/${i}/${'%41'.repeat(600)}">x</a>`),
  'nothing but tags': filled(() => '<a>'),
  'nothing but attributes': `<a ${filled((i) => `a${i.toString(36)} `)}`,
  'nothing but entities': filled(() => '&amp;'),
  'a link of entities': `<a href="${filled(() => '&#65;')}`,
  'a title of spaces': `<title>${filled((i) => (i % 2 === 0 ? ' ' : '&#32;'))}`,
};

/** Serves each page under its name, whatever the query. */
export async function startLargePages() {
  const server = createServer(({ url = '' }, response) => {
    const page = largePages[decodeURIComponent(url.slice(1).replace(/\?.*/, ''))];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' });
    response.end(page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
