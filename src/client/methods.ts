/** The methods of a service, made of the lines that `operations.ts` has of it. */
import { call } from './call.ts';
import { follow } from './follow/follow.ts';
import type { Http, HttpRequest } from './http.ts';
import { headerNames } from './operations.ts';
import type { CallOptions } from './shapes.ts';

/** A line of the table. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly contentType: string | undefined;
  readonly takesBody: boolean;
  readonly answersResponse: boolean;
  readonly isFollowed: boolean;
}

export type Arguments = readonly unknown[];

/** What a stream needs beside its requests. */
export type FollowContext = Omit<Parameters<typeof follow>[0], 'open' | 'members'>;

/** Parts of the path, then the body, then an object of everything else. */
export type Methods = Record<string, (...given: Arguments) => unknown>;

/**
 * @param table lines of `operations.ts`
 * @param followed what a stream needs, by the name of its method
 */
export function methodsOf(
  table: string,
  http: Http,
  followed: (name: string, methods: Methods) => FollowContext,
): Methods {
  const methods: Methods = {};
  for (const operation of table.trim().split('\n').map(parse)) {
    const { name } = operation;
    const prepare = (given: Arguments) => {
      http.demandAddress();
      return requestOf(operation, given);
    };
    methods[name] = operation.isFollowed
      ? (...given) => {
          const { headers, ...request } = prepare(given);
          const open = (more: Record<string, string>, signal: AbortSignal) =>
            http.send({ ...request, headers: { ...headers, ...more }, signal, retries: 0 });
          const { signal } = request;
          const members = { ...request.query, ...headers };
          return follow({ ...followed(name, methods), open, members, signal });
        }
      : (...given) => call(http.send(prepare(given)));
  }
  return methods;
}

function parse(line: string): Operation {
  const [name = '', how = '', path = '', contentType] = line.split(' ');
  return {
    name,
    method: /^\w+/.exec(how)![0],
    path,
    contentType,
    takesBody: how.includes('+'),
    answersResponse: how.includes('!'),
    isFollowed: how.includes('~'),
  };
}

function requestOf(operation: Operation, given: Arguments): HttpRequest {
  const { method, path, contentType, takesBody, answersResponse, isFollowed } = operation;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const pathMembers = Object.fromEntries(
    names.map((name, i) => [name, segment(name, given[i] as string)]),
  );
  const body = takesBody ? given[names.length] : undefined;
  const members = given[names.length + Number(takesBody)] ?? {};
  const { signal, retries, ...others } = members as CallOptions & Record<string, string | number>;
  const headers: Record<string, string> = contentType ? { 'content-type': contentType } : {};
  const query: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(others)) {
    if (!headerNames.has(name)) query[name] = value;
    else if (value !== undefined) headers[name] = String(value);
  }
  const isRaw = answersResponse || isFollowed;
  return { method, path, pathMembers, query, headers, body, signal, retries, isRaw };
}

/**
 * A URL without it leads elsewhere: `/videos/..` is `/`, and `/videos/` a list.
 *
 * @throws TypeError for what cannot stand in a path
 */
function segment(name: string, value: string | number | undefined): string {
  const text = String(value ?? '');
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name} cannot be ${JSON.stringify(value)}`);
  return text;
}
