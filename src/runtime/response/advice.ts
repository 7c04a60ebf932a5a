import type { Tool } from '../../model/tool.ts';
import { isArray, isJsonObject, ownValue } from '../../model/json.ts';
import { headerValues } from '../header-pairs.ts';
import { isIdempotentMethod } from '../idempotent-method.ts';
import { retryAfterMs } from '../retry-after.ts';
import type { UpstreamResponse } from '../upstream-port.ts';
import type { ResponseContext } from './context.ts';

/** An error answer with the call that it answers. */
export interface FailedCall {
  readonly tool: Tool;
  readonly response: UpstreamResponse;
  readonly context: ResponseContext;
}

/** What the model can do about an error status, in a sentence or two (rule R9). */
export function adviseOn(call: FailedCall): string {
  const { status } = call.response;
  const advise = adviceByStatus.get(status);
  if (advise !== undefined) return advise(call);
  return status >= 500 ? adviseOnServerError(call) : adviseOnArguments();
}

const adviceByStatus: ReadonlyMap<number, (call: FailedCall) => string> = new Map([
  [401, adviseOnCredentials],
  [
    402,
    () => 'The account behind this server has to pay for this first. Calling again does not help.',
  ],
  [403, adviseOnPermission],
  [404, adviseOnPath],
  [405, adviseOnMethod],
  [406, adviseOnDocument],
  [
    407,
    () => 'A proxy on the way wants credentials. The person who runs this server can set them.',
  ],
  [408, adviseOnWait],
  [409, adviseOnConflict],
  [410, () => 'It was there and is gone for good. Do not ask for it again.'],
  [
    412,
    () =>
      'It has changed since it was read. Read it again, then send the change with the tag that came then.',
  ],
  [413, () => 'The body is too large for the upstream. Send less at a time.'],
  [414, () => 'The address is too long for the upstream. Send fewer or shorter arguments.'],
  [415, adviseOnDocument],
  [423, () => 'It is locked. Wait until it is released, then call again.'],
  [425, adviseOnWait],
  [
    428,
    () =>
      'The upstream wants to know which version is changed. Read it first, then send its tag along.',
  ],
  [429, adviseOnWait],
  [451, () => 'It may not be shown for legal reasons. Calling again does not help.'],
  [501, adviseOnMethod],
  [503, adviseOnWait],
]);

function adviseOnArguments(): string {
  return 'Change what the answer complains about, then call again.';
}

function adviseOnCredentials({ tool, context, response }: FailedCall): string {
  const sent = [...new Set(context.credentials.map(({ scheme }) => scheme))];
  const challenge = describeChallenge(response);
  if (sent.length > 0) {
    return (
      `The upstream refused the credentials of ${sent.join(' and ')}: they may be wrong, expired, or for another environment.` +
      `${challenge} The person who runs this server can replace them${settingsFor(sent, context)}; calling again does not help before.`
    );
  }
  const wanted = [
    ...new Set(tool.security.flatMap(({ schemes }) => schemes.map(({ scheme }) => scheme))),
  ];
  if (wanted.length === 0) {
    return `No credentials were sent, because the API's document asks for none here.${challenge} The person who runs this server can add a security scheme.`;
  }
  return `No credentials were sent. The operation takes those of ${wanted.join(' or ')}.${challenge} The person who runs this server can set them${settingsFor(wanted, context)}.`;
}

function settingsFor(schemes: readonly string[], { credentialSetting }: ResponseContext): string {
  const settings = schemes.flatMap((scheme) => credentialSetting?.(scheme) ?? []);
  return settings.length === 0 ? '' : ` (${settings.join(', ')})`;
}

function adviseOnPermission({ tool, response }: FailedCall): string {
  const scopes = [
    ...new Set(tool.security.flatMap(({ schemes }) => schemes.flatMap((each) => each.scopes))),
  ];
  const needed = scopes.length === 0 ? '' : ` The operation asks for: ${scopes.join(', ')}.`;
  return `The credentials do not allow this, or not with these arguments.${needed}${describeChallenge(response)} Calling again with the same arguments does not help.`;
}

/** The parts of a challenge that say what is missing (RFC 6750 §3); never its realm or nonce. */
function describeChallenge(response: UpstreamResponse): string {
  const text = headerValues(response.headers, 'www-authenticate').join(', ').slice(0, 2_000);
  const parts = [...text.matchAll(/\b(error|error_description|scope)="([^"\\]{1,300})"/g)];
  if (parts.length === 0) return '';
  return ` The upstream says: ${parts.map(([, name, value]) => `${name} "${value}"`).join(', ')}.`;
}

function adviseOnPath({ tool, context }: FailedCall): string {
  const names = [
    ...new Set(
      tool.request.parameters.flatMap(({ in: place, source }) =>
        place === 'path' && source.kind === 'argument' ? [source.argument] : [],
      ),
    ),
  ];
  if (names.length === 0) {
    return 'The path has no arguments, so the base URL of this server may be wrong, or the operation is not offered there.';
  }
  const given = names.map((name) => {
    const value = ownValue(context.arguments, name);
    const shown = isJsonObject(value) || isArray(value) ? '…' : JSON.stringify(value ?? null);
    return `${name} (${shown.slice(0, 100)})`;
  });
  return `What the path names does not exist, or is hidden from these credentials. Check ${given.join(', ')}; a tool that lists or searches may give the right value.`;
}

function adviseOnMethod({ tool }: FailedCall): string {
  return `The upstream does not offer ${tool.request.method} here: it and the API's document differ. Calling again does not help.`;
}

function adviseOnDocument(): string {
  return "The upstream does not take or give the media type that the API's document names. Calling again does not help; the person who runs this server can correct it.";
}

function adviseOnConflict(): string {
  return 'It conflicts with the present state. Read the present state, then decide whether and what to send again.';
}

function adviseOnWait(call: FailedCall): string {
  const wait = retryAfterMs(call.response.headers, call.context.now());
  const seconds = wait === undefined ? undefined : Math.ceil(wait / 1_000);
  if (seconds === undefined || seconds === 0)
    return `Wait a while, then call again.${careful(call)}`;
  return `Wait ${seconds} second${seconds === 1 ? '' : 's'} before calling again.${careful(call)}`;
}

function adviseOnServerError(call: FailedCall): string {
  return `This is a fault of the upstream, not of the arguments as such. Calling again later may help.${careful(call)}`;
}

/** A refusal by 429 was not processed; of every other error one cannot be sure. */
function careful({ tool, response }: FailedCall): string {
  const { method } = tool.request;
  return response.status === 429 || isIdempotentMethod(method)
    ? ''
    : ` The ${method} may have taken effect all the same: check that first, or it may happen twice.`;
}
