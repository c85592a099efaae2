/**
 * `GET /reference` on the console's port: the document of all services for readers, by OpenAPI Explorer,
 * whose built file lies beside this one. The page asks no other host for anything, and could not.
 */
import { createReadStream } from 'node:fs';
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

/** Colours of the console: see console/page/styles/base.css. The renderer has none for a dark screen. */
const dark = `
    color-scheme: dark; --bg: #16171a; --bg2: #1e2024; --bg3: #2a2d32; --light-bg: #2a2d32;
    --fg: #e6eaf0; --fg2: #d2d9e2; --fg3: #a3a5aa; --light-fg: #a3a5aa; --placeholder-color: #a3a5aa;
    --border-color: #33363c; --light-border-color: #33363c; --input-bg: #1e2024; --hover-color: #2a2d32;
    --primary-color: #8fb8d8; --primary-btn-text-color: #16171a; --header-bg: #1e2024; --header-fg: #e6eaf0;
    --header-color-darker: #16171a; --header-color-border: #33363c;
    --nav-bg-color: #1e2024; --nav-text-color: #d2d9e2; --nav-hover-bg-color: #2a2d32;
    --nav-hover-text-color: #ffffff; --nav-hover-scrollbar-color: #33363c;
    --code-fg: #d2d9e2; --inline-code-fg: #f0a8a0; --code-property-color: #e0a3cd;
    --code-keyword-color: #8fc7ee; --code-operator-color: #d8b98f;
    --red: #ff8a8a; --orange: #ffb27a; --green: #7ed491; --blue: #82c8f7; --purple: #c3a6f2; --gray: #a3a5aa;
    --light-red: #3d2424; --light-orange: #3d3020; --light-yellow: #3a3520; --light-green: #1f3626;
    --light-blue: #1f3140; --light-purple: #30283f; --light-gray: #33363c;`;

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>hawker: reference</title>
<style>
  body { margin: 0; font-family: system-ui, sans-serif; }
  @media (prefers-color-scheme: dark) {
    body { background: #16171a; }
    openapi-explorer {${dark}
    }
  }
</style>
<script type="module" src="/reference/openapi-explorer.js"></script>
<openapi-explorer spec-url="/openapi.json" hide-server-selection hide-components>
</openapi-explorer>
</html>
`;

const renderer = new URL('renderer/openapi-explorer.js', import.meta.url);

/** Registers the reference with the routes of the console. */
export function referenceRoutes(app: Listener): void {
  const open = { schema: { access: access.public } };
  app.get('/reference', { ...open, config: { navigable: true } }, (_request, reply) =>
    reply
      .header('content-security-policy', contentSecurityPolicy)
      .header('cross-origin-opener-policy', 'same-origin')
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(page),
  );
  // Read when it is asked for: few processes are ever looked at.
  app.get('/reference/openapi-explorer.js', open, (_request, reply) =>
    reply
      .header('cache-control', 'max-age=86400')
      .type('text/javascript; charset=utf-8')
      .send(createReadStream(renderer)),
  );
}
