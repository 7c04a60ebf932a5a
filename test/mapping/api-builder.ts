import type { ApiModel, Operation, Parameter, PathPart, Server } from '../../src/model/api.ts';

/** Where the documents of these tests would have come from. */
export const documentUri = 'file:///specs/petstore.yaml';

/** An absolute server without variables. */
export function server(url: string): Server {
  return { kind: url.startsWith('/') ? 'relative' : 'absolute', url, template: url, variables: {} };
}

/** An operation with the parameters of its path and what is given. */
export function operation(
  method: string,
  path: string,
  more: Partial<Omit<Operation, 'method' | 'path'>> = {},
): Operation {
  const key = path.replaceAll('~', '~0').replaceAll('/', '~1');
  const { parameters = [], ...rest } = more;
  return {
    method,
    path,
    pathTemplate: pathParts(path),
    tags: [],
    deprecated: false,
    additional: false,
    parameters: [...pathParameters(path), ...parameters],
    responses: [{ status: '200', content: [], headers: [], links: [] }],
    security: [],
    location: { document: documentUri, pointer: `/paths/${key}/${method.toLowerCase()}` },
    extensions: [],
    ...rest,
  };
}

/** A query or header parameter with a text schema. */
export function parameter(
  name: string,
  place: 'query' | 'header' = 'query',
  more: Partial<Pick<Parameter, 'required' | 'extensions' | 'description'>> = {},
): Parameter {
  const common = {
    name,
    required: false,
    deprecated: false,
    schema: { type: 'string' },
    examples: [],
    location: { document: documentUri, pointer: `/parameters/${name}` },
    extensions: [],
    ...more,
  };
  const style = { kind: 'style', explode: true, allowReserved: false } as const;
  return place === 'query'
    ? { ...common, in: 'query', serialization: { ...style, style: 'form' }, allowEmptyValue: false }
    : { ...common, in: 'header', serialization: { ...style, style: 'simple' } };
}

/** An API with these operations. */
export function api(operations: readonly Operation[], more: Partial<ApiModel> = {}): ApiModel {
  return {
    specification: '3.1',
    info: { title: 'Pet store', version: '1.0.0' },
    document: documentUri,
    sourceHash: 'a'.repeat(64),
    servers: [server('https://api.example.com/v1')],
    tags: [],
    operations,
    leftOut: [],
    securitySchemes: {},
    schemas: {},
    ...more,
  };
}

function pathParameters(path: string): readonly Parameter[] {
  return pathParts(path).flatMap((part) =>
    part.kind === 'literal'
      ? []
      : [
          {
            in: 'path',
            name: part.name,
            required: true,
            deprecated: false,
            schema: { type: 'string' },
            examples: [],
            location: { document: documentUri, pointer: `/parameters/${part.name}` },
            extensions: [],
            serialization: { kind: 'style', style: 'simple', explode: false, allowReserved: false },
            multiSegment: false,
          },
        ],
  );
}

function pathParts(path: string): readonly PathPart[] {
  return path
    .split(/(\{[^{}]*\})/)
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith('{')
        ? { kind: 'expression', name: part.slice(1, -1) }
        : { kind: 'literal', text: part },
    );
}
