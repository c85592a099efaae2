/** Step 3: finds the rate window in which a request counts. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const deviceHeader = 'x-device-fingerprint';

/**
 * The identities that must have room: the header's, and the attested one of the body when it
 * differs, so that neither a forged header nor a borrowed token buys extra requests.
 */
export function identities(headers: IncomingHttpHeaders, bodyDevice: string): string[] {
  const header = fromHeader(headers);
  return header === undefined || header === bodyDevice ? [bodyDevice] : [bodyDevice, header];
}

/** The header's value, cut to the longest length of an identifier. */
function fromHeader(headers: IncomingHttpHeaders): string | undefined {
  const header = headers[deviceHeader];
  return typeof header === 'string' && header !== '' ? header.slice(0, 128) : undefined;
}

/** The identity on paths whose body names no device. */
export function derivedIdentity(headers: IncomingHttpHeaders, address: string): string {
  const header = fromHeader(headers);
  if (header !== undefined) return header;
  const traits = ['user-agent', 'accept-language', 'sec-ch-ua-platform', 'sec-ch-ua-model'];
  const hash = createHash('sha256');
  for (const trait of traits) hash.update(String(headers[trait] ?? ''));
  return hash.update(address).digest('hex');
}
