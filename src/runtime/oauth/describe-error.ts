import {
  AuthorizationResponseError,
  OperationProcessingError,
  ResponseBodyError,
} from 'oauth4webapi';
import { BridgeError } from '../../model/errors.ts';
import type { TokenFault, TokenGrant, TokenRequest } from '../middleware/auth/token-provider.ts';
import type { Redactor } from '../redact.ts';
import { formEncode } from './form-encode.ts';
import { TokenFailure } from './token-failure.ts';

/** What is needed to say what went wrong. */
export interface ErrorContext {
  /** Where the authorization server is, for people: its origin. */
  readonly server: string;
  readonly grant: TokenGrant['kind'] | 'authorizationCode' | 'deviceCode';
  readonly redactor: Redactor;
  /** Secrets that were sent, and could come back in a message. */
  readonly secrets: readonly string[];
}

const maxDescription = 300;

/** Turns whatever was thrown on the way to a token into a failure whose message has no secret. */
export function toTokenFailure(thrown: unknown, context: ErrorContext): TokenFailure {
  const { fault, message } = describe(thrown, context);
  return new TokenFailure(fault, scrub(message, context), thrown);
}

/** Secrets of a request that an error text could repeat. */
export function secretsOfRequest({ client, grant }: TokenRequest): readonly string[] {
  const { authentication } = client;
  return [
    // The Authorization header holds it form-encoded.
    ...('secret' in authentication
      ? [authentication.secret, formEncode(authentication.secret)]
      : []),
    ...('key' in authentication ? [authentication.key] : []),
    ...(grant.kind === 'exchange' ? [grant.subjectToken] : []),
  ];
}

function scrub(message: string, { redactor, secrets }: ErrorContext): string {
  return redactor.including(secrets).scrub(message);
}

interface Described {
  readonly fault: TokenFault;
  readonly message: string;
}

function describe(thrown: unknown, context: ErrorContext): Described {
  const { server } = context;
  if (thrown instanceof TokenFailure) return thrown;
  if (thrown instanceof BridgeError) return { fault: 'login', message: thrown.message };
  if (thrown instanceof ResponseBodyError) {
    const { error, error_description: description } = thrown;
    const text = typeof description === 'string' ? oneLine(scrub(description, context)) : '';
    return {
      fault: faultOf(error, context.grant),
      message: `${server} refused with ${oneLine(error)}${text === '' ? '' : ` (${text})`}.`,
    };
  }
  if (thrown instanceof AuthorizationResponseError) {
    const { error, error_description: description } = thrown;
    const text = typeof description === 'string' ? oneLine(scrub(description, context)) : '';
    return {
      fault: 'request',
      message: `${server} refused with ${oneLine(error)}${text === '' ? '' : ` (${text})`}.`,
    };
  }
  if (thrown instanceof OperationProcessingError && thrown.cause instanceof Response) {
    const { status } = thrown.cause;
    return status === 200
      ? { fault: 'unavailable', message: `${server} answered with something that is no token.` }
      : {
          fault: status === 401 ? 'client' : 'unavailable',
          message: `${server} answered ${status} instead of a token.`,
        };
  }
  // Messages of oauth4webapi name fields, never values.
  const why = thrown instanceof Error ? `: ${thrown.message}` : '';
  return { fault: 'unavailable', message: `The answer of ${server} cannot be used${why}.` };
}

/** RFC 6749 §5.2, RFC 8628 §3.5, RFC 8707 §2. */
function faultOf(error: string, grant: ErrorContext['grant']): TokenFault {
  switch (error) {
    case 'invalid_client':
      return 'client';
    case 'temporarily_unavailable':
    case 'server_error':
    case 'slow_down':
      return 'unavailable';
    case 'invalid_grant':
      if (grant === 'login') return 'login';
      return grant === 'exchange' ? 'caller' : 'request';
    case 'invalid_request':
      return grant === 'exchange' ? 'caller' : 'request';
    default:
      return 'request';
  }
}

/** What a foreign server wrote, as part of a sentence. */
function oneLine(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return plain.length > maxDescription ? `${plain.slice(0, maxDescription)}…` : plain;
}
