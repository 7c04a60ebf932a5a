import type { BridgeParts } from './bridge-options.ts';
import type { Redactor } from './redact.ts';
import type { ObservedRequest, RequestEnd, RequestSpan, Telemetry } from './telemetry-port.ts';

/** Longest text of a client's own that is passed on. */
const maxLength = 200;

/**
 * The same telemetry, which never hears of a secret: names, URIs and messages are a client's own words. URIs hold values of
 * arguments, and are left out where the audit does not record those (rule R11).
 */
export function redactTelemetry<S>(
  telemetry: Telemetry,
  { redactor, settings }: Pick<BridgeParts<S>, 'redactor' | 'settings'>,
): Telemetry {
  const { arguments: policy } = settings.audit;
  const showsValues = policy === 'full' || policy === 'redacted';
  return {
    begin: (request) => {
      const span = telemetry.begin(redactRequest(request, redactor, showsValues));
      return redactSpan(span, redactor);
    },
    observe: (source) => telemetry.observe(source),
  };
}

function redactRequest(
  request: ObservedRequest,
  redactor: Redactor,
  showsValues: boolean,
): ObservedRequest {
  const { target, ...rest } = request;
  const { id, method, revision } = rest;
  return {
    ...rest,
    id: typeof id === 'string' ? shown(id, redactor) : id,
    method: shown(method, redactor),
    ...(revision === undefined ? {} : { revision: shown(revision, redactor) }),
    ...(target === undefined || (target.kind === 'resource' && !showsValues)
      ? {}
      : { target: { ...target, name: shown(target.name, redactor) } }),
  };
}

/** First redacted, then cut: of a secret that is cut in two, each half would stay. */
function shown(text: string, redactor: Redactor): string {
  return redactor.scrub(text).slice(0, maxLength);
}

function redactSpan(span: RequestSpan, redactor: Redactor): RequestSpan {
  return {
    trace: span.trace,
    called: (tool) => span.called(tool),
    failed: (reason) => span.failed(reason),
    attempt: (attempt) => span.attempt(attempt),
    end: (end) => span.end(redactEnd(end, redactor)),
  };
}

function redactEnd(end: RequestEnd, redactor: Redactor): RequestEnd {
  return end.kind === 'error' ? { ...end, message: shown(end.message, redactor) } : end;
}
