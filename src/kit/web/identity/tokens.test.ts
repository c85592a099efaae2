/** Which tokens are good. They are made by another library. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { handmade, newKey, sign, tokenOf, authSecret, type Signing } from '../../testing/tokens.ts';
import { Refusal } from '../problem.ts';
import { publicKey, secretKey } from './keys.ts';
import { Tokens } from './tokens.ts';

const now = Date.UTC(2026, 0, 1);
const second = now / 1000;
const open = (rules = {}) => new Tokens({ keys: secretKey(authSecret), ...rules });

describe('a token', () => {
  it('names its user, and what the bearer may do', async () => {
    const read = async (claims: object) => open().verify(tokenOf('ann', now, claims), now);
    const endsAt = now + 3_630_000;
    const ann = { kind: 'user', name: 'ann', endsAt, rooms: undefined };
    assert.deepEqual(await read({}), ann);
    assert.deepEqual(await read({ scope: 'profile services' }), ann);
    assert.deepEqual(await read({ scope: 'profile service' }), { ...ann, kind: 'service' });
    assert.deepEqual(await read({ scope: 'service admin' }), { ...ann, kind: 'admin' });
    assert.deepEqual(await read({ scope: 'admin' }), { ...ann, kind: 'admin' });
    assert.deepEqual(await read({ rooms: ['tea-*'] }), { ...ann, rooms: ['tea-*'] });
  });

  it('is good from nbf to exp, with 30 s for clocks that differ, at both ends', async () => {
    const token = sign({ sub: 'ann', nbf: second, exp: second + 60 });
    await refused(token, now - 30_001);
    for (const at of [now - 30_000, now, now + 89_999]) await open().verify(token, at);
    await refused(token, now + 90_000);
  });

  it('needs sub and exp', async () => {
    await refused(sign({ exp: second + 60 }));
    await refused(sign({ sub: 'ann' }));
    for (const sub of ['', 7, ['ann'], 'x'.repeat(129), 'a\nb']) {
      await refused(sign({ sub, exp: second + 60 }));
    }
    const scopes = sign({ sub: 'ann', exp: second + 60, scope: ['admin'] });
    await refused(scopes);
    await refused(sign({ sub: 'ann', exp: second + 60, rooms: 'tea' }));
  });

  it('is of the issuer and for the audience that are demanded', async () => {
    const rules = { issuer: 'https://id.example', audience: 'hawker' };
    const read = (claims: object) => open(rules).verify(tokenOf('ann', now, claims), now);
    await read({ iss: 'https://id.example', aud: 'hawker' });
    await read({ iss: 'https://id.example', aud: ['shop', 'hawker'] });
    for (const claims of [
      {},
      { iss: 'https://id.example' },
      { aud: 'hawker' },
      { iss: 'https://evil.example', aud: 'hawker' },
      { iss: 'https://id.example', aud: 'shop' },
    ]) {
      await assert.rejects(read(claims), isInvalid, JSON.stringify(claims));
    }
  });

  it('is signed by the key, not by another one, and not changed afterwards', async () => {
    const forged = { key: 'what somebody else knows, of 32 bytes' };
    await refused(tokenOf('ann', now, {}, forged));
    const [head, , signature] = tokenOf('ann', now).split('.');
    const [, body] = tokenOf('bob', now).split('.');
    await refused(`${head}.${body}.${signature}`);
    await refused(`${head}.${body}.`);
    for (const rubbish of ['', '.', '..', 'a.b.c', '\0', 'é', `${head}.${head}.${signature}`]) {
      await refused(rubbish);
    }
  });

  it('is signed by what suits the kind of the key: not by none, not by a public key as a secret', async () => {
    await refused(tokenOf('ann', now, {}, { algorithm: 'none', key: '' }));
    await refused(tokenOf('ann', now, {}, { algorithm: 'HS512' }));
    for (const [type, algorithm, other] of [
      ['rsa', 'RS256', 'PS256'],
      ['ec', 'ES256', undefined],
      ['ed25519', 'EdDSA', undefined],
    ] as const) {
      const { privatePem, publicKey: key } = newKey('k', type);
      const pem = key.export({ type: 'spki', format: 'pem' });
      const tokens = new Tokens({ keys: publicKey(pem) });
      const read = (signing: Signing) => tokens.verify(tokenOf('ann', now, {}, signing), now);
      assert.equal((await read({ algorithm, key: privatePem })).name, 'ann');
      await assert.rejects(read({ algorithm: 'none', key: '' }), isInvalid);
      if (other) await assert.rejects(read({ algorithm: other, key: privatePem }), isInvalid);
      const confused = handmade({ alg: 'HS256' }, pem);
      await assert.rejects(tokens.verify(confused, now), isInvalid, type);
    }
  });

  it('is no longer than 8 KiB', async () => {
    const fits = tokenOf('ann', now, { iss: 'x'.repeat(5_000) });
    await open().verify(fits, now);
    await refused(tokenOf('ann', now, { iss: 'x'.repeat(10_000) }));
  });
});

describe('a token that was good', () => {
  it('is recalled until it ends, tolerance included', async () => {
    const tokens = open();
    const token = sign({ sub: 'ann', exp: second + 60 });
    assert.equal(tokens.recall(token, now), undefined);
    await tokens.verify(token, now);
    assert.equal(tokens.recall(token, now + 89_999)?.name, 'ann');
    assert.equal(tokens.recall(token, now + 90_000), undefined);
  });

  it('is forgotten when too many others came since', async () => {
    const tokens = open();
    const token = tokenOf('ann', now);
    await tokens.verify(token, now);
    const long = 'x'.repeat(5_900);
    for (let i = 0; i < 2_100; i++) await tokens.verify(tokenOf(`u${i}`, now, { iss: long }), now);
    assert.equal(tokens.recall(token, now), undefined);
  });

  it('that was not good is not recalled', async () => {
    const tokens = open();
    const token = sign({ sub: 'ann', exp: second - 60 });
    await assert.rejects(tokens.verify(token, now), isInvalid);
    assert.equal(tokens.recall(token, now), undefined);
  });
});

function isInvalid(error: unknown): boolean {
  assert.ok(error instanceof Refusal, String(error));
  assert.deepEqual([error.code, error.status], ['INVALID_TOKEN', 401]);
  assert.equal(error.headers['www-authenticate'], 'Bearer error="invalid_token"');
  return true;
}

async function refused(token: string, at = now): Promise<void> {
  await assert.rejects(open().verify(token, at), isInvalid, token.slice(0, 80));
}
