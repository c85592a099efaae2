/** An issuer of tokens in a process of its own: it publishes its keys, and makes tokens. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newKey, sign, type Claims } from './tokens.ts';

let [current, older] = [newKey('key-1'), newKey('key-0')];
let rotations = 1;
let asked = 0;

const answers: Record<string, (query: URLSearchParams) => unknown> = {
  '/jwks.json': () => {
    asked++;
    const keys = [current, older].map(({ kid, publicKey }) => ({
      ...publicKey.export({ format: 'jwk' }),
      kid,
    }));
    return { keys };
  },
  '/token': (query) => {
    const claims = JSON.parse(query.get('claims')!) as Claims;
    return sign(claims, { algorithm: 'ES256', key: current.privatePem, kid: current.kid });
  },
  '/rotate': () => {
    [current, older] = [newKey(`key-${++rotations}`), current];
  },
  '/asked': () => asked,
};

const server = createServer(({ url = '' }, response) => {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  response.end(JSON.stringify(answers[pathname]?.(searchParams) ?? null));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
