/** What the variables of identity may be. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { pino } from 'pino';
import { temporaryFolder } from '../testing/testing.ts';
import { authSecret, newKey } from '../testing/tokens.ts';
import { readCommon, type Environment } from './env.ts';
import { StartupError } from '../base/startup-error.ts';
import { openIdentity } from './identity.ts';

const log = pino({ level: 'silent' });
const open = (env: Environment) => openIdentity(readCommon(env), Date.now, log);
const pem = newKey('k').publicKey.export({ type: 'spki', format: 'pem' });

it('identity is off without a key, and on with one of the three', () => {
  const file = join(temporaryFolder(), 'key.pem');
  writeFileSync(file, pem);
  assert.equal(open({ ADMIN_TOKEN: 'operator' }).isOn, false);
  assert.equal(
    open({ AUTH_JWT_SECRET: authSecret, AUTH_ISSUER: 'i', AUTH_AUDIENCE: 'a' }).isOn,
    true,
  );
  for (const key of [pem, pem.replaceAll('\n', '\\n'), file]) {
    assert.equal(open({ AUTH_JWT_PUBLIC_KEY: key }).isOn, true);
  }
});

it('keys that are wrong end the start, in a line that names the variable and no secret', () => {
  const { privatePem } = newKey('k');
  const wrong: [Environment, RegExp][] = [
    [{ AUTH_JWT_SECRET: 'x'.repeat(31) }, /^AUTH_JWT_SECRET must have at least 32 bytes$/],
    [{ AUTH_JWT_SECRET: '' }, /^AUTH_JWT_SECRET is empty$/],
    [
      { AUTH_JWT_SECRET: authSecret, AUTH_JWKS_URL: 'https://id.example/jwks' },
      /^set only one of AUTH_JWT_SECRET, AUTH_JWKS_URL$/,
    ],
    [
      { AUTH_JWT_PUBLIC_KEY: privatePem },
      /^AUTH_JWT_PUBLIC_KEY must be a public key .* \(it is a private key\)$/,
    ],
    [{ AUTH_JWT_PUBLIC_KEY: '/no/such/file' }, /^AUTH_JWT_PUBLIC_KEY must be .* \(ENOENT\)$/],
    [{ AUTH_JWT_PUBLIC_KEY: '-----BEGIN PUBLIC KEY-----' }, /^AUTH_JWT_PUBLIC_KEY must be /],
    [{ AUTH_JWKS_URL: 'ftp://id.example' }, /^AUTH_JWKS_URL must have the form/],
    [{ AUTH_JWKS_URL: 'jwks' }, /^AUTH_JWKS_URL must have the form/],
    [{ AUTH_ISSUER: 'https://id.example' }, /^AUTH_ISSUER needs one of AUTH_JWT_SECRET/],
    [{ AUTH_AUDIENCE: 'hawker' }, /^AUTH_AUDIENCE needs one of AUTH_JWT_SECRET/],
  ];
  for (const [env, message] of wrong) {
    assert.throws(
      () => open(env),
      (error: Error) => {
        assert.ok(error instanceof StartupError);
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /BEGIN PRIVATE|only the issuer/);
        return true;
      },
    );
  }
});

it('a start warns where replicas share stores but not the secret of tickets', () => {
  const warnings = (env: Environment) => {
    const lines: string[] = [];
    const collecting = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
    openIdentity(readCommon({ AUTH_JWT_PUBLIC_KEY: pem, ...env }), Date.now, collecting);
    return lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  };
  const stores = [{ STORE_ADDR: 'localhost:6379' }, { DATABASE_URL: 'postgres://localhost/db' }];
  for (const store of stores) {
    for (const more of [{}, { HMAC_SECRET: 'x'.repeat(31) }]) {
      const [warning, ...others] = warnings({ ...store, ...more });
      assert.match(warning!, /^tickets .* only in the process that sold them: set HMAC_SECRET/);
      assert.deepEqual(others, []);
    }
    assert.deepEqual(warnings({ ...store, HMAC_SECRET: 'x'.repeat(32) }), []);
  }
  assert.deepEqual(warnings({}), []);
});
