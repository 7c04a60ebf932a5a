import path from 'node:path';
import type {
  BridgeArtifact,
  Clock,
  LoginAnswer,
  LoginOptions,
  StoredLogin,
} from '../../src/index.ts';
import {
  BridgeError,
  createLazyUpstream,
  createLoginFile,
  createRedactor,
  logIn,
  stringifyDocument,
  systemClock,
} from '../../src/index.ts';
import type { ExitCode } from '../exit-codes.ts';
import { exitCodes } from '../exit-codes.ts';
import type { SpecRequest } from '../load.ts';
import { loadBridge, tellNothing } from '../load.ts';
import { chooseScheme } from '../login/choose-scheme.ts';
import type { LoginRequest, LoginWishes } from '../login/login-request.ts';
import { loginRequest } from '../login/login-request.ts';
import { openBrowser } from '../login/open-browser.ts';
import type { SpecFlags } from '../options/spec-options.ts';
import { oneLine } from '../report/text.ts';
import type { ServerConfiguration } from '../server/configuration.ts';
import { configureServer } from '../server/configuration.ts';
import { loginFileOf } from '../server/credentials/login-place.ts';
import { readEnvironment } from '../server/environment.ts';
import { upstreamOptions } from '../server/upstream-options.ts';
import { abortOnSignals } from '../signals.ts';

/** Flags of `login`. */
export interface LoginFlags extends SpecFlags {
  readonly scheme?: string;
  readonly device?: boolean;
  readonly clientId?: string;
  readonly scope?: readonly string[];
  readonly param?: Readonly<Record<string, string>>;
  readonly redirectUri?: string;
  readonly browser?: boolean;
  readonly timeout?: number;
}

/** A command line of `login`. */
export interface LoginCommand extends SpecRequest {
  readonly flags: LoginFlags;
  /** The machine's by default. */
  readonly clock?: Clock;
}

const defaultTimeoutMs = 300_000;

/** Lets a person log in at an API's authorization server, and keeps the tokens where the server finds them. */
export async function runLogin(command: LoginCommand): Promise<ExitCode> {
  const { flags, terminal } = command;
  const loaded = await loadBridge(command);
  if (loaded.artifact === undefined) {
    if (loaded.kind === 'built') tellNothing(loaded.result, command, 'Nobody can log in.');
    return exitCodes.failed;
  }
  const { artifact } = loaded;
  const folder = loaded.kind === 'folder' ? loaded.folder : undefined;
  const { read } = readEnvironment(
    terminal.environment,
    folder === undefined ? undefined : path.join(folder, '.env'),
  );
  const baseUrls = folder !== undefined && flags.baseUrl !== undefined ? [flags.baseUrl] : [];
  const configuration = configureServer(artifact, { baseUrls }, read);
  const request = await requestOf(command, artifact, configuration);
  const redactor = createRedactor(configuration.secrets);
  const upstream = createLazyUpstream(upstreamOptions(artifact, configuration, read));
  try {
    const answer = await logIn({
      ...request.options,
      upstream,
      limits: configuration.settings.limits,
      allowHttp: configuration.allowHttpTokenUrls,
      redactor,
      clock: command.clock ?? systemClock,
      ...(flags.param === undefined ? {} : { parameters: flags.param }),
      flow: flowOf(command, request),
      signal: abortOnSignals(),
    });
    return await keep(command, { request, answer, file: loginFileOf(artifact, folder, read) });
  } finally {
    await upstream.close();
  }
}

async function requestOf(
  { flags }: LoginCommand,
  artifact: BridgeArtifact,
  { credentials, baseUrls }: ServerConfiguration,
): Promise<LoginRequest> {
  const chosen = chooseScheme(artifact, flags.scheme);
  const { namespace: document, scheme, definition } = chosen;
  const query = { document, scheme, definition, access: 'read', session: undefined } as const;
  const parts = (await credentials.find(query)) ?? {};
  if (parts.problem !== undefined) {
    throw new BridgeError('credential-source-failed', parts.problem);
  }
  const wishes: LoginWishes = {
    device: flags.device ?? false,
    ...(flags.clientId === undefined ? {} : { clientId: flags.clientId }),
    ...(flags.scope === undefined ? {} : { scopes: flags.scope }),
  };
  return loginRequest(artifact, chosen, parts, { baseUrls, wishes });
}

function flowOf({ flags, terminal }: LoginCommand, { kind }: LoginRequest): LoginOptions['flow'] {
  if (kind === 'device') {
    return {
      kind,
      show: ({ userCode, verificationUrl, completeUrl, expiresInMs }) => {
        const minutes = Math.max(1, Math.round(expiresInMs / 60_000));
        terminal.tell(
          `Open ${oneLine(verificationUrl)} and type the code ${oneLine(userCode)} within ${minutes} minutes.\n` +
            (completeUrl === undefined ? '' : `Or open ${oneLine(completeUrl)}\n`),
        );
      },
    };
  }
  return {
    kind,
    timeoutMs: flags.timeout === undefined ? defaultTimeoutMs : flags.timeout * 1_000,
    ...(flags.redirectUri === undefined ? {} : { redirectUri: flags.redirectUri }),
    open: (url) => {
      terminal.tell(`Log in at this page:\n${oneLine(url)}\n`);
      if (terminal.interactive && flags.browser !== false) openBrowser(url);
    },
  };
}

interface EndedLogin {
  readonly request: LoginRequest;
  readonly answer: LoginAnswer;
  readonly file: string;
}

async function keep(
  { flags, terminal }: LoginCommand,
  { request: { binding, options }, answer, file }: EndedLogin,
): Promise<ExitCode> {
  if (!answer.ok) {
    terminal.tell(
      `${terminal.tellPaint.red('failed')} ${oneLine(answer.message)} Nobody is logged in.\n`,
    );
    return exitCodes.failed;
  }
  const { accessToken, refreshToken, lifetimeMs, scopes = options.scopes } = answer.token;
  const now = systemClock.now();
  const login: StoredLogin = {
    ...binding,
    scopes,
    accessToken,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    obtainedAt: now,
    ...(lifetimeMs === undefined ? {} : { expiresAt: now + lifetimeMs }),
  };
  await createLoginFile(file).update(binding, () => Promise.resolve(login));
  terminal.tell(
    `Logged in for the scheme "${oneLine(binding.scheme)}". The tokens are in ${file}, which only you can read.\n` +
      `${ending(login)}\n`,
  );
  if (flags.json === true) {
    const { document, scheme, clientId, origins, expiresAt } = login;
    const ends = expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() };
    terminal.write(
      stringifyDocument({
        file,
        document,
        scheme,
        clientId,
        origins,
        scopes,
        ...ends,
        renewable: refreshToken !== undefined,
      }),
    );
  }
  return exitCodes.done;
}

function ending({ refreshToken, expiresAt }: StoredLogin): string {
  if (refreshToken !== undefined) return 'The server renews them by itself.';
  if (expiresAt === undefined) return 'They cannot be renewed: log in again when they are refused.';
  return `They cannot be renewed, and end at ${new Date(expiresAt).toISOString()}.`;
}
