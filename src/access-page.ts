/** docs/access.md: who may call what, as the routes declare it. */
import { unitOf } from '#kit/host/quotas.ts';
import type { Service } from '#kit/host/service.ts';
import type { Access } from '#kit/web/identity/access.ts';
import type { DeclaredRoute } from '#kit/web/identity/declared-routes.ts';

const introduction = `# Access: the callers that each operation allows

Written by \`npm run openapi\` from what each route declares (\`access\` in its schema; see
\`kit/web/identity/access.ts\`). It holds while identity is on: see
[security.md](security.md#identity).

- **public**: anybody, without a token.
- **user**: any token. A user acts only as themselves: any user named in the request must be the token's \`sub\`, which is also the default. A service or an admin may name anybody.
- **driver**: a user whose token has the scope \`driver\`, in their own name only. A service or an admin may name anybody.
- **owner**: the user to whom the thing belongs; for other users it does not exist (404). A service or an admin may have anybody's.
- **service**: a token with the scope \`service\`, or \`admin\`. With \`CONFIRM_BY_USER=1\`, \`confirm\` of inventory and flash sale is for the owner of the reservation, too.
- **admin**: a token with the scope \`admin\`, or \`ADMIN_TOKEN\`.
`;

const namesOfUsers = `
## Names that users choose

An order id of inventory and an idempotency key of a flash sale belong to the user who sends them: two
users who choose the same one have two, and neither learns of the other's. The store keeps such a name
as \`user:<user>/<name>\`, with \`%25\` and \`%2F\` for a percent sign and a slash in the user. This is the
form in which services see an order of a user, and ask for it; the user sees the name alone. A name
that a service chooses is kept as it is. While identity is off, all names are.
`;

const aboutQuotas = `
## Quotas

How much one user may have while identity is on; services, operators, and everybody while identity is
off, have no quota. Beyond it the answer is 429 \`QUOTA_EXCEEDED\`, with the variable as \`quota\` and with
\`limit\`. The variable changes the limit, and 0 lifts it. Existing things are counted in the store, for
all processes together; additions to the file store at the same moment may exceed the limit by one for
each further process. New things of a minute, an hour or a day are counted in a sliding window of each
process, refused requests excluded: with several processes, a user may begin as many in each. Then
\`Retry-After\` says when there is room.

`;

export function accessPage(routes: readonly DeclaredRoute[], services: readonly Service[]): string {
  // A HEAD goes with its GET, another spelling of a path with the path.
  const shown = routes.filter(({ method, schema }) => method !== 'HEAD' && !isHidden(schema));
  const sections = [...Map.groupBy(shown, ({ service }) => service)].map(
    ([service, own]) => `\n## ${service}\n\n${routeTable(own)}`,
  );
  return [introduction, namesOfUsers, aboutQuotas, quotaTable(services), ...sections].join('');
}

/** Whether a route is left out of the API documents. */
const isHidden = (schema: object) => 'hide' in schema && schema.hide === true;

function quotaTable(services: readonly Service[]): string {
  const rows = services.flatMap(({ name, quotas = {} }) =>
    Object.values(quotas).map((quota) => [
      name,
      `\`${quota.variable}\``,
      quota.default.toLocaleString('en'),
      unitOf(quota),
    ]),
  );
  return table(['service', 'variable', 'default', 'of one user'], rows);
}

function routeTable(routes: readonly DeclaredRoute[]): string {
  const rows = routes.map(({ method, path, parameter, access }) => [
    method,
    `\`${path}${parameter === undefined ? '' : `?${parameter}=`}\``,
    nameOf(access),
    placesOf(access),
  ]);
  return table(['method', 'path', 'who', 'where the user is named'], rows);
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows];
  const widths = header.map((_, i) => Math.max(...all.map((row) => row[i]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |\n`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  const [head, ...body] = all.map(line);
  return head! + rule + body.join('');
}

function nameOf(access: Access): string {
  if (access.kind !== 'user') return access.kind;
  return access.thing === undefined ? (access.scope ?? 'user') : `owner of the ${access.thing}`;
}

function placesOf(access: Access): string {
  if (access.kind !== 'user') return '';
  return access.places.map(({ in: part, name }) => `${part}: \`${name}\``).join(', ');
}
