/** Tokens as an issuer makes them, by a library that is not the one which verifies them. */
import { createSigner, type Algorithm } from 'fast-jwt';
import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** The secret of the issuer in tests. */
export const authSecret = 'what only the issuer and hawker know';

export interface Claims {
  readonly sub?: unknown;
  /** Seconds since the epoch. */
  readonly exp?: unknown;
  readonly nbf?: number;
  readonly iss?: string;
  readonly aud?: string | string[];
  readonly scope?: unknown;
  readonly rooms?: unknown;
}

export interface Signing {
  readonly algorithm?: Algorithm;
  /** A secret, or a private key as PEM. */
  readonly key?: string;
  readonly kid?: string;
}

/** A token with these claims. */
export function sign(claims: Claims, { algorithm = 'HS256', key = authSecret, kid }: Signing = {}) {
  const header = kid === undefined ? {} : { kid };
  return createSigner({ algorithm, key, noTimestamp: true, ...header })({ ...claims });
}

/** A good token, for an hour. @param now milliseconds since the epoch */
export function tokenOf(sub: string, now: number, more: Claims = {}, signing?: Signing): string {
  return sign({ sub, exp: Math.floor(now / 1000) + 3600, ...more }, signing);
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

interface IssuerKey {
  readonly kid: string;
  readonly privatePem: string;
  readonly publicKey: KeyObject;
}

export function newKey(kid: string, type: 'rsa' | 'ec' | 'ed25519' = 'ec'): IssuerKey {
  const { privateKey, publicKey } = pairOf(type);
  const privatePem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  return { kid, privatePem, publicKey };
}

function pairOf(type: 'rsa' | 'ec' | 'ed25519') {
  if (type === 'rsa') return generateKeyPairSync('rsa', { modulusLength: 2048 });
  if (type === 'ec') return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return generateKeyPairSync('ed25519');
}

/** An issuer that publishes its keys, which a test may change. */
export async function publishKeys(t: TestContext, ...first: IssuerKey[]) {
  let keys = first;
  let asked = 0;
  let isAway = false;
  let padding = '';
  const server = createServer((_request, response) => {
    asked++;
    if (isAway) return void response.writeHead(500).end();
    const jwks = keys.map(({ kid, publicKey }) => ({
      ...publicKey.export({ format: 'jwk' }),
      kid,
      use: 'sig',
    }));
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ keys: jwks, padding }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`,
    /** How often the keys were read. */
    asked: () => asked,
    rotate: (...next: IssuerKey[]) => void (keys = next),
    /** Makes the set larger by so many bytes. */
    pad: (bytes: number) => void (padding = ' '.repeat(bytes)),
    goAway: (away: boolean) => void (isAway = away),
  };
}

/** A token as an attacker makes it: signed by HMAC with whatever text, which libraries refuse. */
export function handmade(header: object, key: string, claims: Claims = {}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const content = `${part(header)}.${part({ sub: 'ann', exp: 4e9, ...claims })}`;
  return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`;
}
