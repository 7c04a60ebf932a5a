import { BlockList, isIP } from 'node:net';

/**
 * Addresses that no reference may reach (rule L6): everything that the IANA special-purpose registries
 * do not call globally reachable.
 */
const specialAddresses = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  specialAddresses.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const) {
  specialAddresses.addSubnet(network, prefix, 'ipv6');
}

/** The only part of IPv6 that is assigned to the Internet at large (RFC 4291 §2.4). */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an IP address is on the public Internet. An IPv6 address that carries an IPv4 one (mapped,
 * translated, tunnelled) never is.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !specialAddresses.check(address, 'ipv4');
    case 6:
      return globalUnicast.check(address, 'ipv6') && !specialAddresses.check(address, 'ipv6');
    default:
      return false;
  }
}
