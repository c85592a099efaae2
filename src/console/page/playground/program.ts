/** A request as programs send it: as curl, and as code of the client. */
import { keyOf, type Operation } from './operations.ts';
import { toValue, type BuiltRequest, type Filled } from './request.ts';

/**
 * A command that sends the same request.
 *
 * @param hasToken whether it takes one, from the variable `TOKEN`
 */
export function toCurl(built: BuiltRequest, hasToken: boolean): string {
  const { method, target, headers, json, raw } = built;
  const parts = [
    `curl -s ${method === 'GET' ? '' : `-X ${method} `}${quoted(location.origin + target)}`,
  ];
  if (hasToken) parts.push('-H "Authorization: Bearer $TOKEN"');
  for (const [name, value] of Object.entries(headers))
    parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (json !== undefined) parts.push(`-d ${quoted(JSON.stringify(json))}`);
  if (raw instanceof File) parts.push(`--data-binary ${quoted(`@${raw.name}`)}`);
  if (raw instanceof FormData) {
    for (const [name, value] of raw) {
      parts.push(`-F ${quoted(`${name}=${value instanceof File ? `@${value.name}` : value}`)}`);
    }
  }
  return parts.join(' \\\n  ');
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The same by `hawker/client`: parts of the path, the body, then an object of everything else. */
export function toClientCode(
  operation: Operation,
  { texts }: Filled,
  built: BuiltRequest,
  hasToken: boolean,
): string {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const path = names.map((name) => JSON.stringify(texts[`path ${name}`] || `{${name}}`));
  const body =
    operation.bodyType === undefined ? [] : [built.json ? toLiteral(built.json) : 'body'];
  const others = operation.members.filter(
    (member) => (member.in === 'query' || member.in === 'header') && texts[keyOf(member)],
  );
  const members = others.map((member) => [
    member.name.toLowerCase(),
    member.in === 'query' ? toValue(member, texts[keyOf(member)]!) : texts[keyOf(member)],
  ]);
  const last = members.length === 0 ? [] : [toLiteral(Object.fromEntries(members) as object)];
  const [object, method] = clientName(operation);
  const call = `hawker.${object}.${method}(${[...path, ...body, ...last].join(', ')})`;
  const use = operation.isStream
    ? `for await (const { event, data } of ${call}) {\n  console.log(event, data);\n}`
    : `console.log(await ${call});`;
  const options = [
    `baseUrl: '${location.origin}'`,
    ...(hasToken ? ['token: process.env.TOKEN'] : []),
  ];
  return [
    ...(body[0] === 'body' ? [`import { openAsBlob } from 'node:fs';`] : []),
    `import { createHawker } from 'hawker/client';`,
    '',
    `const hawker = createHawker({ ${options.join(', ')} });`,
    ...(body[0] === 'body' ? bodyLines(built.raw) : []),
    use,
  ].join('\n');
}

/** Makes the `body` of an upload. */
function bodyLines(raw: BuiltRequest['raw']): string[] {
  if (!(raw instanceof FormData)) return [`const body = await openAsBlob(${nameOf(raw)});`];
  const parts = [...raw].map(([name, value]) =>
    value instanceof File
      ? `body.append('${name}', await openAsBlob(${nameOf(value)}), ${nameOf(value)});`
      : `body.append('${name}', ${JSON.stringify(value)});`,
  );
  return ['const body = new FormData();', ...parts];
}

/** Before a file was chosen it has a name to be replaced. */
const nameOf = (file: File | undefined) => JSON.stringify(file?.name ?? 'path/of/the/file');

/** `flashSaleCheckout` of `flash-sale` is `flashSale.checkout`. */
function clientName({ document, id }: Operation): [string, string] {
  const camel = (name: string) =>
    name.replaceAll(/-(\w)/g, (_part, letter: string) => letter.toUpperCase());
  const method = id.slice(camel(document.replace(/-console$/, '')).length);
  return [camel(document), method.charAt(0).toLowerCase() + method.slice(1)];
}

function toLiteral(value: object): string {
  return JSON.stringify(value, null, 2).replaceAll(/^(\s*)"([a-z_]\w*)":/gim, '$1$2:');
}
