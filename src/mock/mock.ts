import type { ApiModel, Operation } from '../model/api.ts';
import type { JsonValue } from '../model/json.ts';
import { problemAnswer, successAnswer } from './answer.ts';
import { checkRequest, type CheckContext, type CheckedRequest } from './check-request.ts';
import { credentialNamesOf, missingCredentials, type CredentialNames } from './credentials.ts';
import type { Mismatch, MockAnswer, ReceivedRequest } from './exchange.ts';
import { createRouter } from './match-operation.ts';
import { createValidate } from './validate.ts';

/** What the mock made of one request. */
export interface MockResult {
  readonly answer: MockAnswer;
  /** `METHOD /path` of the operation, where one fits. */
  readonly operation?: string;
  /** Every operation that the request fits in everything; several where path templates overlap. */
  readonly fits: readonly string[];
  readonly mismatches: readonly Mismatch[];
  readonly decoded: Readonly<Record<string, JsonValue>>;
}

/** Judges requests. Pure: the same request gets the same result. */
export interface Mock {
  /** Where the API's credentials stand, for records that must not show them. */
  readonly credentials: CredentialNames;
  handle(request: ReceivedRequest): MockResult;
}

/**
 * An upstream made of a document: it checks each request (method, path, every parameter by its style, the body by its
 * media type and schema) and answers from examples or samples. It decodes with code of its own, never with the
 * encoder that it is there to check.
 */
export function createMock(api: ApiModel): Mock {
  const route = createRouter(api);
  const validate = createValidate(api.schemas);
  const credentials = credentialNamesOf(api.securitySchemes);
  const context: CheckContext = {
    table: api.schemas,
    validate,
    credentialNames: credentials.query,
  };
  return {
    credentials,
    handle: (request) => {
      const match = route(request.method, request.target.split('?')[0] ?? '');
      if (match.kind === 'none') {
        return refusal(problemAnswer(404, 'The document has no such path', []), []);
      }
      if (match.kind === 'method') {
        const allow: [string, string] = ['allow', match.allowed.join(', ')];
        return refusal(problemAnswer(405, 'The document has no such method here', [], [allow]), []);
      }
      // Two templates may fit one path; the first that the request fits in everything is the one that was meant.
      const checked = match.candidates.map((candidate) => ({
        candidate,
        result: checkRequest(request, candidate, context),
      }));
      const flawless = checked.filter(({ result }) => result.mismatches.length === 0);
      const fits = flawless.map(({ candidate }) => nameOf(candidate.operation));
      const best = flawless[0] ?? checked[0];
      if (best === undefined)
        return refusal(problemAnswer(404, 'The document has no such path', []), []);
      const { operation } = best.candidate;
      const name = nameOf(operation);
      const { mismatches, decoded } = best.result;
      const unauthorized = missingCredentials(request, operation, api.securitySchemes);
      if (unauthorized !== undefined) {
        const missing = [{ place: 'credentials', message: unauthorized }, ...mismatches];
        const challenge: [string, string] = ['www-authenticate', 'Bearer'];
        const answer = problemAnswer(401, 'The request has no credentials', missing, [challenge]);
        return { answer, operation: name, fits: [], mismatches: missing, decoded };
      }
      const answer =
        mismatches.length === 0
          ? successAnswer(operation, api.schemas, validate)
          : problemAnswer(
              statusFor(best.result),
              'The request does not fit the document',
              mismatches,
            );
      return { answer, operation: name, fits, mismatches, decoded };
    },
  };
}

function refusal(answer: MockAnswer, mismatches: readonly Mismatch[]): MockResult {
  return { answer, fits: [], mismatches, decoded: {} };
}

function nameOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

function statusFor({ mismatches }: CheckedRequest): number {
  if (mismatches.some(({ message }) => message.startsWith('Content-Type'))) return 415;
  return mismatches.every(({ place }) => place.startsWith('body')) ? 422 : 400;
}
