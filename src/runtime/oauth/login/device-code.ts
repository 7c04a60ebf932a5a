import type { DeviceAuthorizationResponse } from 'oauth4webapi';
import {
  ResponseBodyError,
  deviceAuthorizationRequest,
  deviceCodeGrantRequest,
  processDeviceAuthorizationResponse,
  processDeviceCodeResponse,
} from 'oauth4webapi';
import { clientAuthOf } from '../client-authentication.ts';
import type { GrantedToken } from '../grants.ts';
import { clientOf, fetchOptions, grantedToken } from '../grants.ts';
import { TokenFailure } from '../token-failure.ts';
import type { LoginScene } from './log-in.ts';
import type { DeviceFlow, LoginOptions } from './options.ts';
import { scopesToAsk } from './scopes-to-ask.ts';

/** The options of a login with a device code. */
export type DeviceLogin = LoginOptions & { readonly flow: DeviceFlow };

const defaultIntervalMs = 5_000;
/** What `slow_down` adds (RFC 8628 §3.5). */
const slowDownMs = 5_000;

/**
 * The device authorization flow (RFC 8628).
 *
 * @throws TokenFailure, or what oauth4webapi throws; see `toTokenFailure`.
 */
export async function logInWithDevice(
  options: DeviceLogin,
  scene: LoginScene,
): Promise<GrantedToken> {
  const { clock, flow, signal } = options;
  const given = await askForCode(options, scene);
  const deadline = clock.elapsed() + given.expires_in * 1_000;
  flow.show({
    userCode: given.user_code,
    verificationUrl: pageOf(given.verification_uri),
    ...(given.verification_uri_complete === undefined
      ? {}
      : { completeUrl: pageOf(given.verification_uri_complete) }),
    expiresInMs: given.expires_in * 1_000,
  });
  let intervalMs = given.interval === undefined ? defaultIntervalMs : given.interval * 1_000;
  for (;;) {
    await clock.sleep(intervalMs, signal);
    if (signal.aborted) throw new TokenFailure('cancelled', 'The login was given up.');
    if (clock.elapsed() > deadline) {
      throw new TokenFailure('login', 'Nobody typed the code while it was good.');
    }
    const answer = await poll(options, scene, given.device_code);
    if (typeof answer !== 'string') return answer;
    if (answer === 'slow_down') intervalMs += slowDownMs;
  }
}

async function askForCode(
  { client, scopes, audience, resource, parameters }: DeviceLogin,
  { server, fetch }: LoginScene,
): Promise<DeviceAuthorizationResponse> {
  if (server.device_authorization_endpoint === undefined) {
    throw new TokenFailure('endpoint', 'The authorization server takes no device codes.');
  }
  const asked = scopesToAsk(scopes, server);
  const answer = await deviceAuthorizationRequest(
    server,
    clientOf(client),
    await clientAuthOf(client.authentication),
    {
      ...parameters,
      ...(asked.length === 0 ? {} : { scope: asked.join(' ') }),
      ...(audience === undefined ? {} : { audience }),
      ...(resource === undefined ? {} : { resource }),
    },
    fetchOptions(fetch),
  );
  return processDeviceAuthorizationResponse(server, clientOf(client), answer);
}

async function poll(
  { client }: DeviceLogin,
  { server, fetch }: LoginScene,
  deviceCode: string,
): Promise<GrantedToken | 'pending' | 'slow_down'> {
  try {
    const answer = await deviceCodeGrantRequest(
      server,
      clientOf(client),
      await clientAuthOf(client.authentication),
      deviceCode,
      fetchOptions(fetch),
    );
    return grantedToken(await processDeviceCodeResponse(server, clientOf(client), answer));
  } catch (thrown) {
    // The person goes on while the network does not.
    if (thrown instanceof TokenFailure && thrown.fault === 'unavailable') return 'slow_down';
    if (!(thrown instanceof ResponseBodyError)) throw thrown;
    if (thrown.error === 'authorization_pending') return 'pending';
    if (thrown.error === 'slow_down') return 'slow_down';
    throw thrown;
  }
}

/** What the person is sent to is a web page, not a program of this machine. */
function pageOf(url: string): string {
  const page = URL.canParse(url) ? new URL(url) : undefined;
  if (page?.protocol === 'https:' || page?.protocol === 'http:') return page.href;
  throw new TokenFailure('unavailable', 'The authorization server named no page to log in at.');
}
