import type { ArgumentObject } from '../arguments/argument-value.ts';
import type { AppliedCredential } from '../call.ts';
import type { Tool } from '../../model/tool.ts';
import { compileBody } from './body.ts';
import { compileCookies } from './cookies.ts';
import { checkConfiguredHeaders, compileHeaders } from './headers.ts';
import { compilePath } from './path.ts';
import type { ArgumentFault, BuiltRequest, HeaderPair } from './plan.ts';
import { compileQuery } from './query.ts';
import { BuildReport } from './report.ts';
import type { ParsedBaseUrl } from './url.ts';
import { isFaithfulUrl, parseBaseUrl } from './url.ts';

/** What a request needs beside the tool and its arguments. */
export interface RequestContext {
  /** The resolved server URL, without a trailing slash. */
  readonly baseUrl: string;
  readonly credentials: readonly AppliedCredential[];
  /** Headers that configuration adds to every request; hand in the same array at every call. */
  readonly headers: readonly HeaderPair[];
  /** Of one request body, files decoded. */
  readonly maxRequestBytes: number;
}

/** Builds the requests of one tool. Pure; never throws for anything that arguments can hold. */
export type BuildRequest = (values: ArgumentObject, context: RequestContext) => BuiltRequest;

/**
 * Turns arguments, credentials and configuration into one complete request, or into every fault that was
 * found. Arguments without a binding are not looked at: `prepareArguments` has refused them.
 */
export function buildRequest(
  tool: Tool,
  values: ArgumentObject,
  context: RequestContext,
): BuiltRequest {
  return compileRequest(tool)(values, context);
}

const compiled = new WeakMap<Tool, BuildRequest>();

/** Prepares the requests of one tool; the same tool gives the same function. */
export function compileRequest(tool: Tool): BuildRequest {
  const known = compiled.get(tool);
  if (known !== undefined) return known;
  const build = compile(tool);
  compiled.set(tool, build);
  return build;
}

function compile({ request }: Tool): BuildRequest {
  const { method, parameters } = request;
  const path = compilePath(request.pathTemplate, parameters);
  const writeQuery = compileQuery(parameters, path.query);
  const writeHeaders = compileHeaders(parameters, request.accept);
  const writeCookies = compileCookies(parameters);
  const writeBody = compileBody(request.body, method);
  const baseOf = rememberLast(parseBaseUrl);
  return (values, context) => {
    const report = new BuildReport();
    const operator = {
      configured: checkConfiguredHeaders(context.headers),
      credentials: context.credentials,
    };
    const writtenPath = path.write(values, report);
    const query = writeQuery(values, context.credentials, report);
    const headers = writeHeaders(values, operator, report);
    const cookies = writeCookies(values, operator, report);
    if (cookies !== undefined) headers.push(['Cookie', cookies]);
    const body = writeBody(values, context.maxRequestBytes, report);
    const parsed = baseOf(context.baseUrl);
    if (!parsed.ok) report.refuseInternally('baseUrl', parsed.message);
    if (writtenPath === undefined || !parsed.ok || report.faults.length > 0) return failed(report);
    const { base } = parsed;
    refuseForeignCredentials(context.credentials, base.origin, report);
    const fullPath = base.prefix + writtenPath;
    const target = query === '' ? fullPath : `${fullPath}?${query}`;
    const url = base.origin + target;
    if (!isFaithfulUrl(url, base, fullPath)) refuseUnfaithful(report);
    if (report.faults.length > 0) return failed(report);
    return {
      ok: true,
      plan: { method, url, origin: base.origin, target, headers, body },
      remarks: report.remarks,
    };
  };
}

/** Credentials go to the origin that they are bound to and nowhere else (rule K7). */
function refuseForeignCredentials(
  credentials: readonly AppliedCredential[],
  origin: string,
  report: BuildReport,
): void {
  for (const credential of credentials) {
    if (credential.origin === origin) continue;
    report.refuseInternally(
      credential.scheme,
      `The credential ${JSON.stringify(credential.scheme)} is bound to ${credential.origin} and is not sent to ${origin}.`,
    );
  }
}

function refuseUnfaithful(report: BuildReport): void {
  report.refuseInternally(
    'path',
    'The finished URL leads to another place than its template, so nothing was sent.',
  );
}

function failed({ faults, internal }: BuildReport): BuiltRequest {
  const [first, ...rest] = faults;
  const all: [ArgumentFault, ...ArgumentFault[]] = [
    first ?? { argument: 'path', message: 'The request could not be built.' },
    ...rest,
  ];
  return internal ? { ok: false, faults: all, reason: 'internal' } : { ok: false, faults: all };
}

/** Keeps the last answer: a tool nearly always has one server. */
function rememberLast(parse: (text: string) => ParsedBaseUrl): (text: string) => ParsedBaseUrl {
  let lastText: string | undefined;
  let last: ParsedBaseUrl | undefined;
  return (text) => {
    if (last === undefined || text !== lastText) {
      last = parse(text);
      lastText = text;
    }
    return last;
  };
}
