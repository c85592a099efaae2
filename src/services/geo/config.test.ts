import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCommon, type Environment } from '#kit/host/env.ts';
import { readConfig } from './config.ts';

const read = (env: Environment) => readConfig(env, readCommon(env));

describe('configuration of geo', () => {
  it('is embedded and weighs 0.4, 0.4, 0.2 by default', () => {
    assert.deepEqual(read({}), {
      store: { kind: 'sqlite', file: 'data/geo.db', maxCells: 100_000 },
      weights: { distance: 0.4, stock: 0.4, rider: 0.2 },
      cityDatabase: undefined,
      defaultHubId: undefined,
    });
  });

  it('takes other weights', () => {
    const { weights } = read({ GEO_WEIGHTS: ' 1, 0 ,2.5' });
    assert.deepEqual(weights, { distance: 1, stock: 0, rider: 2.5 });
  });

  for (const text of [
    '1,1',
    '1,1,1,1',
    '0,0,0',
    '-1,1,1',
    'a,b,c',
    '1,,1',
    'NaN,1,1',
    '1,1,1e999',
  ]) {
    it(`refuses the weights ${text}`, () => {
      assert.throws(() => read({ GEO_WEIGHTS: text }), /^Error: GEO_WEIGHTS must be three numbers/);
    });
  }

  it('wants Redis and PostgreSQL together', () => {
    assert.throws(() => read({ STORE_ADDR: 'localhost' }), /geo needs STORE_ADDR and DATABASE_URL/);
    assert.throws(() => read({ DATABASE_URL: 'postgres://db' }), /geo needs STORE_ADDR and DATA/);
    const { store } = read({ STORE_ADDR: 'a', DATABASE_URL: 'postgres://b', GEO_PREFIX: 'x' });
    assert.deepEqual(store, { kind: 'shared', redis: 'a', postgres: 'postgres://b', prefix: 'x' });
  });
});
