import type { FastifySchema } from 'fastify';
import { common, problemResponses } from './problem.ts';

/** A route as its callers see it: they may leave out what has a default, and send a wrong body. */
export function documented({ schema, url }: { schema: FastifySchema; url: string }) {
  const parts = Object.entries(schema ?? {}).map(([part, value]: [string, object]) => [
    part,
    part === 'body' || part === 'querystring' ? defaultsOptional(value) : value,
  ]);
  const result: FastifySchema = Object.fromEntries(parts);
  if (result.body !== undefined) {
    // A route that names what it consumes takes every type.
    const typed = result.consumes ? [] : [common.UNSUPPORTED_MEDIA_TYPE];
    const refused = problemResponses(common.BODY_TOO_LARGE, ...typed);
    result.response = { ...refused, ...(result.response as object) };
  }
  return { schema: result, url };
}

function defaultsOptional(schema: object): object {
  const copy = Object.entries(schema).map(([key, value]: [string, unknown]) => [
    key,
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? defaultsOptional(value)
      : value,
  ]);
  const result: { required?: string[]; properties?: object } = Object.fromEntries(copy);
  if (!Array.isArray(result.required)) return result;
  const properties: Record<string, object> = { ...result.properties };
  const required = result.required.filter((name) => !('default' in (properties[name] ?? {})));
  return { ...result, required };
}
