import type { Context, TextMapPropagator } from '@opentelemetry/api';
import { defaultTextMapGetter, defaultTextMapSetter } from '@opentelemetry/api';
import type { TraceContext } from '../runtime/index.ts';
import { readTraceContext } from '../runtime/index.ts';

/** A context with what a client sent in it. */
export function extractContext(
  propagator: Pick<TextMapPropagator, 'extract'>,
  base: Context,
  carrier: TraceContext | undefined,
): Context {
  return carrier === undefined ? base : propagator.extract(base, carrier, defaultTextMapGetter);
}

/** What is passed on of a context; headers of propagators beyond W3C's are not. */
export function injectContext(
  propagator: Pick<TextMapPropagator, 'inject'>,
  context: Context,
): TraceContext | undefined {
  const carrier: Record<string, string> = {};
  propagator.inject(context, carrier, defaultTextMapSetter);
  return readTraceContext((name) => carrier[name]);
}
