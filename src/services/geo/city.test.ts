import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { StartupError } from '#kit/base/startup-error.ts';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { openCityDatabase } from './city.ts';
import { mmdb } from '#kit/testing/mmdb.ts';

function file(content: string | Buffer): string {
  const path = join(temporaryFolder(), 'city.mmdb');
  writeFileSync(path, content);
  return path;
}

const jakarta = { location: { latitude: -6.2, longitude: 106.8, accuracy_radius: 20 } };
const place = { lat: -6.2, lng: 106.8, radiusKm: 20 };
const open = (networks: Parameters<typeof mmdb>[0], options?: Parameters<typeof mmdb>[1]) =>
  openCityDatabase(file(mmdb(networks, options)));

describe('city database', () => {
  it('knows where IPv4 and IPv6 addresses are, also an IPv4 address written as IPv6', () => {
    const locate = open({ '203.0.113.0/24': jakarta, '2001:db8::/32': jakarta });
    for (const address of ['203.0.113.1', '203.0.113.255', '::ffff:203.0.113.9', '2001:db8::1']) {
      assert.deepEqual(locate(address), place, address);
    }
    for (const address of ['203.0.114.1', '8.8.8.8', '2001:db9::1', '', 'nonsense', 'unix:']) {
      assert.equal(locate(address), undefined, address);
    }
  });

  it('is never asked about private, loopback, link-local and shared addresses', () => {
    const locate = open({ '0.0.0.0/1': jakarta, '128.0.0.0/1': jakarta, '8000::/1': jakarta });
    assert.deepEqual(locate('8.8.8.8'), place);
    for (const address of [
      '10.1.2.3',
      '127.0.0.1',
      '169.254.1.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '100.64.0.1',
      '100.127.255.255',
      '0.0.0.0',
      '255.255.255.255',
      '::1',
      '::',
      'fe80::1',
      'fe80::1%eth0',
      'fc00::1',
      'fdff::1',
      'ff02::1',
      '::ffff:10.1.2.3',
      '::FFFF:192.168.1.1',
      '::ffff:a01:203',
    ]) {
      assert.equal(locate(address), undefined, address);
    }
    for (const address of ['172.32.0.1', '100.128.0.1', '11.0.0.1', '192.169.0.1']) {
      assert.deepEqual(locate(address), place, address);
    }
  });

  it('without IPv6 knows no IPv6 address', () => {
    const locate = open({ '32.0.0.0/8': jakarta }, { ipVersion: 4 });
    assert.deepEqual(locate('32.1.13.184'), place);
    assert.equal(locate('2001:db8::1'), undefined); // begins with the same bits as 32.1.13.184
  });

  it('takes a missing accuracy radius for 0, and a record without a place for none', () => {
    const locate = open({
      '1.0.0.0/8': { location: { latitude: 1.5, longitude: 2.5 } },
      '2.0.0.0/8': { location: { latitude: 1.5 } },
      '3.0.0.0/8': { location: { latitude: 91.5, longitude: 2.5 } },
      '4.0.0.0/8': { city: { geoname_id: 1 } },
      '5.0.0.0/8': { location: 'somewhere' },
    });
    assert.deepEqual(locate('1.2.3.4'), { lat: 1.5, lng: 2.5, radiusKm: 0 });
    for (const address of ['2.2.3.4', '3.2.3.4', '4.2.3.4', '5.2.3.4']) {
      assert.equal(locate(address), undefined, address);
    }
  });

  it('survives a damaged record', () => {
    const content = mmdb({ '1.0.0.0/8': jakarta });
    content.fill(0xff, content.indexOf('location'), content.indexOf('latitude'));
    assert.equal(openCityDatabase(file(content))('1.2.3.4'), undefined);
  });

  it('stops the start when it cannot be read, is not an MMDB or has no cities', () => {
    const whole = mmdb({ '1.0.0.0/8': jakarta });
    const bad = [
      '/nowhere/city.mmdb',
      temporaryFolder(),
      file(''),
      file('this is not a database'),
      file(Buffer.alloc(10_000, 7)),
      file(whole.subarray(0, whole.length / 2)),
      file(mmdb({ '1.0.0.0/8': jakarta }, { type: 'Test-ASN' })),
    ];
    for (const path of bad) {
      assert.throws(
        () => openCityDatabase(path),
        (error: Error) => {
          assert.ok(error instanceof StartupError, path);
          assert.match(error.message, /^GEOIP_DB="/);
          return true;
        },
      );
    }
  });
});
