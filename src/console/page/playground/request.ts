/** The request that a form describes: as it is sent, as curl, and as client code. */
import type { Member, Operation } from './operations.ts';

/** What stands in the fields, by `in` and name of the member; the body itself, where it is no JSON. */
export interface Filled {
  readonly texts: Readonly<Record<string, string>>;
  readonly file: File | undefined;
}

export interface BuiltRequest {
  readonly method: string;
  /** At the console's address: `/api/flash-sale/…`. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: Readonly<Record<string, unknown>> | undefined;
  readonly raw: File | FormData | undefined;
}

export const keyOf = ({ in: part, name }: Member) => `${part} ${name}`;

/** @throws Error naming the member whose text is not what its schema says */
export function buildRequest(operation: Operation, { texts, file }: Filled): BuiltRequest {
  const given = operation.members.flatMap((member) => {
    const text = texts[keyOf(member)] ?? '';
    return text === '' ? [] : [{ member, text }];
  });
  const of = (part: Member['in']) => given.filter(({ member }) => member.in === part);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_part, name: string) => {
    const text = texts[`path ${name}`] ?? '';
    if (text === '') throw new Error(`${name} is needed in the path`);
    return encodeURIComponent(text);
  });
  const query = new URLSearchParams(of('query').map(({ member, text }) => [member.name, text]));
  const isJson = operation.bodyType === 'application/json';
  const headers = Object.fromEntries(of('header').map(({ member, text }) => [member.name, text]));
  const queryText = query.size === 0 ? '' : `?${query.toString()}`;
  return {
    method: operation.method,
    target: `/api/${operation.document}${path}${queryText}`,
    headers: { ...headers, ...(isJson && { 'content-type': 'application/json' }) },
    json: isJson ? toBody(of('body')) : undefined,
    raw:
      isJson || operation.bodyType === undefined ? undefined : toRaw(operation, of('body'), file),
  };
}

type Given = readonly { readonly member: Member; readonly text: string }[];

function toBody(given: Given): Record<string, unknown> {
  return Object.fromEntries(given.map(({ member, text }) => [member.name, toValue(member, text)]));
}

function toRaw({ bodyType }: Operation, given: Given, file: File | undefined) {
  if (bodyType !== 'multipart/form-data') return file;
  const form = new FormData();
  for (const { member, text } of given) form.append(member.name, text);
  if (file !== undefined) form.append('file', file);
  return form;
}

function toValue({ name, schema }: Member, text: string): unknown {
  const isText =
    schema.type === 'string' || schema.enum !== undefined || schema.const !== undefined;
  if (isText) return text;
  try {
    return JSON.parse(text);
  } catch {
    // A member may take a text or something else.
    if (schema.type === undefined) return text;
    throw new Error(`${name} is not JSON: ${schema.type} is expected`);
  }
}

/** A command that sends the same request. */
export function toCurl({ method, target, headers, json, raw }: BuiltRequest): string {
  const parts = [
    `curl -s ${method === 'GET' ? '' : `-X ${method} `}${quoted(location.origin + target)}`,
  ];
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
export function toClientCode(operation: Operation, { texts }: Filled, built: BuiltRequest): string {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const path = names.map((name) => JSON.stringify(texts[`path ${name}`] ?? ''));
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
  return `import { createHawker } from 'hawker/client';\n\nconst hawker = createHawker({ baseUrl: '${location.origin}' });\n${use}`;
}

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
