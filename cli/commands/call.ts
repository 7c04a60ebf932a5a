import { createInterface } from 'node:readline/promises';
import path from 'node:path';
import type {
  Bridge,
  BridgeArtifact,
  BridgeOptions,
  ElicitationAnswer,
  JsonObject,
  Redactor,
  RequestPlan,
  ToolMetadata,
  ToolOutcome,
  Upstream,
  UpstreamOptions,
} from '../../src/index.ts';
import {
  createBridge,
  createLazyUpstream,
  createLoginFile,
  createRedactor,
  metadataOf,
  stringifyDocument,
} from '../../src/index.ts';
import { parseCallArguments, parseJsonArguments } from '../call-arguments.ts';
import { referencedVariables } from '../credentials.ts';
import { curlCommand } from '../curl.ts';
import { dryRunCredentials, dryRunSecrets, dryRunTokens } from '../dry-run.ts';
import type { ExitCode } from '../exit-codes.ts';
import { exitCodes, UsageError } from '../exit-codes.ts';
import type { SpecRequest } from '../load.ts';
import { loadBridge, tellNothing } from '../load.ts';
import type { SpecFlags } from '../options/spec-options.ts';
import { outcomeText } from '../report/outcome.ts';
import type { ServerConfiguration } from '../server/configuration.ts';
import { configureServer } from '../server/configuration.ts';
import { loginFileOf } from '../server/credentials/login-place.ts';
import { readEnvironment } from '../server/environment.ts';
import type { Extensions } from '../server/extensions.ts';
import { loadExtensions } from '../server/extensions.ts';
import { openAudit } from '../server/open-audit.ts';
import { loginOptions } from '../server/start-bridge.ts';
import { openTelemetry } from '../server/telemetry.ts';
import { upstreamOptions } from '../server/upstream-options.ts';
import type { ReadVariable } from '../server/variable-values.ts';
import { findTool } from './inspect.ts';

