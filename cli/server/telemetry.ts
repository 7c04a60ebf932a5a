import type { BridgeArtifact } from '../../src/model/artifact.ts';
import type { StartedTelemetry } from '../../src/otel/otel.ts';
import { createRedactor } from '../../src/runtime/index.ts';
import type { ServerEnvironment } from './environment.ts';
import type { WantedTelemetry } from './telemetry-variables.ts';
import { headerSecrets, otelVariables, wantedTelemetry } from './telemetry-variables.ts';

/** What decides about telemetry. */
export interface TelemetryPlace {
  readonly artifact: BridgeArtifact;
  readonly environment: Pick<ServerEnvironment, 'names' | 'read'>;
  readonly audit: {
    /** Where the audit goes. */
    readonly sink: string;
    readonly required: boolean;
  };
  readonly say: (sentence: string) => void;
  readonly stderr: NodeJS.WritableStream;
  /** Whether only the audit may be exported: nobody sends requests here. */
  readonly auditOnly?: boolean;
}

/** Telemetry that runs, and the secrets in its variables. */
export interface OpenedTelemetry extends StartedTelemetry {
  readonly secrets: readonly string[];
}

/** Starts telemetry where the `OTEL_*` variables or the audit ask for it; loads nothing of it where they do not. */
export async function openTelemetry(place: TelemetryPlace): Promise<OpenedTelemetry | undefined> {
  const { artifact, environment, audit, say, stderr } = place;
  const { signals, warnings } = onlyAudit(
    wantedTelemetry(environment.read, audit.sink === 'otel'),
    place.auditOnly ?? false,
  );
  for (const warning of warnings) say(warning);
  if (Object.values(signals).every((kinds) => kinds.length === 0)) return undefined;
  const variables = otelVariables(environment);
  const secrets = headerSecrets(variables);
  const redactor = createRedactor(secrets);
  const { startTelemetry } = await import('../../src/otel/otel.ts');
  const started = startTelemetry({
    signals,
    variables,
    service: artifact.server,
    version: artifact.generator.version,
    confirmLogs: audit.required,
    say: (sentence) => say(redactor.scrub(sentence)),
    write: (text) => void stderr.write(text),
  });
  return {
    ...started,
    secrets,
    close: async () => {
      await started.close();
      endSoon();
    },
  };
}

/** Requests to a collector that does not answer must not keep the process once all else is done. */
function endSoon(): void {
  setTimeout(() => process.exit(), 500).unref();
}

function onlyAudit({ signals, warnings }: WantedTelemetry, auditOnly: boolean): WantedTelemetry {
  return { warnings, signals: auditOnly ? { ...signals, traces: [], metrics: [] } : signals };
}
