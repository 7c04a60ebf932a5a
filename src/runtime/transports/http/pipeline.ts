import { isArray, isJsonObject } from '../../../model/json.ts';
import type { Principal } from '../../principal.ts';
import { rpcCodes } from '../rpc-message.ts';
import { jsonAnswer, rpcError } from './answers.ts';
import type { BodyProblem } from './body.ts';
import { callerOf } from './caller.ts';
import { allowReading, preflightAnswer } from './cors.ts';
import type { Endpoint } from './endpoint.ts';
import { methodNotAllowed } from './endpoint.ts';
import type { Exchanges } from './exchanges.ts';
import type { Guard } from './guard.ts';
import type { HandleRequest, Inbound } from './inbound.ts';
import type { HttpLimits } from './limits.ts';
import type { HttpBridge, HttpHandlerOptions } from './options.ts';
import type { SignIn } from './sign-in/sign-in.ts';

/** The parts of a handler, settled. */
export interface PipelineParts {
  readonly options: HttpHandlerOptions;
  readonly limits: HttpLimits;
  readonly bridge: HttpBridge;
  readonly guard: Guard;
  readonly signIn: SignIn | undefined;
  readonly endpoint: Endpoint;
  readonly exchanges: Exchanges;
  readonly metadataPaths: readonly string[];
  /** In lower case. */
  readonly callerHeaders: readonly string[];
}

/** What every request passes through, from the outside in. */
export function createPipeline(parts: PipelineParts): HandleRequest {
  const { guard, options, signIn, exchanges, limits } = parts;

  async function answer(inbound: Inbound): Promise<Response> {
    const { method, path, headers } = inbound;
    const refusal = guard.check(headers);
    if (refusal !== undefined) return refusal;
    if (method === 'OPTIONS' && headers.has('origin')) {
      return preflightAnswer(headers, parts.callerHeaders);
    }
    if (signIn?.metadata !== undefined && parts.metadataPaths.includes(path)) {
      return method === 'GET' ? jsonAnswer(200, signIn.metadata) : methodNotAllowed('GET');
    }
    if (exchanges.isDraining) return busy('The server is stopping.', { connection: 'close' });
    if (exchanges.size > limits.maxRequests) return busy('Too many requests are in progress.');
    return answerCaller(inbound, parts);
  }

  return async (inbound) => {
    let response: Response;
    try {
      response = await answer(inbound);
    } catch (error) {
      options.onProblem?.(error instanceof Error ? error : new Error(String(error)));
      response = rpcError(500, 'The server failed.', { code: rpcCodes.internal });
    }
    const { headers } = response;
    headers.set('x-content-type-options', 'nosniff');
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    const origin = inbound.headers.get('origin');
    if (origin !== null && guard.isListedOrigin(origin)) allowReading(headers, origin);
    options.metrics?.requestEnded(response.status);
    return response;
  };
}

/** Who calls, what they want, and whether they may. */
async function answerCaller(inbound: Inbound, parts: PipelineParts): Promise<Response> {
  const { headers, exchange } = inbound;
  const { signIn, endpoint, options } = parts;
  const method = methodOf(inbound.method, endpoint.allow);
  if (method === undefined) return methodNotAllowed(endpoint.allow);
  const signedIn = await signIn?.check(headers);
  if (signedIn?.ok === false) {
    options.metrics?.signInFailed(signedIn.reason);
    return signedIn.answer;
  }
  const principal = callerOf(signedIn, headers, parts.callerHeaders);
  if (method !== 'POST') return endpoint.handle({ method, headers, principal, exchange });
  const refusal = checkContent(headers);
  if (refusal !== undefined) return refusal;
  const read = await inbound.readBody();
  if (!read.ok) return bodyAnswer(read.problem);
  const needed = missingScopes(read.value, principal, parts);
  if (needed !== undefined) {
    options.metrics?.signInFailed('scope');
    return needed;
  }
  return endpoint.handle({ method, headers, principal, exchange, body: read.value });
}

function methodOf(method: string, allow: string): 'POST' | 'GET' | 'DELETE' | undefined {
  const known = (['POST', 'GET', 'DELETE'] as const).find((name) => name === method);
  return known !== undefined && allow.split(', ').includes(known) ? known : undefined;
}

/** JSON only: other types need no permission of the browser to be sent across origins. */
function checkContent(headers: Headers): Response | undefined {
  const type = headers.get('content-type') ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    return rpcError(415, 'The Content-Type must be application/json.');
  }
  const encoding = headers.get('content-encoding') ?? 'identity';
  return encoding.toLowerCase() === 'identity'
    ? undefined
    : rpcError(415, 'The body must not be compressed.', {
        headers: { 'accept-encoding': 'identity' },
      });
}

/** The refusal of calls that need more scopes than the caller has; the onion's own gate stands behind it. */
function missingScopes(
  body: unknown,
  principal: Principal | undefined,
  { bridge, signIn }: PipelineParts,
): Response | undefined {
  const granted = principal?.scopes;
  if (granted === undefined || signIn === undefined) return undefined;
  const needed = (isArray(body) ? body : [body]).flatMap((message) => {
    if (!isJsonObject(message) || message['method'] !== 'tools/call') return [];
    const name = isJsonObject(message['params']) ? message['params']['name'] : undefined;
    return typeof name === 'string' ? bridge.scopesOfTool(name) : [];
  });
  return needed.every((scope) => granted.includes(scope))
    ? undefined
    : signIn.refuseScopes([...new Set([...signIn.requiredScopes, ...needed])]);
}

function bodyAnswer(problem: BodyProblem): Response {
  switch (problem) {
    case 'too-large':
      return rpcError(413, 'The body is too large.');
    case 'too-slow':
      return rpcError(408, 'The body did not come in time.', { headers: { connection: 'close' } });
    case 'busy':
      return busy('Too many large requests are in progress.');
    case 'broken':
      return rpcError(400, 'The body broke off.');
    case 'not-json':
      return rpcError(400, 'The body is not JSON in UTF-8.', { code: rpcCodes.parseError });
    case 'too-deep':
      return rpcError(400, 'The JSON of the body is nested too deeply.');
  }
}

function busy(message: string, headers: Readonly<Record<string, string>> = {}): Response {
  return rpcError(503, message, {
    code: rpcCodes.internal,
    headers: { 'retry-after': '1', ...headers },
  });
}