/** Flags of `call`. */
export interface CallFlags extends SpecFlags {
  readonly arg?: readonly string[];
  readonly jsonArgs?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** A command line of `call`. */
export interface CallRequest extends SpecRequest {
  readonly flags: CallFlags;
  readonly tool: string;
}

/** Calls one tool, or shows the request that the call would send; ends with 1 where the call fails. */
export async function runCall(request: CallRequest): Promise<ExitCode> {
  const { flags, terminal } = request;
  const loaded = await loadBridge(request);
  if (loaded.artifact === undefined) {
    if (loaded.kind === 'built') tellNothing(loaded.result, request, 'Nothing was called.');
    return exitCodes.failed;
  }
  // In deferred mode, too, a person calls tools by their own names.
  const artifact: BridgeArtifact = { ...loaded.artifact, mode: 'direct' };
  const folder = loaded.kind === 'folder' ? loaded.folder : undefined;
  const extensions = await loadExtensions(folder);
  const own = extensions.tools.map((each) => metadataOf(each));
  const tool = findTool<ToolMetadata>([...artifact.tools, ...own], request.tool);
  if (flags.dryRun === true && own.includes(tool)) {
    throw new UsageError(
      `--dry-run shows requests to the API, and ${tool.name} of tools.mjs would run instead.`,
    );
  }
  const values = argumentsFrom(flags, tool);
  const environment = readEnvironment(
    terminal.environment,
    folder === undefined ? undefined : path.join(folder, '.env'),
  );
  const { names, read } = environment;
  const call: Call = { request, folder, extensions, artifact, tool, values, names, read };
  return flags.dryRun === true ? showRequest(call) : makeCall(call);
}

/** One call with everything it needs. */
interface Call {
  readonly request: CallRequest;
  /** Of a built server; absent for documents. */
  readonly folder: string | undefined;
  readonly extensions: Extensions;
  readonly artifact: BridgeArtifact;
  readonly tool: ToolMetadata;
  readonly values: JsonObject;
  /** Variables that are set. */
  readonly names: readonly string[];
  readonly read: ReadVariable;
}

function argumentsFrom(flags: CallFlags, tool: ToolMetadata): JsonObject {
  return flags.jsonArgs === undefined
    ? parseCallArguments(flags.arg ?? [], tool)
    : parseJsonArguments(flags.jsonArgs);
}

async function makeCall(call: Call): Promise<ExitCode> {
  const { outcome } = await callThrough(call, { kind: 'real' });
  return showOutcome(outcome, call.request);
}

/**
 * Shows what would be sent, with placeholders where secrets would stand: the request is made without them, so
 * they are never in what is shown.
 */
async function showRequest(call: Call): Promise<ExitCode> {
  const { request, artifact, read } = call;
  const referenced = new Set(referencedVariables(artifact));
  const masked: Call = {
    ...call,
    read: (name) => {
      const value = read(name);
      return value !== undefined && referenced.has(name) ? placeholderOf(name) : value;
    },
  };
  const first = await planThrough(masked, false);
  const planned =
    first.outcome.kind === 'failure' && first.outcome.reason === 'credentials'
      ? await planThrough(masked, true)
      : first;
  if (planned.plan === undefined) return showOutcome(planned.outcome, request);
  const { redactor } = planned;
  request.terminal.write(`${curlCommand(planned.plan, (text) => redactor.scrub(text))}\n`);
  if (planned !== first) {
    request.terminal.tell(`As it stands, the call would fail: ${outcomeText(first.outcome)}\n`);
  }
  return exitCodes.done;
}

/** Long and unlike anything else, so that it is found again in every form that a request gives it. */
function placeholderOf(variable: string): string {
  return `value-of-${variable}`;
}

interface Planned {
  readonly plan?: RequestPlan;
  readonly outcome: ToolOutcome;
  readonly redactor: Redactor;
}

/**
 * Lets a call pass every layer up to the request, which is kept instead of sent.
 *
 * @param every Whether credentials that are not configured stand there as well.
 */
async function planThrough(call: Call, every: boolean): Promise<Planned> {
  let plan: RequestPlan | undefined;
  const upstream: Upstream = {
    send: (kept) => {
      plan = kept;
      const response = { status: 204, headers: [], body: new Uint8Array(), truncated: false };
      return Promise.resolve({ ok: true, response: { ...response, url: kept.url } });
    },
    close: () => Promise.resolve(),
  };
  const called = await callThrough(call, { kind: 'shown', upstream, every });
  return { ...called, ...(plan === undefined ? {} : { plan }) };
}

/** Whether a call is made, or only shown. */
type CallMode =
  | { readonly kind: 'real' }
  | { readonly kind: 'shown'; readonly upstream: Upstream; readonly every: boolean };

async function callThrough(
  call: Call,
  mode: CallMode,
): Promise<{ readonly outcome: ToolOutcome; readonly redactor: Redactor }> {
  const { bridge, redactor } = await openBridge(call, mode);
  const { request, tool, values } = call;
  const controller = new AbortController();
  const stop = (): void => {
    controller.abort();
  };
  process.once('SIGINT', stop);
  try {
    const elicit = answerer(request);
    const outcome = await bridge.callTool(tool.name, {
      arguments: values,
      meta: {},
      signal: controller.signal,
      session: undefined,
      ...(elicit === undefined ? {} : { elicit }),
    });
    if (outcome === undefined) throw new Error(`the bridge does not list ${tool.name}`);
    return { outcome, redactor };
  } finally {
    process.removeListener('SIGINT', stop);
    await bridge.close();
  }
}

async function openBridge(
  call: Call,
  mode: CallMode,
): Promise<{ readonly bridge: Bridge; readonly redactor: Redactor }> {
  const { request, folder, artifact, read } = call;
  const { flags, written } = request;
  const configuration = configureServer(
    artifact,
    {
      baseUrls: folder !== undefined && flags.baseUrl !== undefined ? [flags.baseUrl] : [],
      ...(flags.readOnly === undefined ? {} : { readOnly: flags.readOnly }),
    },
    read,
    { logins: createLoginFile(loginFileOf(artifact, folder, read)) },
  );
  const { settings, baseUrls, secrets, secretQueryKeys: queryKeys } = configuration;
  const redactor = createRedactor([...secrets, ...dryRunSecrets], { queryKeys });
  configuration.watchSecrets(redactor);
  // What is shown only is no call, and a document in memory has no folder for records.
  const audit =
    folder === undefined || mode.kind === 'shown'
      ? undefined
      : await openCallAudit(call, configuration, folder);
  const bridge = createBridge({
    artifact,
    settings,
    baseUrls,
    ...loginOptions(artifact, configuration, folder === undefined ? written : [folder]),
    ...modeOptions(mode, configuration, upstreamOptions(artifact, configuration, read)),
    ...call.extensions,
    redactor,
    ...(audit === undefined ? {} : { audit }),
  });
  return { bridge, redactor };
}

/** The audit of one call; closing it ends what was started for it. */
async function openCallAudit(
  { artifact, names, read, request: { terminal } }: Call,
  { settings, auditSink }: ServerConfiguration,
  folder: string,
): Promise<BridgeOptions['audit']> {
  const { stderr } = process;
  const telemetry = await openTelemetry({
    artifact,
    environment: { names, read },
    audit: {
      sink: auditSink?.sink ?? settings.audit.sink,
      required: settings.audit.required,
    },
    auditOnly: true,
    say: (sentence) => terminal.tell(`${sentence}\n`),
    stderr,
  });
  const { sink } = openAudit({
    settings: settings.audit,
    ...(auditSink === undefined ? {} : { explicit: auditSink }),
    folder,
    stderr,
    otel: telemetry?.auditSink,
  });
  if (telemetry === undefined || sink === undefined) return sink;
  return {
    write: (line, urgency) => sink.write(line, urgency),
    close: () => telemetry.close(),
  };
}

function modeOptions(
  mode: CallMode,
  { credentials }: ServerConfiguration,
  upstream: UpstreamOptions,
): Pick<BridgeOptions, 'credentials' | 'tokens' | 'upstream'> {
  if (mode.kind === 'real') return { credentials, upstream: createLazyUpstream(upstream) };
  return {
    credentials: dryRunCredentials(credentials, mode.every),
    tokens: dryRunTokens,
    upstream: mode.upstream,
  };
}

/** Asks the person on the terminal; `undefined` where nobody can be asked. */
function answerer({
  flags,
  terminal,
}: CallRequest): ((question: { message: string }) => Promise<ElicitationAnswer>) | undefined {
  const yes: ElicitationAnswer = { action: 'accept', content: { confirm: true } };
  if (flags.yes === true || flags.dryRun === true) return () => Promise.resolve(yes);
  if (!process.stdin.isTTY) return undefined;
  return async ({ message }) => {
    terminal.tell(`${message}\n`);
    const dialog = createInterface({ input: process.stdin, output: process.stderr });
    const answer = await dialog.question('Go ahead? [y/N] ');
    dialog.close();
    return /^y(?:es)?$/i.test(answer.trim()) ? yes : { action: 'decline' };
  };
}

function showOutcome(outcome: ToolOutcome, { flags, terminal }: CallRequest): ExitCode {
  const failed = outcome.kind === 'failure';
  if (flags.json === true) {
    terminal.write(stringifyDocument(outcome));
  } else if (failed) {
    terminal.tell(`${terminal.tellPaint.red('failed')} ${outcomeText(outcome)}\n`);
  } else {
    terminal.write(`${outcomeText(outcome)}\n`);
  }
  return failed ? exitCodes.failed : exitCodes.done;
}
