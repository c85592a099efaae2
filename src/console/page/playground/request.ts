/** The request that a form describes, as it is sent. */
import { keyOf, type Member, type Operation } from './operations.ts';

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

/** @throws Error naming the member whose text is not what its schema says */
export function buildRequest(operation: Operation, { texts, file }: Filled): BuiltRequest {
  const given = operation.members.flatMap((member) => {
    const text = texts[keyOf(member)] ?? '';
    return text === '' ? [] : [{ member, text }];
  });
  const of = (part: Member['in']) => given.filter(({ member }) => member.in === part);
  // What is not written yet stands there by its name.
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (part, name: string) => {
    const text = texts[`path ${name}`] ?? '';
    return text === '' ? part : encodeURIComponent(text);
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

export function toValue({ name, schema }: Member, text: string): unknown {
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
