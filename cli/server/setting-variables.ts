import { didYouMean } from '../../src/model/nearest-names.ts';
import type { PartialRuntimeSettings, RuntimeLimits } from '../../src/model/settings.ts';
import { httpVariables } from './http-variables.ts';
import type { ReadVariable } from './variable-values.ts';
import { readCount, readSwitch, readWord } from './variable-values.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const prefix = 'OPENAPI_MCP_';

/** Limits by their variables. */
const limitVariables: Readonly<Record<string, keyof RuntimeLimits>> = {
  OPENAPI_MCP_BODY_TIMEOUT_MS: 'bodyTimeoutMs',
  OPENAPI_MCP_CONNECT_TIMEOUT_MS: 'connectTimeoutMs',
  OPENAPI_MCP_HEADERS_TIMEOUT_MS: 'headersTimeoutMs',
  OPENAPI_MCP_MAX_REDIRECTS: 'maxRedirects',
  OPENAPI_MCP_MAX_REQUEST_BYTES: 'maxRequestBytes',
  OPENAPI_MCP_MAX_RESPONSE_BYTES: 'maxResponseBytes',
  OPENAPI_MCP_MAX_STREAM_ITEMS: 'maxStreamItems',
  OPENAPI_MCP_TOTAL_TIMEOUT_MS: 'totalTimeoutMs',
};

const retryVariables = {
  OPENAPI_MCP_MAX_RETRIES: 'maxRetries',
  OPENAPI_MCP_RETRY_BASE_DELAY_MS: 'baseDelayMs',
  OPENAPI_MCP_RETRY_MAX_DELAY_MS: 'maxDelayMs',
} as const;

const argumentPolicies = ['none', 'names', 'fingerprints', 'redacted', 'full'] as const;
const syncPolicies = ['never', 'always'] as const;

/** Every variable that holds a setting, in the order of the documentation. */
export const settingVariables: readonly string[] = [
  'OPENAPI_MCP_ALLOW_HTTP_TOKEN_URLS',
  'OPENAPI_MCP_AUDIT',
  'OPENAPI_MCP_AUDIT_ARGUMENTS',
  'OPENAPI_MCP_AUDIT_KEY',
  'OPENAPI_MCP_AUDIT_MAX_FILE_BYTES',
  'OPENAPI_MCP_AUDIT_MAX_FILE_HOURS',
  'OPENAPI_MCP_AUDIT_REQUIRED',
  'OPENAPI_MCP_AUDIT_SYNC',
  'OPENAPI_MCP_CLIENT_CERTIFICATE',
  'OPENAPI_MCP_CLIENT_KEY',
  'OPENAPI_MCP_CLIENT_KEY_PASSPHRASE',
  'OPENAPI_MCP_LOGINS',
  'OPENAPI_MCP_READ_ONLY',
  'OPENAPI_MCP_REDIS_PREFIX',
  'OPENAPI_MCP_REDIS_REQUIRED',
  'OPENAPI_MCP_REDIS_TIMEOUT_MS',
  'OPENAPI_MCP_TLS_CA',
  ...Object.keys(limitVariables),
  ...Object.keys(retryVariables),
  ...httpVariables,
];

/**
 * The settings that variables hold.
 *
 * @throws BridgeError `configuration-invalid` for a value that cannot be used.
 */
export function readSettingVariables(read: ReadVariable): PartialRuntimeSettings {
  const limits: Partial<Mutable<RuntimeLimits>> = {};
  for (const [name, limit] of Object.entries(limitVariables)) {
    const value = readCount(name, read);
    if (value !== undefined) limits[limit] = value;
  }
  const retry: { maxRetries?: number; baseDelayMs?: number; maxDelayMs?: number } = {};
  for (const name of Object.keys(retryVariables) as (keyof typeof retryVariables)[]) {
    const value = readCount(name, read);
    if (value !== undefined) retry[retryVariables[name]] = value;
  }
  const sink = read('OPENAPI_MCP_AUDIT');
  const required = readSwitch('OPENAPI_MCP_AUDIT_REQUIRED', read);
  const argumentPolicy = readWord('OPENAPI_MCP_AUDIT_ARGUMENTS', argumentPolicies, read);
  const sync = readWord('OPENAPI_MCP_AUDIT_SYNC', syncPolicies, read);
  const maxFileBytes = readCount('OPENAPI_MCP_AUDIT_MAX_FILE_BYTES', read);
  const maxFileHours = readCount('OPENAPI_MCP_AUDIT_MAX_FILE_HOURS', read);
  const readOnly = readSwitch('OPENAPI_MCP_READ_ONLY', read);
  return {
    limits,
    retry,
    audit: {
      ...(sink === undefined ? {} : { sink }),
      ...(required === undefined ? {} : { required }),
      ...(argumentPolicy === undefined ? {} : { arguments: argumentPolicy }),
      ...(sync === undefined ? {} : { sync }),
      ...(maxFileBytes === undefined ? {} : { maxFileBytes }),
      ...(maxFileHours === undefined ? {} : { maxFileHours }),
    },
    ...(readOnly === undefined ? {} : { readOnly }),
  };
}

/** Sentences about variables that look like settings and are none, so that a typing error shows. */
export function unknownSettingVariables(names: Iterable<string>): readonly string[] {
  return [...names]
    .filter((name) => name.startsWith(prefix) && !settingVariables.includes(fileless(name)))
    .sort()
    .map((name) => `${name} is not a setting. ${didYouMean(name, settingVariables)}`.trim());
}

/** `NAME_FILE` names a file that holds the value of `NAME`. */
function fileless(name: string): string {
  return name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : name;
}
