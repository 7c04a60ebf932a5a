import path from 'node:path';
import { BridgeError } from '../../src/model/errors.ts';
import type { AuditSettings } from '../../src/model/settings.ts';
import type { AuditSink, BridgeOptions } from '../../src/runtime/index.ts';
import { beginAuditChain, createStreamSink, openFileSink } from '../../src/runtime/index.ts';

/** Where a server's audit may go. */
export interface AuditPlace {
  readonly settings: AuditSettings;
  /** The sink as a flag or variable gives it: then a file that cannot be written is an error. */
  readonly explicit?: { readonly sink: string; readonly from: 'flag' | 'variable' };
  /** Folder of the generated server; absent for `serve SPEC`, whose audit goes to standard error by default. */
  readonly folder?: string;
  readonly stderr: NodeJS.WritableStream;
  /** The sink `otel`; absent where telemetry is switched off. */
  readonly otel?: AuditSink | undefined;
}

/** An open sink, and a sentence for the person where it is not the one that was meant. */
export interface OpenedAudit {
  readonly sink?: AuditSink;
  readonly warning?: string;
}

/**
 * Opens the audit's sink: a file in the server's folder by default, standard error where that cannot be written.
 *
 * @throws BridgeError `output-unwritable` for a file that was asked for, or is required, and cannot be opened,
 * `configuration-invalid` for OpenTelemetry that is switched off.
 */
export function openAudit({ settings, explicit, folder, stderr, otel }: AuditPlace): OpenedAudit {
  const target = explicit?.sink ?? settings.sink;
  if (target === 'off') return {};
  if (target === 'otel') return { sink: otel ?? refuseMissingTelemetry() };
  if (target === 'stderr') return { sink: createStreamSink(stderr) };
  const file = fileOf(target, { folder, from: explicit?.from ?? 'settings' });
  if (file === undefined) return { sink: createStreamSink(stderr) };
  try {
    return { sink: openFileSink(file, fileOptions(settings)) };
  } catch (cause) {
    if (explicit !== undefined || settings.required) {
      throw new BridgeError('output-unwritable', `The audit file ${file} cannot be written.`, {
        cause,
        fix: 'Name another with --audit FILE, or write to standard error with --audit stderr.',
      });
    }
    return {
      sink: createStreamSink(stderr),
      warning: `The audit file ${file} cannot be written; calls are recorded here instead.`,
    };
  }
}

function refuseMissingTelemetry(): never {
  throw new BridgeError(
    'configuration-invalid',
    'The audit is to go to OpenTelemetry, which is switched off for log records.',
    {
      fix:
        'Take OTEL_SDK_DISABLED and OTEL_LOGS_EXPORTER away, and set OTEL_EXPORTER_OTLP_ENDPOINT; ' +
        'or let the audit go elsewhere, with --audit FILE.',
    },
  );
}

/** A sink for several bridges, which may overlap: calls end in the bridge that they began in. */
export interface SharedSink {
  /** The audit as each bridge gets it: one chain for all of them, and closing it closes nothing. */
  readonly lent: Required<Pick<BridgeOptions, 'audit' | 'auditChain'>>;
  close(): Promise<void>;
}

/** Lets several bridges write one chain to one sink. */
export function shareSink(sink: AuditSink): SharedSink {
  const turnOver = sink.turnOver?.bind(sink);
  return {
    lent: {
      audit: {
        ...(turnOver === undefined ? {} : { turnOver }),
        write: (line, urgency) => sink.write(line, urgency),
        close: () => Promise.resolve(),
      },
      auditChain: beginAuditChain(sink),
    },
    close: () => sink.close(),
  };
}

const hourMs = 3_600_000;

function fileOptions({
  sync = 'never',
  maxFileBytes,
  maxFileHours,
}: AuditSettings): Parameters<typeof openFileSink>[1] {
  return {
    sync,
    ...(maxFileBytes === undefined ? {} : { maxBytes: maxFileBytes }),
    ...(maxFileHours === undefined ? {} : { maxAgeMs: maxFileHours * hourMs }),
  };
}

/**
 * A flag is relative to where the person stands, everything else to the server's folder. Without a folder only
 * what was asked for is written to a file.
 */
function fileOf(
  target: string,
  place: { readonly folder: string | undefined; readonly from: 'flag' | 'variable' | 'settings' },
): string | undefined {
  if (place.from === 'flag') return path.resolve(target);
  if (place.folder !== undefined) return path.resolve(place.folder, target);
  return place.from === 'variable' ? path.resolve(target) : undefined;
}
