import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { ApiModel, MockServer, RequestRecord } from '../../src/index.ts';
import { BridgeError, createMock, readApis, recordOf, startMockServer } from '../../src/index.ts';
import type { ExitCode } from '../exit-codes.ts';
import { exitCodes, UsageError } from '../exit-codes.ts';
import type { SpecRequest } from '../load.ts';
import { assertOneOrigin, tellDiagnostics, tellNothing } from '../load.ts';
import { parseSpecs } from '../options/spec-argument.ts';
import type { SpecFlags } from '../options/spec-options.ts';
import { readOptionsOf } from '../options/spec-options.ts';
import { count, oneLine } from '../report/text.ts';
import { abortOnSignals } from '../signals.ts';
import type { Terminal } from '../terminal.ts';

/** Flags of `mock`. */
export interface MockFlags extends Pick<
  SpecFlags,
  'overlay' | 'specHeader' | 'allowRemoteRefs' | 'refRoot' | 'all' | 'json'
> {
  readonly port?: number;
  readonly host: string;
  readonly record?: string;
}

/** A command line of `mock`. */
export interface MockRequest extends SpecRequest {
  readonly flags: MockFlags;
}

/** Serves mocks of documents until a signal comes. */
export async function runMock(request: MockRequest): Promise<ExitCode> {
  const { written, flags, terminal } = request;
  const [first, ...others] = parseSpecs(written);
  if (first === undefined) throw new UsageError('Name a document.');
  assertOneOrigin([first, ...others], flags);
  const read = await readApis([first, ...others], {
    ...readOptionsOf(flags),
    workingFolder: terminal.folder,
  });
  if (read.apis === undefined) {
    tellNothing(read, request, 'Nothing is served.');
    return exitCodes.failed;
  }
  if (flags.all === true) tellDiagnostics(read, request);
  const record = openRecord(flags.record, terminal);
  try {
    const server = await startMockServer(read.apis.map(createMock), {
      port: flags.port ?? 0,
      host: flags.host,
      onRequest: (received, result, mock) => {
        const entry = recordOf(received, result, mock.credentials);
        record.write(entry);
        tellRequest(entry, request);
      },
    });
    tellStart(server, read.apis, request);
    await aborted(abortOnSignals());
    await server.close();
  } finally {
    record.close();
  }
  return exitCodes.done;
}

/** Where requests are recorded. */
interface RecordFile {
  readonly write: (entry: RequestRecord) => void;
  readonly close: () => void;
}

/** @throws BridgeError `output-unwritable` for a file that cannot be written. */
function openRecord(file: string | undefined, { folder }: Terminal): RecordFile {
  if (file === undefined) return { write: () => undefined, close: () => undefined };
  const place = path.resolve(folder, file);
  let descriptor: number;
  try {
    descriptor = openSync(place, 'a', 0o600);
  } catch (cause) {
    throw new BridgeError('output-unwritable', `${place} cannot be written.`, {
      cause,
      fix: 'Name another file with --record.',
    });
  }
  return {
    // In one piece and at once: a request that is answered is on record.
    write: (entry) => void writeSync(descriptor, `${JSON.stringify(entry)}\n`),
    close: () => {
      closeSync(descriptor);
    },
  };
}

function tellStart(
  { url }: MockServer,
  apis: readonly ApiModel[],
  { flags, terminal }: MockRequest,
): void {
  if (flags.json === true) {
    terminal.write(`${JSON.stringify({ url })}\n`);
    return;
  }
  terminal.write(`${url}\n`);
  for (const { info, operations } of apis) {
    terminal.tell(`${oneLine(info.title)}: ${count(operations.length, 'operation')}\n`);
  }
}

function tellRequest(entry: RequestRecord, { flags, terminal }: MockRequest): void {
  if (flags.json === true) {
    terminal.write(`${JSON.stringify(entry)}\n`);
    return;
  }
  const paint = terminal.tellPaint;
  const { method, target, status, mismatches } = entry;
  const painted = status < 400 ? paint.green(status) : paint.red(status);
  terminal.tell(`${painted} ${oneLine(`${method} ${target}`)}\n`);
  for (const { place, message } of mismatches) {
    terminal.tell(`    ${oneLine(place)}: ${oneLine(message)}\n`);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
