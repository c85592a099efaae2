/** docs/access.md: who may call what, as the routes declare it. */
import type { Access } from '#kit/web/identity/access.ts';
import type { DeclaredRoute } from '#kit/web/identity/declared-routes.ts';

const introduction = `# Who may call what

Written by \`npm run openapi\` from what each route declares (\`access\` in its schema; see
\`kit/web/identity/access.ts\`). It holds while identity is on: see
[security.md](security.md#who-is-who).

- **public**: anybody, without a token.
- **user**: any token. A user acts in the own name only: where one is named must stand the \`sub\` of the token, and stands by default. A service or an admin may name anybody.
- **owner**: the user to whom the thing belongs; for other users it does not exist (404). A service or an admin may have anybody's.
- **service**: a token with the scope \`service\`, or \`admin\`.
- **admin**: a token with the scope \`admin\`, or \`ADMIN_TOKEN\`.
`;

export function accessPage(routes: readonly DeclaredRoute[]): string {
  // A HEAD goes with its GET.
  const shown = routes.filter(({ method }) => method !== 'HEAD');
  const sections = [...Map.groupBy(shown, ({ service }) => service)].map(
    ([service, own]) => `\n## ${service}\n\n${table(own)}`,
  );
  return introduction + sections.join('');
}

function table(routes: readonly DeclaredRoute[]): string {
  const rows = routes.map(({ method, path, parameter, access }) => [
    method,
    `\`${path}${parameter === undefined ? '' : `?${parameter}=`}\``,
    nameOf(access),
    placesOf(access),
  ]);
  const all = [['method', 'path', 'who', 'where the user is named'], ...rows];
  const widths = all[0]!.map((_, i) => Math.max(...all.map((row) => row[i]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |\n`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  const [head, ...body] = all.map(line);
  return head! + rule + body.join('');
}

function nameOf(access: Access): string {
  return access.kind === 'user' && access.thing !== undefined
    ? `owner of the ${access.thing}`
    : access.kind;
}

function placesOf(access: Access): string {
  if (access.kind !== 'user') return '';
  return access.places.map(({ in: part, name }) => `${part}: \`${name}\``).join(', ');
}
