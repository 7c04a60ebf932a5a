import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../src/import/read/address-policy.ts';

describe('addresses that references may reach', () => {
  it.each([
    '1.1.1.1',
    '93.184.215.14',
    '172.32.0.1',
    '2606:4700::1111',
    '2a00:1450:4001:81b::200e',
  ])('L6 takes %s for public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.0.9',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ])('L6 refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
