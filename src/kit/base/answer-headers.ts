/** Headers of answers, for schemas: what a client may read of an answer beside its body. */

const descriptions = {
  Allow: 'the methods of the path',
  'Cache-Control': 'how long the answer may be kept',
  'Content-Disposition': 'the name of the file',
  'Content-Range': 'the range of bytes, and the size of the file',
  'Accept-Ranges': 'bytes',
  ETag: 'identifies this content, for If-None-Match, If-Match and If-Range',
  Location: 'the address of the resource',
  RateLimit: 'what is left of the limit: `"default";r=<requests>;t=<seconds until it is renewed>`',
  'RateLimit-Policy': 'the limit: `"default";q=<requests>;w=<seconds>`',
  'Retry-After': 'seconds after which the request may be sent again',
  TTL: 'seconds until the key expires; absent if it does not expire',
  'Tus-Checksum-Algorithm': 'supported algorithms of Upload-Checksum',
  'Tus-Extension': 'supported extensions of tus',
  'Tus-Max-Size': 'largest upload, bytes',
  'Tus-Resumable': 'the version of tus',
  'Tus-Version': 'supported versions of tus',
  Upgrade: 'the protocol to ask for',
  'Upload-Expires': 'when the upload is deleted unless it continues',
  'Upload-Length': 'size of the whole upload, bytes',
  'Upload-Metadata': 'the metadata that the upload was created with',
  'Upload-Offset': 'bytes that are stored: the upload continues there',
  'WWW-Authenticate': 'how to authenticate',
  'X-File-Id': 'the file that the upload has become',
  'X-Request-Id': 'the id of the request, also in the log and in problem documents',
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
