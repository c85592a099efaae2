import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { isThisMachine } from '../web/safety/browser-safety.ts';
import { readCommon, readEnv } from './env.ts';

const Variables = Type.Object({
  SIZE: Type.Integer({ minimum: 1, default: 5 }),
  NAME: Type.Optional(Type.String()),
});

describe('environment', () => {
  it('converts, and puts defaults where a variable is unset or empty', () => {
    assert.deepEqual(readEnv(Variables, { SIZE: '7', NAME: '' }), { SIZE: 7 });
    assert.deepEqual(readEnv(Variables, { NAME: 'x', OTHER: 'y' }), { SIZE: 5, NAME: 'x' });
  });

  it('refuses a wrong value in one line with the name and what was given', () => {
    assert.throws(() => readEnv(Variables, { SIZE: '0' }), {
      message: 'SIZE must be >= 1 (it is "0")',
    });
  });

  it('does not repeat a secret', () => {
    assert.throws(() => readCommon({ ADMIN_TOKEN: 'short' }), {
      message: 'ADMIN_TOKEN must NOT have fewer than 8 characters',
    });
  });

  it('knows which addresses only this machine can reach', () => {
    for (const host of ['127.0.0.1', '127.1.2.3', 'localhost', '::1'])
      assert.ok(isThisMachine(host));
    for (const host of ['0.0.0.0', '::', '10.0.0.1', '127.evil.example']) {
      assert.ok(!isThisMachine(host));
    }
  });
});
