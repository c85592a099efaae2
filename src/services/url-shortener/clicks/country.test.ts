import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { StartupError } from '#kit/base/startup-error.ts';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { countryMmdb } from '#kit/testing/mmdb.ts';
import { openCountryDatabase } from './country.ts';

function write(content: Buffer | string): string {
  const file = join(temporaryFolder(), 'countries.mmdb');
  writeFileSync(file, content);
  return file;
}

test('an address has the country of its network', () => {
  const networks = { '203.0.113.0/24': 'IN', '203.0.112.0/24': 'DE', '198.51.100.0/25': 'x' };
  const countryOf = openCountryDatabase(write(countryMmdb(networks)));
  for (const [address, country] of [
    ['203.0.113.0', 'IN'],
    ['203.0.113.255', 'IN'],
    ['::ffff:203.0.113.7', 'IN'],
    ['203.0.112.255', 'DE'],
    ['203.0.114.0', 'unknown'],
    ['198.51.100.1', 'unknown'], // no code of a country
    ['127.0.0.1', 'unknown'],
    ['2001:db8::1', 'unknown'],
    ['nonsense', 'unknown'],
    ['', 'unknown'],
  ] as const) {
    for (let i = 0; i < 2; i++) assert.equal(countryOf(address), country, address);
  }
});

test('a file that is not such a database stops the start', () => {
  const fails = (file: string, message: RegExp) =>
    assert.throws(
      () => openCountryDatabase(file),
      (error: Error) => error instanceof StartupError && message.test(error.message),
    );
  fails('/nowhere/countries.mmdb', /GEOIP_DB="\/nowhere\/countries\.mmdb" is not a readable MMDB/);
  fails(write('nonsense'), /is not a readable MMDB file/);
  fails(write(countryMmdb({}, 'Test-ASN')), /holds no countries: it is a Test-ASN database/);
});
