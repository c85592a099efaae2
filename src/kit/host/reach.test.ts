import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Environment } from './env.ts';
import { readCommon } from './env.ts';

const reachedBy = (env: Environment) => readCommon(env).reachedBy;

describe('reachedBy', () => {
  const alone: Environment[] = [
    {},
    { HOST: '127.0.0.1' },
    { HOST: 'localhost' },
    { HOST: '::1' },
    { ALLOWED_HOSTS: 'shop.localhost, 127.0.0.1:8443,[::1]:8100' },
    { BASE_URL: 'http://localhost:8080', FILE_BASE_URL: 'http://[::1]:8090/files' },
    { CORS_ORIGINS: 'http://localhost:5173, http://127.0.0.1:3000' },
  ];
  for (const env of alone) {
    it(`finds nothing in ${JSON.stringify(env)}`, () => assert.equal(reachedBy(env), undefined));
  }

  const others: Environment[] = [
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.7' },
    { TRUSTED_PROXIES: '127.0.0.1' },
    { ALLOWED_HOSTS: 'localhost,shop.example.com' },
    { ALLOWED_HOSTS: 'box.lan:8443' },
    { ALLOWED_HOSTS: '127.0.0.1.evil.example' },
    { BASE_URL: 'https://go.example.com' },
    { FILE_BASE_URL: 'https://f.example.com' },
    { CORS_ORIGINS: 'https://shop.example.com' },
    { CORS_ORIGINS: '*' },
  ];
  for (const env of others) {
    it(`finds ${JSON.stringify(env)}`, () => assert.equal(reachedBy(env), Object.keys(env)[0]));
  }
});
