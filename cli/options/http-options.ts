import type { Command } from 'commander';
import type { ServerFlags } from '../server/server-flags.ts';
import { collect } from './parsers.ts';

/** Flags of a server over HTTP, as commander hands them over; `ServerFlags` has the same names but for lists. */
export interface HttpFlags {
  readonly http?: string;
  readonly publicUrl?: string;
  readonly sessions?: boolean;
  readonly allowedHost?: readonly string[];
  readonly corsOrigin?: readonly string[];
  readonly metrics?: string;
  readonly insecurePublic?: boolean;
}

/** Adds the options that a generated server has for HTTP. */
export function addHttpOptions(command: Command): void {
  command
    .option(
      '--http <address>',
      'serve Streamable HTTP at /mcp here instead of stdio: [HOST:]PORT, on 127.0.0.1 by default',
    )
    .option(
      '--public-url <url>',
      'where clients reach the server; tokens must be issued for this URL',
    )
    .option('--sessions', 'keep sessions, for older clients that ask the person through the server')
    .option(
      '--allowed-host <name>',
      'a further host name that clients may use; repeatable',
      collect,
    )
    .option('--cors-origin <origin>', 'web pages of this origin may call; repeatable', collect)
    .option('--metrics <address>', 'serve metrics for Prometheus here: [HOST:]PORT')
    .option('--insecure-public', 'listen on a network although nobody has to sign in');
}

/** The flags as a server takes them. */
export function serverHttpFlags(flags: HttpFlags): Omit<ServerFlags, 'baseUrls'> {
  const { http, publicUrl, sessions, allowedHost, corsOrigin, metrics, insecurePublic } = flags;
  return {
    ...(http === undefined ? {} : { http }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(sessions === undefined ? {} : { sessions }),
    ...(allowedHost === undefined ? {} : { allowedHosts: allowedHost }),
    ...(corsOrigin === undefined ? {} : { corsOrigins: corsOrigin }),
    ...(metrics === undefined ? {} : { metrics }),
    ...(insecurePublic === undefined ? {} : { insecurePublic }),
  };
}
