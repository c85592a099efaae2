/**
 * `GET /reference` on the console's port: the document of all services for readers, by RapiDoc, out of
 * the package. It asks no other host for anything, and could not.
 */
import { createReadStream, existsSync } from 'node:fs';
import { access } from '../web/identity/access.ts';
import type { Listener } from '../web/app.ts';

/** The renderer puts its styles into the page; everything else is files of this address. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>hawker: reference</title>
<script type="module" src="/reference/rapidoc.js"></script>
<rapi-doc spec-url="/reference/openapi.json" load-fonts="false" render-style="focused" show-header="false"
  allow-spec-url-load="false" allow-spec-file-load="false" allow-server-selection="false"
  show-method-in-nav-bar="as-colored-text" nav-item-spacing="compact">
</rapi-doc>
</html>
`;

/** The package has a copy, made by scripts/build.ts, instead of the library and all that it was made of. */
function renderer(): URL {
  const copy = new URL('rapidoc.js', import.meta.url);
  return existsSync(copy) ? copy : new URL(import.meta.resolve('rapidoc'));
}

/** RapiDoc 9.3 overlooks an `example` that is an object, and shows the same among `examples`. */
function withExamples(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (!('schema' in value && 'example' in value) || 'in' in value) return value;
  const { example, ...rest } = value;
  return { ...rest, examples: { Example: { value: example } } };
}

/**
 * To be registered with the routes of the console.
 *
 * @param document of all services
 */
export function referenceRoutes(app: Listener, document: () => object): void {
  const open = { schema: { access: access.public } };
  app.get('/reference', { ...open, config: { navigable: true } }, (_request, reply) =>
    reply
      .header('content-security-policy', contentSecurityPolicy)
      .header('cross-origin-opener-policy', 'same-origin')
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(page),
  );
  let text: string | undefined;
  app.get('/reference/openapi.json', open, (_request, reply) => {
    text ??= JSON.stringify(document(), withExamples);
    return reply.type('application/json; charset=utf-8').send(text);
  });
  // Read when it is asked for: few processes are ever looked at.
  app.get('/reference/rapidoc.js', open, (_request, reply) =>
    reply
      .header('cache-control', 'max-age=86400')
      .type('text/javascript; charset=utf-8')
      .send(createReadStream(renderer())),
  );
}
