import type { ExporterKind, Signals } from '../../src/otel/signals.ts';
import type { BridgeOptions } from '../../src/runtime/index.ts';
import type { ServerEnvironment } from './environment.ts';
import type { ReadVariable } from './variable-values.ts';
import { readList } from './variable-values.ts';

/** Which signals the variables ask for, and sentences about what cannot be had. */
export interface WantedTelemetry {
  readonly signals: Signals;
  readonly warnings: readonly string[];
}

/**
 * Reads which signals are wanted, by the variables of the OpenTelemetry specification. Unlike there nothing is exported by
 * default: a signal is wanted where its exporter is named, or an endpoint for it. Log records are the audit, and wanted
 * where that goes to OpenTelemetry.
 */
export function wantedTelemetry(read: ReadVariable, auditIsLogs: boolean): WantedTelemetry {
  if (read('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') {
    return { signals: { traces: [], metrics: [], logs: [] }, warnings: [] };
  }
  const warnings: string[] = [];
  const kindsOf = (signal: SignalName, isWanted: boolean): readonly ExporterKind[] =>
    exportersOf(signal, read, isWanted).flatMap((name) => {
      const found = kindOf(signal, name, read);
      if (found.warning !== undefined) warnings.push(found.warning);
      return found.kind ?? [];
    });
  const signals = {
    traces: kindsOf('TRACES', hasEndpoint('TRACES', read)),
    metrics: kindsOf('METRICS', hasEndpoint('METRICS', read)),
    logs: auditIsLogs ? kindsOf('LOGS', true) : [],
  };
  return { signals, warnings };
}

type SignalName = 'TRACES' | 'METRICS' | 'LOGS';

function hasEndpoint(signal: SignalName, read: ReadVariable): boolean {
  const names = ['OTEL_EXPORTER_OTLP_ENDPOINT', `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`];
  return names.some((name) => read(name) !== undefined);
}

/** The exporters of a signal by name, each once; `otlp` where none is named and the signal is wanted. */
function exportersOf(signal: SignalName, read: ReadVariable, isWanted: boolean): readonly string[] {
  const named = read(`OTEL_${signal}_EXPORTER`);
  if (named === undefined) return isWanted ? ['otlp'] : [];
  const names = named.split(',').map((name) => name.trim().toLowerCase());
  return [...new Set(names)].filter((name) => name !== '' && name !== 'none');
}

function kindOf(
  signal: SignalName,
  name: string,
  read: ReadVariable,
): { readonly kind?: ExporterKind; readonly warning?: string } {
  const variable = `OTEL_${signal}_EXPORTER`;
  if (name === 'console') return { kind: 'stderr' };
  if (name !== 'otlp') {
    return {
      warning: `${variable}: "${name}" is left out. There are otlp, console (to standard error) and none.`,
    };
  }
  const specific = `OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`;
  const protocol = read(specific) ?? read('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf';
  return protocol === 'http/protobuf' || protocol === 'http/json'
    ? { kind: protocol }
    : {
        warning:
          `The protocol "${protocol}" of OTLP is not spoken, so ${signal.toLowerCase()} are not exported. ` +
          `Set ${specific} to http/protobuf or http/json, and the endpoint to a port that takes it, usually 4318.`,
      };
}

/** Headers of a client's trace context that go on to the API, with telemetry or without; all by default. */
export function passedTraceHeaders(
  read: ReadVariable,
): NonNullable<BridgeOptions['traceHeaders']> | undefined {
  const propagators = readList('OTEL_PROPAGATORS', read);
  if (propagators === undefined) return undefined;
  return [
    ...(propagators.includes('tracecontext') ? (['traceparent', 'tracestate'] as const) : []),
    ...(propagators.includes('baggage') ? (['baggage'] as const) : []),
  ];
}

/** The variables for OpenTelemetry; headers, which hold keys, may stand in files. */
export function otelVariables({
  names,
  read,
}: Pick<ServerEnvironment, 'names' | 'read'>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names
      .filter((name) => name.startsWith('OTEL_'))
      .map((name) => name.replace(/_HEADERS_FILE$/, '_HEADERS'))
      .flatMap((name) => {
        const value = read(name);
        return value === undefined ? [] : [[name, value]];
      }),
  );
}

/** Values of headers for collectors, as they are written and as they are sent. */
export function headerSecrets(variables: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(variables)
    .filter(([name]) => name.endsWith('_HEADERS'))
    .flatMap(([, list]) => list.split(','))
    .map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
    .flatMap((value) => [value, decoded(value)])
    .filter((value) => value !== '');
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
