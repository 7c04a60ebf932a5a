import { BlockList, isIP } from 'node:net';
import { isLoopbackAddress } from '../loopback.ts';
import type { ProxySettings } from './options.ts';

/** The proxy's URL for requests to an origin, or `undefined` where they go directly. */
export function proxyFor(origin: string, settings: ProxySettings | undefined): string | undefined {
  if (settings === undefined) return undefined;
  const { protocol, hostname, port } = new URL(origin);
  const proxy = protocol === 'https:' ? settings.https : settings.http;
  if (proxy === undefined || proxy === '') return undefined;
  const host = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  const target = { host, port: port === '' ? (protocol === 'https:' ? '443' : '80') : port };
  if (isLoopbackAddress(host)) return undefined;
  const entries = (settings.except ?? '').toLowerCase().split(/[\s,]+/);
  return entries.some((entry) => entry !== '' && matches(entry, target)) ? undefined : proxy;
}

interface Target {
  readonly host: string;
  readonly port: string;
}

function matches(entry: string, target: Target): boolean {
  if (entry === '*') return true;
  if (entry.includes('/')) return inRange(entry, target.host);
  const { host, port } = splitPort(entry);
  if (port !== undefined && port !== target.port) return false;
  const name = host.replace(/^\*?\./, '');
  return name !== '' && (target.host === name || target.host.endsWith(`.${name}`));
}

/** Splits `host:port`; a bare IPv6 address has colons but no port. */
function splitPort(entry: string): { readonly host: string; readonly port?: string } {
  if (isIP(entry) === 6) return { host: entry };
  const match = /^(?:\[(?<address>[^\]]+)\]|(?<name>[^:]+))(?::(?<port>\d+))?$/.exec(entry);
  const host = match?.groups?.['address'] ?? match?.groups?.['name'] ?? entry;
  const port = match?.groups?.['port'];
  return port === undefined ? { host } : { host, port };
}

function inRange(entry: string, host: string): boolean {
  const version = isIP(host);
  if (version === 0) return false;
  const [network = '', length = ''] = entry.split('/');
  if (isIP(network) !== version || !/^\d{1,3}$/.test(length)) return false;
  if (Number(length) > (version === 4 ? 32 : 128)) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, Number(length), family);
  return list.check(host, family);
}
