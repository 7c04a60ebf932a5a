import type { JsonObject } from '../../../src/model/json.ts';
import type { ParameterBinding } from '../../../src/model/request-binding.ts';
import type { Tool } from '../../../src/model/tool.ts';
import { defaultToolSettings } from '../../../src/model/tool.ts';
import type { ContentBlock, ToolOutcome } from '../../../src/runtime/call.ts';
import { newExchange } from '../../../src/runtime/call.ts';
import { createSchemaCompiler } from '../../../src/runtime/middleware/validate/compile-schema.ts';
import { createRedactor } from '../../../src/runtime/redact.ts';
import type { HeaderPair } from '../../../src/runtime/request/plan.ts';
import type { ResponseContext } from '../../../src/runtime/response/context.ts';
import { mapResponse } from '../../../src/runtime/response/map-response.ts';
import type { UpstreamResponse } from '../../../src/runtime/upstream-port.ts';

/** What tests say about a tool. */
export interface ToolChange {
  readonly method?: string;
  readonly path?: string;
  readonly parameters?: readonly ParameterBinding[];
  readonly request?: Partial<Tool['request']>;
  /** Documented media types by status. */
  readonly cases?: Readonly<Record<string, readonly string[]>>;
  readonly response?: Partial<Tool['response']>;
  readonly settings?: Partial<Tool['settings']>;
  readonly security?: Tool['security'];
  readonly outputSchema?: JsonObject;
}

export function toolWith(change: ToolChange = {}): Tool {
  const { method = 'GET', path = '/things', cases = { 200: ['application/json'] } } = change;
  return {
    name: 'listThings',
    description: 'Lists things.',
    summary: 'Lists things.',
    tags: [],
    hints: {},
    inputSchema: { type: 'object', properties: {} },
    ...(change.outputSchema === undefined ? {} : { outputSchema: change.outputSchema }),
    operation: { id: 'listThings', method, path, document: 'things' },
    request: {
      method,
      pathTemplate: [{ kind: 'literal', text: path }],
      server: 0,
      parameters: change.parameters ?? [],
      accept: 'application/json',
      ...change.request,
    },
    response: {
      cases: Object.entries(cases).map(([status, mediaTypes]) => ({ status, mediaTypes })),
      headers: [],
      links: [],
      ...change.response,
    },
    security: change.security ?? [],
    settings: { ...defaultToolSettings, ...change.settings },
  };
}

/** A parameter that an argument of the same name fills. */
export function parameter(place: 'path' | 'query' | 'header', name: string): ParameterBinding {
  const base = {
    name,
    source: { kind: 'argument', argument: name },
    required: false,
    nullable: false,
  } as const;
  const style = { kind: 'style', explode: false, allowReserved: false } as const;
  switch (place) {
    case 'path':
      return {
        ...base,
        in: 'path',
        multiSegment: false,
        serialization: { ...style, style: 'simple' },
      };
    case 'header':
      return { ...base, in: 'header', serialization: { ...style, style: 'simple' } };
    case 'query':
      return {
        ...base,
        in: 'query',
        allowEmptyValue: false,
        nested: 'brackets',
        encodeBrackets: true,
        serialization: { ...style, style: 'form', explode: true },
      };
  }
}

/** What tests say about an answer. */
export interface AnswerChange {
  readonly status?: number;
  /** Content-Type; `null` for none. */
  readonly type?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly truncated?: boolean;
  readonly declaredBytes?: number;
  readonly url?: string;
  readonly remarks?: readonly string[];
}

export function answerWith(change: AnswerChange = {}): UpstreamResponse {
  const { type = 'application/json', body = '', headers = {} } = change;
  const pairs: HeaderPair[] = Object.entries(headers);
  if (type !== null) pairs.unshift(['content-type', type]);
  return {
    status: change.status ?? 200,
    headers: pairs,
    body: typeof body === 'string' ? Buffer.from(body) : body,
    truncated: change.truncated ?? false,
    url: change.url ?? 'https://api.test/things',
    ...(change.declaredBytes === undefined ? {} : { declaredBytes: change.declaredBytes }),
    ...(change.remarks === undefined ? {} : { remarks: change.remarks }),
  };
}

export function contextWith(change: Partial<ResponseContext> = {}): ResponseContext {
  return {
    arguments: {},
    credentials: [],
    exchange: newExchange(),
    redactor: createRedactor(),
    schemas: createSchemaCompiler(),
    maxStreamItems: 100,
    now: () => Date.UTC(2026, 0, 1),
    ...change,
  };
}

/** Maps an answer of a tool. */
export function map(
  answer: AnswerChange,
  tool: ToolChange = {},
  context: Partial<ResponseContext> = {},
): Promise<ToolOutcome> {
  return mapResponse(toolWith(tool), answerWith(answer), contextWith(context));
}

/** The texts of an outcome's text blocks. */
export function textsOf(outcome: ToolOutcome): readonly string[] {
  return outcome.content.flatMap((block: ContentBlock) =>
    block.type === 'text' ? [block.text] : [],
  );
}

/** All text of an outcome. */
export function textOf(outcome: ToolOutcome): string {
  return textsOf(outcome).join('\n');
}

/** The structured content of a success. */
export function structuredOf(outcome: ToolOutcome): JsonObject | undefined {
  if (outcome.kind === 'failure') throw new Error(`a failure: ${textOf(outcome)}`);
  return outcome.structuredContent;
}
