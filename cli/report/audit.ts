import type { RecordedCall } from '../audit/calls.ts';
import type { Paint } from '../terminal.ts';
import { clip, columns, count, oneLine } from './text.ts';

/** One line for each call, and a sum; what records say is shown, never obeyed. */
export function callLines(calls: readonly RecordedCall[], paint: Paint): string {
  if (calls.length === 0) return 'no calls\n';
  const rows = calls.map((call) => [
    call.intent.time,
    clip(oneLine(call.intent.tool), 40),
    outcomeOf(call),
    call.outcome === undefined ? '' : `${call.outcome.durationMs} ms`,
    clip(oneLine(call.intent.principal ?? ''), 40),
    clip(argumentsOf(call), 80),
  ]);
  const failed = calls.filter(({ outcome }) => outcome?.outcome === 'failure').length;
  const lines = columns(rows).map((line, index) =>
    calls[index]?.outcome?.outcome === 'success' ? line : paint.yellow(line),
  );
  return `${lines.join('\n')}\n${count(calls.length, 'call')}, ${failed} failed\n`;
}

function outcomeOf({ outcome }: RecordedCall): string {
  if (outcome === undefined) return 'no outcome';
  const status = outcome.status === undefined ? '' : ` ${outcome.status}`;
  const attempts = outcome.attempts > 1 ? ` after ${outcome.attempts} attempts` : '';
  return oneLine(`${outcome.reason ?? outcome.outcome}${status}${attempts}`);
}

function argumentsOf({ intent }: RecordedCall): string {
  return intent.arguments === undefined ? '' : oneLine(JSON.stringify(intent.arguments));
}

/** A call as one object: the intent's members, and the outcome's under `outcome`. */
export function callAsJson({ intent, outcome }: RecordedCall): Readonly<Record<string, unknown>> {
  const { format: _format, run, seq: _seq, prev: _prev, type: _type, ...meant } = intent;
  if (outcome === undefined) return { run, ...meant, outcome: null };
  const { outcome: ended, reason, status, attempts, durationMs, upstreamMs, notes } = outcome;
  return {
    run,
    ...meant,
    outcome: {
      outcome: ended,
      ...(reason === undefined ? {} : { reason }),
      ...(status === undefined ? {} : { status }),
      time: outcome.time,
      attempts,
      durationMs,
      upstreamMs,
      requestBytes: outcome.requestBytes,
      responseBytes: outcome.responseBytes,
      notes,
    },
  };
}
