/**
 * Settings of a running server, as they stand under `server.runtime` of a short-form overlay and in the
 * artifact. What is absent has the value of {@link defaultRuntimeSettings}. Flags override them, then
 * `OPENAPI_MCP_*` variables do. Secrets stand here by reference only: `${NAME}`.
 */
export interface RuntimeSettings {
  readonly limits: RuntimeLimits;
  readonly audit: AuditSettings;
  readonly retry: RetrySettings;
  /** Headers added to every request; values may hold `${NAME}` references. */
  readonly headers: Readonly<Record<string, string>>;
  /** Only tools whose final hint is read-only may be called. */
  readonly readOnly: boolean;
}

/** Every limit names its unit. */
export interface RuntimeLimits {
  readonly connectTimeoutMs: number;
  /** Until the answer's headers have arrived. */
  readonly headersTimeoutMs: number;
  /** Between two pieces of the answer's body. */
  readonly bodyTimeoutMs: number;
  /** The whole call, retries included. */
  readonly totalTimeoutMs: number;
  /** Of one answer, after decompression. */
  readonly maxResponseBytes: number;
  /** Of one request body, file arguments decoded. */
  readonly maxRequestBytes: number;
  /** Items collected from a streaming answer. */
  readonly maxStreamItems: number;
  /** Redirects followed for GET and HEAD on the same origin. */
  readonly maxRedirects: number;
}

/** What is recorded of each call. */
export interface AuditSettings {
  /** `off`, `stderr`, `otel` (OpenTelemetry log records), or the path of a JSON Lines file. */
  readonly sink: string;
  /** Refuse a call whose intent cannot be recorded. */
  readonly required: boolean;
  /** How argument values are recorded. */
  readonly arguments: 'none' | 'names' | 'fingerprints' | 'redacted' | 'full';
  /**
   * When a record in a file counts as written: once the operating system has it (`never`, the default), or
   * once the disk has it (`always`).
   */
  readonly sync?: 'never' | 'always';
  /** A further record goes to a new file once the file has so many bytes; never by default. */
  readonly maxFileBytes?: number;
  /** A further record goes to a new file once the file is so many hours old; never by default. */
  readonly maxFileHours?: number;
}

/** Automatic repetition of idempotent requests (rules R19, H5). */
export interface RetrySettings {
  /** Attempts beyond the first; 0 switches retrying off. */
  readonly maxRetries: number;
  /** First wait; doubles with every attempt, with jitter. */
  readonly baseDelayMs: number;
  /** Longest wait; a longer `Retry-After` is told to the model instead. */
  readonly maxDelayMs: number;
}

/** The settings of a server about which nothing was said. */
export const defaultRuntimeSettings: RuntimeSettings = {
  limits: {
    connectTimeoutMs: 10_000,
    headersTimeoutMs: 60_000,
    bodyTimeoutMs: 60_000,
    totalTimeoutMs: 120_000,
    maxResponseBytes: 1_048_576,
    maxRequestBytes: 33_554_432,
    maxStreamItems: 1_000,
    maxRedirects: 5,
  },
  audit: { sink: 'audit.jsonl', required: false, arguments: 'redacted' },
  retry: { maxRetries: 2, baseDelayMs: 250, maxDelayMs: 10_000 },
  headers: {},
  readOnly: false,
};

/** Settings as given: any part may be absent. */
export type PartialRuntimeSettings = {
  readonly [K in keyof RuntimeSettings]?: RuntimeSettings[K] extends Readonly<
    Record<string, string>
  >
    ? RuntimeSettings[K]
    : RuntimeSettings[K] extends object
      ? Partial<RuntimeSettings[K]>
      : RuntimeSettings[K];
};

/** Lays given settings over others; a given part wins field by field, headers are merged by name. */
export function mergeRuntimeSettings(
  base: RuntimeSettings,
  given: PartialRuntimeSettings,
): RuntimeSettings {
  return {
    limits: { ...base.limits, ...given.limits },
    audit: { ...base.audit, ...given.audit },
    retry: { ...base.retry, ...given.retry },
    headers: { ...base.headers, ...given.headers },
    readOnly: given.readOnly ?? base.readOnly,
  };
}
