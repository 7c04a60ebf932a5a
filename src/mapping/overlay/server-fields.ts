import type { SecurityRequirement, SecurityScheme } from '../../model/security.ts';
import type {
  AuditSettings,
  PartialRuntimeSettings,
  RetrySettings,
  RuntimeLimits,
} from '../../model/settings.ts';
import type { Icon } from '../../model/tool.ts';
import {
  type Check,
  flag,
  listOf,
  mapOf,
  oneOf,
  record,
  text,
  textLike,
  wholeNumber,
} from './check.ts';
import { headersCheck } from './headers.ts';
import { type IconFiles, iconsCheck } from './icons.ts';
import { securityCheck, securitySchemeCheck } from './security-fields.ts';
import { type MiddlewareUse, middlewareUse } from './tool-fields.ts';

/** What a short form says of the server, by its keys. */
export interface ServerFields {
  readonly name?: string;
  readonly title?: string;
  readonly version?: string;
  readonly websiteUrl?: string;
  readonly instructions?: string;
  readonly icons?: readonly Icon[];
  readonly 'icons+'?: readonly Icon[];
  /** `deferred` and `direct` replace the choice by size. */
  readonly mode?: 'direct' | 'deferred';
  readonly runtime?: PartialRuntimeSettings;
  /** Headers for every request; the same as `runtime.headers`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  /** For operations about which the document says nothing. */
  readonly security?: readonly SecurityRequirement[];
  /** Around every tool, outermost first. */
  readonly middleware?: readonly MiddlewareUse[];
}

/** The form of a server's name: part of tool names in clients, and of environment variables. */
export const serverNameForm: RegExp = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

const limits: Check<Partial<RuntimeLimits>> = record<Partial<RuntimeLimits>>({
  connectTimeoutMs: wholeNumber(1),
  headersTimeoutMs: wholeNumber(1),
  bodyTimeoutMs: wholeNumber(1),
  totalTimeoutMs: wholeNumber(1),
  maxResponseBytes: wholeNumber(1),
  maxRequestBytes: wholeNumber(1),
  maxStreamItems: wholeNumber(1),
  maxRedirects: wholeNumber(0),
});

const audit: Check<Partial<AuditSettings>> = record<Partial<AuditSettings>>({
  sink: text,
  required: flag,
  arguments: oneOf(['none', 'names', 'fingerprints', 'redacted', 'full']),
  sync: oneOf(['never', 'always']),
  maxFileBytes: wholeNumber(1),
  maxFileHours: wholeNumber(1),
});

const retry: Check<Partial<RetrySettings>> = record<Partial<RetrySettings>>({
  maxRetries: wholeNumber(0),
  baseDelayMs: wholeNumber(1),
  maxDelayMs: wholeNumber(1),
});

const runtime: Check<PartialRuntimeSettings> = record<PartialRuntimeSettings>({
  limits,
  audit,
  retry,
  headers: headersCheck,
  readOnly: flag,
});

/** Reads `server`. */
export function serverCheck(icons: IconFiles): Check<ServerFields> {
  return record<ServerFields>({
    name: textLike(serverNameForm, 'a name of letters, digits, _ and -, at most 64 long'),
    title: text,
    version: text,
    websiteUrl: textLike(/^https?:\/\/\S+$/, 'an http or https URL'),
    instructions: text,
    icons: iconsCheck(icons),
    'icons+': iconsCheck(icons),
    mode: oneOf(['direct', 'deferred']),
    runtime,
    headers: headersCheck,
    securitySchemes: mapOf(securitySchemeCheck),
    security: securityCheck,
    middleware: listOf(middlewareUse),
  });
}
