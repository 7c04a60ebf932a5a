import type { Attributes, Context, Span } from '@opentelemetry/api';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { AttemptSpan, ObservedAttempt, SendResult, TraceContext } from '../runtime/index.ts';
import { boundedHttpMethod, names, otherValue } from './attributes.ts';
import { injectContext } from './carry-context.ts';
import type { Instruments } from './telemetry.ts';

/** What an attempt stands in. */
export interface AttemptPlace {
  readonly parent: Context;
  /** How often the same was sent before, in the same call. */
  readonly resends: number;
}

/** A request to the API, by the semantic conventions for HTTP clients. */
export class OtelAttemptSpan implements AttemptSpan {
  readonly trace: TraceContext | undefined;
  readonly #instruments: Instruments;
  readonly #begun = performance.now();
  readonly #context: Context;
  readonly #span: Span | undefined;
  readonly #shared: Attributes;

  constructor(
    instruments: Instruments,
    attempt: ObservedAttempt,
    { parent, resends }: AttemptPlace,
  ) {
    this.#instruments = instruments;
    this.#shared = sharedAttributes(attempt);
    this.#span = instruments.tracer?.startSpan(
      spanName(attempt),
      { kind: SpanKind.CLIENT, attributes: this.#shared },
      parent,
    );
    if (this.#span?.isRecording() === true) {
      this.#span.setAttributes(ownAttributes(attempt, resends));
    }
    this.#context = this.#span === undefined ? parent : trace.setSpan(parent, this.#span);
    this.trace = injectContext(instruments.propagator, this.#context);
  }

  end(result: SendResult): void {
    const attributes = attributesAtEnd(result);
    this.#instruments.requestDuration?.record(
      (performance.now() - this.#begun) / 1_000,
      { ...this.#shared, ...attributes },
      this.#context,
    );
    this.#span?.setAttributes(attributes);
    if (attributes[names.errorType] !== undefined) {
      this.#span?.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.#span?.end();
  }
}

function spanName({ method, template }: ObservedAttempt): string {
  const bounded = boundedHttpMethod(method);
  return `${bounded === otherValue ? 'HTTP' : bounded} ${template}`;
}

function sharedAttributes({ method, url, template }: ObservedAttempt): Attributes {
  const { protocol, hostname, port } = new URL(url);
  return {
    [names.httpMethod]: boundedHttpMethod(method),
    [names.urlScheme]: protocol.slice(0, -1),
    [names.urlTemplate]: template,
    [names.serverAddress]: hostname.replaceAll(/^\[|\]$/g, ''),
    [names.serverPort]: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  };
}

function ownAttributes({ method, shownUrl }: ObservedAttempt, resends: number): Attributes {
  return {
    [names.urlFull]: shownUrl(),
    ...(boundedHttpMethod(method) === otherValue ? { [names.httpOriginalMethod]: method } : {}),
    ...(resends === 0 ? {} : { [names.httpResendCount]: resends }),
  };
}

function attributesAtEnd(result: SendResult): Attributes {
  if (!result.ok) return { [names.errorType]: result.failure.kind };
  const { status } = result.response;
  return {
    [names.httpStatus]: status,
    ...(status >= 400 ? { [names.errorType]: String(status) } : {}),
  };
}
