/** The request that a form describes, as it is sent. */
import { keyOf, type Member, type Operation } from './operations.ts';

/** The texts of the fields, by `in` and name of the member; the body itself, where it is not JSON. */
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

/** The names of what a request needs and the form does not have yet. */
export function missingOf({ members, bodyType }: Operation, { texts, file }: Filled): string[] {
  const names = members
    .filter((member) => member.isRequired && !texts[keyOf(member)])
    .map(({ name }) => name);
  return takesFile(bodyType) && file === undefined ? [...names, 'file'] : names;
}

/** Whether the body is a file. In a form with parts it may be left out: its text is a part, too. */
export const takesFile = (bodyType: string | undefined) =>
  bodyType !== undefined && bodyType !== 'application/json' && bodyType !== 'multipart/form-data';

/** @throws Error naming the member whose text is not what its schema says, or cannot stand in a path */
export function buildRequest(operation: Operation, { texts, file }: Filled): BuiltRequest {
  const given = operation.members.flatMap((member) => {
    const text = texts[keyOf(member)] ?? '';
    return text === '' ? [] : [{ member, text }];
  });
  const of = (part: Member['in']) => given.filter(({ member }) => member.in === part);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (part, name: string) => {
    const text = texts[`path ${name}`] ?? '';
    // Such a URL leads elsewhere: `/videos/..` is `/`.
    if (/^\.\.?$/.test(text)) throw new Error(`${name} cannot be "${text}"`);
    return text === '' ? part : encodeURIComponent(text);
  });
  const query = new URLSearchParams(of('query').map(({ member, text }) => [member.name, text]));
  const { bodyType } = operation;
  const isJson = bodyType === 'application/json';
  // The type of any other body is that of the file.
  const contentType = isJson || bodyType?.includes('+') ? bodyType : undefined;
  const headers = Object.fromEntries(of('header').map(({ member, text }) => [member.name, text]));
  const queryText = query.size === 0 ? '' : `?${query.toString()}`;
  return {
    method: operation.method,
    target: `/api/${operation.document}${path}${queryText}`,
    headers: { ...headers, ...(contentType && { 'content-type': contentType }) },
    json: isJson ? toBody(of('body')) : undefined,
    raw: isJson || bodyType === undefined ? undefined : toRaw(bodyType, of('body'), file),
  };
}

type Given = readonly { readonly member: Member; readonly text: string }[];

function toBody(given: Given): Record<string, unknown> {
  return Object.fromEntries(given.map(({ member, text }) => [member.name, toValue(member, text)]));
}

function toRaw(bodyType: string, given: Given, file: File | undefined) {
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
