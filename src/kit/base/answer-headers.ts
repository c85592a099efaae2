/** Headers of answers, for schemas: what a client may read of an answer beside its body. */

const descriptions = {
  Allow: 'the methods of the path',
  'Cache-Control': 'how long the answer may be kept',
  'Content-Disposition': 'the name of the file',
  'Content-Range': 'which bytes of how many',
  'Accept-Ranges': 'bytes',
  ETag: 'names this content: for If-None-Match, If-Match and If-Range',
  Location: 'where it is',
  RateLimit: 'what is left of the limit: `"default";r=<requests>;t=<seconds until it is new>`',
  'RateLimit-Policy': 'the limit: `"default";q=<requests>;w=<seconds>`',
  'Retry-After': 'seconds after which the request may be sent again',
  TTL: 'seconds until the key has no value any more; without it, the key does not expire',
  'Tus-Checksum-Algorithm': 'algorithms of Upload-Checksum',
  'Tus-Extension': 'extensions of tus that there are',
  'Tus-Max-Size': 'largest upload, bytes',
  'Tus-Resumable': 'the version of tus',
  'Tus-Version': 'the versions of tus that there are',
  Upgrade: 'the protocol to ask for',
  'Upload-Expires': 'when the upload is forgotten, unless it gets further',
  'Upload-Length': 'bytes of the whole upload',
  'Upload-Metadata': 'as it was given when the upload was made',
  'Upload-Offset': 'bytes of the upload that are stored: where it goes on',
  'WWW-Authenticate': 'how to prove who one is',
  'X-File-Id': 'the file that the upload has become',
  'X-Request-Id': 'the id of the request: in the log, and in problem documents',
  Vary: 'the request headers that choose the form of the answer',
};

export type AnswerHeader = keyof typeof descriptions;

/** Any answer may have these; with API_LIMIT all have the limit. */
const undeclared = new Set([
  'Cache-Control',
  'Vary',
  'RateLimit',
  'RateLimit-Policy',
  'Tus-Resumable',
]);

/** What a client acts upon. */
export const headersToDeclare = Object.keys(descriptions).filter((name) => !undeclared.has(name));

/** Returns the `headers` of a response's schema. */
export function headersOfAnswer(...names: AnswerHeader[]) {
  return Object.fromEntries(
    names.map((name) => [name, { type: 'string', description: descriptions[name] }]),
  );
}

/** Returns a header's entry among the components of an OpenAPI document. */
export function documentedHeader(name: AnswerHeader): object {
  return { description: descriptions[name], schema: { type: 'string' } };
}
