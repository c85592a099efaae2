/** Refusals, and the schemas of the answers that tell of them. */
import { Type, type TSchema } from 'typebox';
import { headersOfAnswer } from '../base/answer-headers.ts';
import { common, type RefusalFactory } from '../base/refusal.ts';

export * from '../base/refusal.ts';

/** Response schemas of the given refusals and of 400, for a route's `schema.response`. */
export function problemResponses(...kinds: RefusalFactory[]) {
  const byStatus = Map.groupBy([common.VALIDATION_FAILED, ...kinds], (kind) => kind.status);
  return Object.fromEntries([...byStatus].map(([status, group]) => [status, response(group)]));
}

function response(kinds: RefusalFactory[]) {
  const description = kinds.map((kind) => `${kind.code}: ${kind.title}`).join('; ');
  const headers = headersOfAnswer(...kinds.flatMap((kind) => kind.headers ?? []));
  const content = { 'application/problem+json': { schema: withCodes(kinds) } };
  return { description, ...(Object.keys(headers).length > 0 && { headers }), content };
}

/** Describes the codes of a document; `Problem` describes the rest. */
function withCodes(kinds: RefusalFactory[]): TSchema {
  const code = Type.String({ enum: kinds.map((kind) => kind.code) });
  return Type.Object({ code }, { additionalProperties: true });
}

/** What every problem document has; the OpenAPI documents refer to it. */
export const Problem = Type.Object(
  {
    type: Type.String({
      description: '`urn:hawker:problem:` and the code in lower case, with hyphens',
    }),
    title: Type.String({ description: 'the meaning of the code' }),
    status: Type.Integer({ description: 'the HTTP status' }),
    detail: Type.String({ description: 'what is wrong with this request' }),
    code: Type.String({ description: 'the code of the problem, for programs' }),
    instance: Type.String({ description: '`urn:hawker:request:` and the `X-Request-Id`' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({ description: 'the member or parameter' }),
          message: Type.String({ description: 'what is wrong with it' }),
        }),
        {
          description: 'members or parameters that are not valid, at most ten',
        },
      ),
    ),
  },
  { additionalProperties: true, description: 'Problem details (RFC 9457)' },
);
