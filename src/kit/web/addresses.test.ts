import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import os from 'node:os';
import { isPublicAddress, isPublicElsewhere } from './addresses.ts';

test('addresses of the public internet', () => {
  for (const address of [
    '1.1.1.1',
    '93.184.216.34',
    '2606:4700::1111',
    '::ffff:1.1.1.1',
    '64:ff9b::101:101',
  ]) {
    assert.equal(isPublicAddress(address), true, address);
  }
});

test('addresses that are not: each special range, in IPv4, IPv6 and IPv4 within IPv6', () => {
  const v4 = [
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.168.1.1',
    '168.63.129.16',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
  ];
  for (const address of v4) {
    assert.equal(isPublicAddress(address), false, address);
    const hex = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
    const tail = `${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`;
    for (const form of [
      `::ffff:${tail}`,
      `::${tail}`,
      `::ffff:0:${tail}`,
      `64:ff9b::${tail}`,
      `2002:${tail}::1`,
    ]) {
      assert.equal(isPublicAddress(form), false, form);
    }
  }
  for (const address of [
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '100::1',
    '2001:db8::1',
    '2001::1',
    '64:ff9b:1::a00:1',
    '2606:4700::5efe:a00:1',
    '4000::1',
    '',
    'localhost',
    'nonsense',
  ]) {
    assert.equal(isPublicAddress(address), false, address);
  }
});

test('addresses of this machine are not elsewhere, in whatever form', (t) => {
  const netmask = { netmask: '', mac: '', internal: false, cidr: null };
  const interfaces: ReturnType<typeof os.networkInterfaces> = {
    eth0: [
      { ...netmask, family: 'IPv4', address: '93.184.216.34' },
      { ...netmask, family: 'IPv6', address: '2606:4700::1111', scopeid: 0 },
    ],
    none: undefined,
  };
  t.mock.method(os, 'networkInterfaces', () => interfaces);
  for (const own of [
    '93.184.216.34',
    '::ffff:93.184.216.34',
    '64:ff9b::93.184.216.34',
    '2606:4700::1111',
    '2606:4700:0:0::1111',
  ]) {
    assert.equal(isPublicAddress(own), true, own);
    assert.equal(isPublicElsewhere(own), false, own);
  }
  for (const other of ['93.184.216.35', '2606:4700::1112']) {
    assert.equal(isPublicElsewhere(other), true, other);
  }
  assert.equal(isPublicElsewhere('10.0.0.1'), false);
  assert.equal(isPublicElsewhere('nonsense'), false);
});

test('an IPv4 address is as public within IPv6 as by itself', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      assert.equal(isPublicAddress(`::ffff:${address}`), isPublicAddress(address));
      assert.equal(isPublicAddress(`64:ff9b::${address}`), isPublicAddress(address));
    }),
  );
});
