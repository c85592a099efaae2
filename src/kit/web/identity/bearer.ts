import type { IncomingHttpHeaders } from 'node:http';

// ADMIN_TOKEN may be any text.
const pattern = /^bearer +(.+)$/is;

/** The token of `Authorization: Bearer …`. */
export function bearerOf({ authorization }: IncomingHttpHeaders): string | undefined {
  return authorization === undefined ? undefined : pattern.exec(authorization)?.[1];
}
