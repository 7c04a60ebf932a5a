import type { PathPart } from '../../src/model/api.ts';
import type { BodyEncoding } from '../../src/model/body-encoding.ts';
import type { JsonSchema } from '../../src/model/json.ts';
import type {
  BodyBinding,
  CookieBinding,
  HeaderBinding,
  ParameterBinding,
  PathBinding,
  QueryBinding,
  QuerystringBinding,
} from '../../src/model/request-binding.ts';
import { defaultQueryStyle } from '../../src/model/request-binding.ts';
import type { Style, StyleSerialization } from '../../src/model/serialization.ts';
import type { Tool, ToolSettings } from '../../src/model/tool.ts';
import { defaultToolSettings } from '../../src/model/tool.ts';
import type { ArgumentObject } from '../../src/runtime/arguments/argument-value.ts';
import type { RequestContext } from '../../src/runtime/request/build-request.ts';
import { buildRequest } from '../../src/runtime/request/build-request.ts';
import type { BuiltRequest, RequestPlan } from '../../src/runtime/request/plan.ts';

/** A style with its flags; `explode` defaults to what the specification says (rule P5). */
export function style<S extends Style>(
  name: S,
  flags: { readonly explode?: boolean; readonly allowReserved?: boolean } = {},
): StyleSerialization<S> {
  return {
    kind: 'style',
    style: name,
    explode: flags.explode ?? (name === 'form' || name === 'cookie'),
    allowReserved: flags.allowReserved ?? false,
  };
}

/** A path parameter that takes the argument of its own name. */
export function pathParameter(name: string, given: Partial<PathBinding> = {}): PathBinding {
  return {
    in: 'path',
    ...common(name),
    required: true,
    serialization: style('simple'),
    multiSegment: false,
    ...given,
  };
}

/** An optional query parameter. */
export function queryParameter(name: string, given: Partial<QueryBinding> = {}): QueryBinding {
  return {
    in: 'query',
    ...common(name),
    serialization: defaultQueryStyle,
    allowEmptyValue: false,
    nested: 'brackets',
    encodeBrackets: true,
    ...given,
  };
}

/** The whole query as one argument called `query`. */
export function querystring(mediaType: string): QuerystringBinding {
  return { in: 'querystring', ...common('query'), serialization: { kind: 'content', mediaType } };
}

/** An optional header. */
export function headerParameter(name: string, given: Partial<HeaderBinding> = {}): HeaderBinding {
  return { in: 'header', ...common(name), serialization: style('simple'), ...given };
}

/** An optional cookie of the style `form`. */
export function cookieParameter(name: string, given: Partial<CookieBinding> = {}): CookieBinding {
  return { in: 'cookie', ...common(name), serialization: style('form'), ...given };
}

/** A body that is the argument `body`. */
export function bodyOf(encoding: BodyEncoding, given: Partial<BodyBinding> = {}): BodyBinding {
  return { source: { kind: 'argument', argument: 'body' }, required: false, encoding, ...given };
}

function common(name: string): Pick<ParameterBinding, 'name' | 'source' | 'required' | 'nullable'> {
  return { name, source: { kind: 'argument', argument: name }, required: false, nullable: false };
}

/** What a test says about a tool; the rest is filled in. */
export interface ToolSketch {
  readonly method?: string;
  readonly path?: string;
  readonly parameters?: readonly ParameterBinding[];
  readonly body?: BodyBinding;
  readonly inputSchema?: JsonSchema;
  readonly settings?: Partial<ToolSettings>;
}

/** A complete tool. */
export function toolOf(sketch: ToolSketch): Tool {
  const { method = 'GET', path = '/things', parameters = [], body } = sketch;
  return {
    name: 'tool',
    description: 'A tool.',
    summary: 'A tool.',
    tags: [],
    hints: {},
    inputSchema: sketch.inputSchema ?? { type: 'object', properties: {} },
    operation: { method, path, document: 'test' },
    request: {
      method,
      pathTemplate: splitTemplate(path),
      server: 0,
      parameters,
      accept: 'application/json',
      ...(body === undefined ? {} : { body }),
    },
    response: { cases: [], headers: [], links: [] },
    security: [],
    settings: { ...defaultToolSettings, ...sketch.settings },
  };
}

function splitTemplate(path: string): readonly PathPart[] {
  return path
    .split(/(\{[^{}]*\})/)
    .filter((text) => text !== '')
    .map((text) =>
      text.startsWith('{')
        ? { kind: 'expression', name: text.slice(1, -1) }
        : { kind: 'literal', text },
    );
}

/** A context without credentials. */
export const plainContext: RequestContext = {
  baseUrl: 'https://api.example',
  credentials: [],
  headers: [],
  maxRequestBytes: 1_000_000,
};

/** Builds a request. */
export function build(
  sketch: ToolSketch,
  values: ArgumentObject,
  context: Partial<RequestContext> = {},
): BuiltRequest {
  return buildRequest(toolOf(sketch), values, { ...plainContext, ...context });
}

/** The plan of a request that must succeed. */
export function planOf(
  sketch: ToolSketch,
  values: ArgumentObject,
  context: Partial<RequestContext> = {},
): RequestPlan {
  const built = build(sketch, values, context);
  if (!built.ok) throw new Error(built.faults.map(({ message }) => message).join('\n'));
  return built.plan;
}

/** The messages of a request that must be refused. */
export function faultsOf(
  sketch: ToolSketch,
  values: ArgumentObject,
  context: Partial<RequestContext> = {},
): readonly string[] {
  const built = build(sketch, values, context);
  if (built.ok) throw new Error(`sent ${built.plan.url}`);
  return built.faults.map(({ message }) => message);
}

/** The query of a request, without `?`. */
export function queryOf(
  parameters: readonly ParameterBinding[],
  values: ArgumentObject,
  context: Partial<RequestContext> = {},
): string {
  return planOf({ parameters }, values, context).target.replace(/^[^?]*\??/, '');
}

/** The path behind `/things/` of a template with one parameter. */
export function pathOf(parameter: PathBinding, value: ArgumentObject[string]): string {
  const path = `/things/{${parameter.name}}`;
  const { target } = planOf({ path, parameters: [parameter] }, { [parameter.name]: value });
  return target.slice('/things/'.length);
}

/** The value of a header, whatever its case. */
export function headerOf({ headers }: RequestPlan, name: string): string | undefined {
  return headers.find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1];
}

/** The body as text. */
export function bodyText({ body }: RequestPlan): string {
  return body.kind === 'none' ? '' : Buffer.from(body.bytes).toString('utf8');
}
