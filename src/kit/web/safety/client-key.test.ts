import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clientKey } from './client-key.ts';

describe('the key of a client', () => {
  const keys: [address: string, key: string | undefined][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['2001:db8:1:2ff::1', '2001:db8:1:200::/56'],
    ['2001:db8:1:200:ffff:ffff:ffff:ffff', '2001:db8:1:200::/56'],
    ['2001:DB8:1:0200::', '2001:db8:1:200::/56'],
    ['2001:db8:1:300::1', '2001:db8:1:300::/56'],
    ['::1', '::/56'],
    ['fe80::1%eth0', 'fe80::/56'],
    ['192.0.2.1:5000', '192.0.2.1'],
    ['[2001:db8:1:2ff::1]:5000', '2001:db8:1:200::/56'],
    ['[2001:db8:1:2ff::1]', '2001:db8:1:200::/56'],
    ['[::ffff:192.0.2.1]:80', '192.0.2.1'],
    ['', undefined],
    ['192.0.2.1:', undefined],
    ['[192.0.2.1', undefined],
    ['localhost', undefined],
    ['1', undefined],
    ['0x7f.1', undefined],
    ['256.1.1.1', undefined],
    ['192.0.2.1/24', undefined],
    [':::', undefined],
    ['2001:db8::/56', undefined],
  ];
  for (const [address, key] of keys) {
    it(`of ${JSON.stringify(address)} is ${key}`, () => assert.equal(clientKey(address), key));
  }
});
