import type { HeaderPair, RequestPlan } from './request/plan.ts';

/** What ties the work of several programs together: W3C Trace Context and W3C Baggage, as their headers spell them. */
export interface TraceContext {
  readonly traceparent?: string;
  /** Only beside a `traceparent`. */
  readonly tracestate?: string;
  readonly baggage?: string;
}

/** W3C Trace Context §3.2: no version `ff`, no id of zeros; versions after 00 may say more. */
const ids = '(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}';
const traceparentForm = new RegExp(
  String.raw`^(?:00-${ids}|(?!00|ff)[0-9a-f]{2}-${ids}(?:-[\x21-\x7e]{0,400})?)$`,
);

/** What a header may hold, no longer than W3C Baggage §3.3.2 wants it passed on. */
const headerForm = /^[\x20-\x7e]{1,8192}$/;

/**
 * Reads a trace context by the names of its headers, which are those of MCP's `_meta` keys too. What is malformed counts
 * as absent, as W3C Trace Context §4.2 wants it.
 *
 * @returns `undefined` where there is none.
 */
export function readTraceContext(read: (name: string) => unknown): TraceContext | undefined {
  const traceparent = matching(read('traceparent'), traceparentForm);
  const baggage = matching(read('baggage'), headerForm);
  if (traceparent === undefined) return baggage === undefined ? undefined : { baggage };
  const tracestate = matching(read('tracestate'), headerForm);
  return {
    traceparent,
    ...(tracestate === undefined ? {} : { tracestate }),
    ...(baggage === undefined ? {} : { baggage }),
  };
}

function matching(value: unknown, form: RegExp): string | undefined {
  return typeof value === 'string' && form.test(value) ? value : undefined;
}

/** Every header of a trace context. */
export const traceHeaders: readonly (keyof TraceContext)[] = [
  'traceparent',
  'tracestate',
  'baggage',
];

/**
 * The request with the trace context in its headers; a header that it has already stays as it is.
 *
 * @param passed The headers that are passed on.
 */
export function withTraceHeaders(
  plan: RequestPlan,
  trace: TraceContext | undefined,
  passed: readonly (keyof TraceContext)[],
): RequestPlan {
  if (trace === undefined) return plan;
  const taken = new Set(plan.headers.map(([name]) => name.toLowerCase()));
  const added = passed.flatMap((name): readonly HeaderPair[] => {
    const value = trace[name];
    return value === undefined || taken.has(name) ? [] : [[name, value]];
  });
  return { ...plan, headers: [...plan.headers, ...added] };
}
