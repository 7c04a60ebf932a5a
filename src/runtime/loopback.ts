import { isIP } from 'node:net';

/** Whether a host is this machine, by its name or address alone (RFC 6761 §6.3); brackets of IPv6 may be there. */
export function isLoopbackAddress(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (isIP(name) === 4 && name.startsWith('127.'))
  );
}
