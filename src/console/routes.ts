/** The page on the console's port: its HTML for every address that it shows, and the files it is made of. */
import { access } from '#kit/web/identity/access.ts';
import type { Listener } from '#kit/web/app.ts';
import { common } from '#kit/web/problem.ts';
import { loadFiles, type PageFiles } from './files.ts';
import { pages } from './pages.ts';

/** Everything is of this address. Leaflet and uPlot set styles by script, which this allows. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const html = ({ script, style, theme }: PageFiles) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>hawker</title>
<link rel="icon" href="/console/icon.svg">
<script src="/console/${theme}"></script>
<link rel="stylesheet" href="/console/${style}">
<script type="module" src="/console/${script}"></script>
</head>
<body>
<div id="page"></div>
<noscript>This page needs JavaScript. Without it: <a href="/reference">the reference</a>, <a href="/metrics">metrics</a>, <a href="/readyz">readiness</a>.</noscript>
</body>
</html>
`;

/** Registers the pages with the routes of the console. */
export function pageRoutes(app: Listener): void {
  const open = { schema: { access: access.public } };
  // Made when it is asked for: few processes are ever looked at.
  let files: Promise<PageFiles> | undefined;
  const load = async () => {
    try {
      return await (files ??= loadFiles());
    } catch (error) {
      files = undefined;
      throw error;
    }
  };
  const page = (path: string, status: number) =>
    app.get(path, { ...open, config: { navigable: true } }, async (_request, reply) =>
      reply
        .code(status)
        .header('content-security-policy', contentSecurityPolicy)
        .header('cross-origin-opener-policy', 'same-origin')
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(html(await load())),
    );
  for (const path of pages) page(path, 200);
  // A person who has mistyped a name reads so, with the list of services beside it.
  page('/services/:name', 404);
  app.get('/console/:file', open, async (request, reply) => {
    const { file } = request.params as { file: string };
    const found = (await load()).byName.get(file);
    if (found === undefined) throw common.NOT_FOUND(`there is no file ${file}`);
    const isBrotli = /\bbr\b/.test(String(request.headers['accept-encoding']));
    reply
      .type(found.type)
      .header('vary', 'accept-encoding')
      // The name of what may change has a hash of its content.
      .header('cache-control', found.isHashed ? 'max-age=31536000, immutable' : 'no-cache');
    if (isBrotli) reply.header('content-encoding', 'br');
    return reply.send(isBrotli ? found.brotli : found.plain);
  });
}
