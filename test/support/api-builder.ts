import type {
  ApiModel,
  Encoding,
  MediaType,
  Operation,
  Parameter,
  PathPart,
  RequestBody,
  ResponseCase,
  SchemaEntry,
} from '../../src/model/api.ts';
import type { JsonSchema, JsonValue } from '../../src/model/json.ts';
import { defaultQueryStyle } from '../../src/model/request-binding.ts';
import type { SourceLocation } from '../../src/model/source.ts';

const document = 'file:///api.yaml';

/** A location in the document that all built parts come from. */
export function at(pointer: string): SourceLocation {
  return { document, pointer };
}

/** A canonical reference to a table key. */
export function ref(key: string): JsonSchema {
  return { $ref: `#/$defs/${key}` };
}

/** A conditional schema; written so because an object with `then` looks like a promise. */
export function conditional(test: JsonSchema, yes: JsonSchema, no: JsonSchema = {}): JsonSchema {
  return Object.fromEntries([
    ['if', test],
    ['then', yes],
    ['else', no],
  ]);
}

/** An API model with these schemas and operations, everything else empty. */
export function apiOf(
  parts: {
    readonly schemas?: Readonly<Record<string, JsonSchema>>;
    readonly operations?: readonly Operation[];
    readonly specification?: ApiModel['specification'];
  } = {},
): ApiModel {
  return {
    specification: parts.specification ?? '3.1',
    info: { title: 'Test', version: '1' },
    document,
    sourceHash: '0'.repeat(64),
    servers: [
      {
        kind: 'absolute',
        url: 'https://api.example',
        template: 'https://api.example',
        variables: {},
      },
    ],
    tags: [],
    operations: parts.operations ?? [],
    leftOut: [],
    securitySchemes: {},
    schemas: tableOf(parts.schemas ?? {}),
  };
}

/** A schema table in which each key is the component's name. */
export function tableOf(
  schemas: Readonly<Record<string, JsonSchema>>,
): Readonly<Record<string, SchemaEntry>> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      { name, schema, location: at(`/components/schemas/${name}`) },
    ]),
  );
}

/** An operation; the path's expressions become parameters where none of that name is given. */
export function operationOf(parts: Partial<Operation> = {}): Operation {
  const path = parts.path ?? '/things';
  const method = parts.method ?? 'GET';
  const pathTemplate = parts.pathTemplate ?? splitPath(path);
  const given = parts.parameters ?? [];
  const missing = pathTemplate.flatMap((part) =>
    part.kind === 'expression' &&
    !given.some((parameter) => parameter.in === 'path' && parameter.name === part.name)
      ? [pathParameter(part.name)]
      : [],
  );
  return {
    tags: [],
    deprecated: false,
    additional: false,
    responses: [],
    security: [],
    location: at(`/paths/~1things/${method.toLowerCase()}`),
    extensions: [],
    ...parts,
    method,
    path,
    pathTemplate,
    parameters: [...missing, ...given],
  };
}

function splitPath(path: string): readonly PathPart[] {
  return path
    .split(/(\{[^}]*\})/)
    .filter((piece) => piece !== '')
    .map((piece) =>
      piece.startsWith('{')
        ? { kind: 'expression', name: piece.slice(1, -1) }
        : { kind: 'literal', text: piece },
    );
}

const base = { deprecated: false, examples: [], extensions: [], location: at('/parameters/0') };

/** A path parameter of type string, style simple. */
export function pathParameter(name: string, parts: Partial<Parameter> = {}): Parameter {
  // The builder's parts are checked where they are used: a test that mixes places would not compile there.
  return {
    ...base,
    in: 'path',
    name,
    required: true,
    schema: { type: 'string' },
    multiSegment: false,
    serialization: { kind: 'style', style: 'simple', explode: false, allowReserved: false },
    ...parts,
  } as Parameter;
}

/** An optional query parameter of type string, style form. */
export function queryParameter(name: string, parts: Partial<Parameter> = {}): Parameter {
  return {
    ...base,
    in: 'query',
    name,
    required: false,
    schema: { type: 'string' },
    allowEmptyValue: false,
    serialization: defaultQueryStyle,
    ...parts,
  } as Parameter;
}

/** An optional header of type string. */
export function headerParameter(name: string, parts: Partial<Parameter> = {}): Parameter {
  return {
    ...base,
    in: 'header',
    name,
    required: false,
    schema: { type: 'string' },
    serialization: { kind: 'style', style: 'simple', explode: false, allowReserved: false },
    ...parts,
  } as Parameter;
}

/** An optional cookie of type string. */
export function cookieParameter(name: string, parts: Partial<Parameter> = {}): Parameter {
  return {
    ...base,
    in: 'cookie',
    name,
    required: false,
    schema: { type: 'string' },
    serialization: { kind: 'style', style: 'form', explode: true, allowReserved: false },
    ...parts,
  } as Parameter;
}

/** The whole query as one value. */
export function querystringParameter(name: string, parts: Partial<Parameter> = {}): Parameter {
  return {
    ...base,
    in: 'querystring',
    name,
    required: false,
    schema: { type: 'object' },
    serialization: { kind: 'content', mediaType: 'application/x-www-form-urlencoded' },
    ...parts,
  } as Parameter;
}

/** One entry of a `content` map. */
export function mediaOf(
  mediaType: string,
  schema?: JsonSchema,
  parts: Partial<MediaType> = {},
): MediaType {
  return {
    mediaType,
    ...(schema === undefined ? {} : { schema }),
    encoding: {},
    prefixEncoding: [],
    examples: [],
    location: at(`/content/${mediaType.replaceAll('/', '~1')}`),
    ...parts,
  };
}

/** A required body. */
export function bodyOf(
  content: RequestBody['content'],
  parts: Partial<RequestBody> = {},
): RequestBody {
  return { required: true, content, location: at('/requestBody'), extensions: [], ...parts };
}

/** A required JSON body. */
export function jsonBody(schema: JsonSchema, parts: Partial<RequestBody> = {}): RequestBody {
  return bodyOf([mediaOf('application/json', schema)], parts);
}

/** An Encoding Object; everything that is not given is empty. */
export function encodingOf(parts: Partial<Encoding> = {}): Encoding {
  return { headers: [], encoding: {}, prefixEncoding: [], ...parts };
}

/** A documented response. */
export function responseOf(
  status: string,
  content: readonly MediaType[] = [],
  parts: Partial<ResponseCase> = {},
): ResponseCase {
  return { status, content, headers: [], links: [], ...parts };
}

/** A JSON answer. */
export function jsonResponse(status: string, schema?: JsonSchema): ResponseCase {
  return responseOf(status, [mediaOf('application/json', schema)]);
}

/** A member of a JSON value by a path of keys and indices; fails loudly where it is missing. */
export function dig(
  value: JsonValue | undefined,
  ...path: readonly (string | number)[]
): JsonValue {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null) throw new Error(`nothing at ${key}`);
    // Arrays and objects alike are read by key here.
    current = (current as Readonly<Record<string | number, JsonValue>>)[key];
    if (current === undefined) throw new Error(`nothing at ${path.join('/')} (${key})`);
  }
  if (current === undefined) throw new Error(`nothing at ${path.join('/')}`);
  return current;
}
