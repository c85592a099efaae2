/** Keys that an issuer publishes: cached, rotated, away. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { pino } from 'pino';
import { newKey, publishKeys, tokenOf, handmade } from '../../testing/tokens.ts';
import { Refusal } from '../problem.ts';
import { publicKey, PublishedKeys } from './keys.ts';
import { Tokens } from './tokens.ts';

const now = Date.UTC(2026, 0, 1);
const log = pino({ level: 'silent' });

type Key = ReturnType<typeof newKey>;
const signedBy = ({ kid, privatePem: key }: Key, sub = 'ann') =>
  tokenOf(sub, now, {}, { algorithm: 'ES256', key, kid });

async function setUp(t: TestContext) {
  const [old, next] = [newKey('old'), newKey('next')];
  const issuer = await publishKeys(t, old);
  const keys = new PublishedKeys(issuer.url, log);
  await keys.load(now);
  const tokens = new Tokens({ keys });
  const codeOf = (token: string, at = now) =>
    tokens.verify(token, at).then(
      () => 'good',
      (error: Refusal) => error.code,
    );
  return { old, next, issuer, keys, codeOf };
}

describe('published keys', () => {
  it('are read once for many tokens', async (t) => {
    const { old, issuer, codeOf } = await setUp(t);
    for (let i = 0; i < 20; i++) assert.equal(await codeOf(signedBy(old, `u${i}`)), 'good');
    assert.equal(issuer.asked(), 1);
  });

  it('are read again at once for the first token of an unknown key, after a rotation', async (t) => {
    const { old, next, issuer, codeOf } = await setUp(t);
    issuer.rotate(old, next);
    assert.equal(await codeOf(signedBy(next)), 'good');
    assert.equal(await codeOf(signedBy(old)), 'good');
    assert.equal(issuer.asked(), 2);
  });

  it('tokens of unknown keys do not flood the issuer: one attempt a minute', async (t) => {
    const { next, issuer, codeOf } = await setUp(t);
    const forged = Array.from({ length: 50 }, (_, i) => signedBy({ ...next, kid: `k${i}` }));
    assert.deepEqual(new Set(await Promise.all(forged.map((one) => codeOf(one)))), invalid);
    for (const one of forged) assert.equal(await codeOf(one, now + 59_999), 'INVALID_TOKEN');
    assert.equal(issuer.asked(), 2);
    issuer.rotate(next);
    assert.equal(await codeOf(signedBy(next), now + 59_999), 'INVALID_TOKEN');
    assert.equal(await codeOf(signedBy(next), now + 60_000), 'good');
    assert.equal(issuer.asked(), 3);
  });

  it('are tried one after another for a token that names none of them', async (t) => {
    const { old, next, issuer, codeOf } = await setUp(t);
    const stranger = newKey('stranger');
    issuer.rotate(old, next);
    assert.equal(await codeOf(signedBy(next)), 'good');
    for (const [key, expected] of [
      [old, 'good'],
      [next, 'good'],
      [stranger, 'INVALID_TOKEN'],
    ] as const) {
      const token = tokenOf('ann', now, {}, { algorithm: 'ES256', key: key.privatePem });
      assert.equal(await codeOf(token), expected);
    }
  });

  it('are not taken from a set of more than 1 MiB', async (t) => {
    const { old, next, issuer, codeOf } = await setUp(t);
    issuer.rotate(old, next);
    issuer.pad(1024 * 1024);
    assert.equal(await codeOf(signedBy(next)), 'KEYS_UNAVAILABLE');
    issuer.pad(0);
    assert.equal(await codeOf(signedBy(next), now + 5_000), 'good');
  });

  it('their outage refuses only tokens of unknown keys, with 503, and is not hammered', async (t) => {
    const { old, next, issuer, codeOf } = await setUp(t);
    issuer.rotate(old, next);
    issuer.goAway(true);
    assert.equal(await codeOf(signedBy(next)), 'KEYS_UNAVAILABLE');
    for (let i = 0; i < 20; i++) {
      assert.equal(await codeOf(signedBy(next), now + 4_999), 'KEYS_UNAVAILABLE');
      assert.equal(await codeOf(signedBy(old, `u${i}`), now + 4_999), 'good');
    }
    assert.equal(issuer.asked(), 2);
    issuer.goAway(false);
    assert.equal(await codeOf(signedBy(next), now + 5_000), 'good');
  });

  it('are read again beside the requests when they are old; a withdrawn key no longer counts', async (t) => {
    const { old, next, issuer, keys, codeOf } = await setUp(t);
    issuer.rotate(next);
    const later = now + 600_000;
    // The token that finds them old is still served by them.
    assert.equal(await codeOf(signedBy(old), later), 'good');
    await keys.load(later);
    assert.equal(await codeOf(signedBy(old, 'bob'), later), 'INVALID_TOKEN');
  });

  it('never serve as secrets, and need a key of their own kind', async (t) => {
    const { old, issuer, codeOf } = await setUp(t);
    const pem = old.publicKey.export({ type: 'spki', format: 'pem' });
    const jwk = JSON.stringify(old.publicKey.export({ format: 'jwk' }));
    for (const key of [pem, jwk]) {
      assert.equal(await codeOf(handmade({ alg: 'HS256', kid: 'old' }, key)), 'INVALID_TOKEN');
    }
    assert.equal(await codeOf(handmade({ alg: 'none', kid: 'old' }, '')), 'INVALID_TOKEN');
    assert.equal(await codeOf(handmade({ alg: 'RS256', kid: 'old' }, '')), 'INVALID_TOKEN');
    // A token may bring a key, or say where one is; neither is used.
    const { kid, privatePem: key } = newKey('own');
    const own = tokenOf('ann', now, {}, { algorithm: 'ES256', key, kid });
    assert.equal(await codeOf(own), 'INVALID_TOKEN');
    assert.equal(issuer.asked() <= 2, true);
  });
});

const invalid = new Set(['INVALID_TOKEN']);

describe('one public key', () => {
  it('is RSA of at least 2048 bits, P-256 or Ed25519, and no private key', () => {
    for (const type of ['rsa', 'ec', 'ed25519'] as const) {
      const { publicKey: key, privatePem } = newKey('k', type);
      const pem = key.export({ type: 'spki', format: 'pem' });
      assert.equal(publicKey(pem).algorithms.length, 1);
      assert.throws(() => publicKey(privatePem), /private key/);
    }
    assert.throws(() => publicKey('-----BEGIN PUBLIC KEY-----\nx\n-----END PUBLIC KEY-----'));
  });
});
