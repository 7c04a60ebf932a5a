import type { JsonObject } from '../model/json.ts';
import { isArray, isJsonObject, ownValue } from '../model/json.ts';

/** Something else than OpenAPI that people give by mistake. */
export interface Recognized {
  /** With its article, for use in a sentence. */
  readonly name: string;
  readonly fix: string;
}

const convert = 'Export or convert it to OpenAPI first.';
const graphql: Recognized = {
  name: 'a GraphQL schema',
  fix: 'GraphQL APIs are not read; give an OpenAPI document.',
};

/** Object documents by what gives them away; the first that fits counts. */
const valueKinds: readonly (readonly [Recognized, (value: JsonObject) => boolean])[] = [
  [
    { name: 'an OpenAPI Overlay', fix: 'Give the API document, and this file with --overlay.' },
    (value) => Object.hasOwn(value, 'overlay'),
  ],
  [
    { name: 'a short-form overlay', fix: 'Give the API document, and this file with --overlay.' },
    (value) => Object.hasOwn(value, 'openapi-mcp'),
  ],
  [
    {
      name: 'an AsyncAPI document',
      fix: 'AsyncAPI describes messages; give the OpenAPI document of the HTTP API.',
    },
    (value) => Object.hasOwn(value, 'asyncapi'),
  ],
  [
    {
      name: 'an Arazzo workflow',
      fix: 'Give the OpenAPI document that its sourceDescriptions name.',
    },
    (value) => Object.hasOwn(value, 'arazzo'),
  ],
  [{ name: 'an OpenRPC document', fix: convert }, (value) => Object.hasOwn(value, 'openrpc')],
  [
    { name: 'a Swagger 1 document', fix: 'Convert it to Swagger 2.0 or OpenAPI 3 first.' },
    (value) => Object.hasOwn(value, 'swaggerVersion'),
  ],
  [
    { name: 'a Postman collection', fix: 'Export it from Postman as OpenAPI, or convert it.' },
    isPostman,
  ],
  [
    { name: 'an Insomnia export', fix: 'Export it from Insomnia as OpenAPI.' },
    (value) =>
      ownValue(value, '_type') === 'export' || fieldBegins(value, 'type', 'collection.insomnia'),
  ],
  [
    { name: 'a Google discovery document', fix: convert },
    (value) => fieldBegins(value, 'kind', 'discovery#'),
  ],
  [{ name: 'a Smithy model', fix: convert }, (value) => Object.hasOwn(value, 'smithy')],
  [graphql, isGraphql],
  [{ name: 'a HAR recording', fix: convert }, (value) => hasOwnIn(value, 'log', 'entries')],
  [
    {
      name: 'a bridge.json of this program',
      fix: 'Give its folder, or the document that it was built from.',
    },
    (value) => Object.hasOwn(value, 'generator') && Object.hasOwn(value, 'tools'),
  ],
  [{ name: 'a JSON Schema', fix: 'Give the OpenAPI document that refers to it.' }, isJsonSchema],
];

/** What an object without a version field looks like. */
export function recognizeValue(value: JsonObject): Recognized | undefined {
  return valueKinds.find(([, fits]) => fits(value))?.[0];
}

const textKinds: readonly (readonly [RegExp | string, Recognized])[] = [
  [
    /^\s*<(?:!doctype\s+html|html|head|body|script)\b/i,
    {
      name: 'a web page',
      fix: 'Give the document itself; documentation pages link to it, often as openapi.json.',
    },
  ],
  [
    /^\s*<(?:\?xml|!--|[\w:]*(?:definitions|application|schema)\b)/i,
    {
      name: 'XML (a WSDL or WADL description?)',
      fix: 'XML descriptions are not read; give an OpenAPI document.',
    },
  ],
  ['#%RAML', { name: 'a RAML document', fix: convert }],
  [/^FORMAT:\s*\w/i, { name: 'an API Blueprint', fix: convert }],
  [
    /^(?:\s|\/\/[^\n]*\n)*syntax\s*=\s*["']proto/,
    {
      name: 'a protobuf file',
      fix: 'Generate an OpenAPI document from it, for instance with grpc-gateway.',
    },
  ],
  [/^\s*(?:type|schema|interface|enum|union|input)\s+[@\w]+[^\n:]*\{/, graphql],
  ['PK\u0003\u0004', { name: 'a ZIP archive', fix: 'Unpack it and give the document in it.' }],
  ['\u001f', { name: 'a compressed file', fix: 'Decompress it first.' }],
  ['%PDF-', { name: 'a PDF', fix: 'Give the OpenAPI document itself.' }],
];

/** What a text that is neither JSON nor YAML looks like; only its beginning is looked at. */
export function recognizeText(text: string): Recognized | undefined {
  const start = text.slice(0, 5000);
  return textKinds.find(([sign]) =>
    typeof sign === 'string' ? start.startsWith(sign) : sign.test(start),
  )?.[1];
}

/** Names the kind of a value that is no object, with its article. */
export function describeKind(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (isArray(value)) return 'a list';
  return typeof value === 'string' ? 'plain text' : `a ${typeof value}`;
}

function isPostman(value: JsonObject): boolean {
  const info = ownValue(value, 'info');
  if (!isJsonObject(info)) return false;
  const schema = ownValue(info, 'schema');
  return (
    Object.hasOwn(info, '_postman_id') || (typeof schema === 'string' && schema.includes('postman'))
  );
}

function isGraphql(value: JsonObject): boolean {
  return Object.hasOwn(value, '__schema') || hasOwnIn(value, 'data', '__schema');
}

function isJsonSchema(value: JsonObject): boolean {
  const schema = ownValue(value, '$schema');
  if (typeof schema === 'string' && schema.includes('json-schema.org')) return true;
  return (
    ['properties', '$defs', 'definitions', 'allOf'].some((key) => Object.hasOwn(value, key)) &&
    !Object.hasOwn(value, 'paths')
  );
}

function fieldBegins(value: JsonObject, key: string, prefix: string): boolean {
  const field = ownValue(value, key);
  return typeof field === 'string' && field.startsWith(prefix);
}

function hasOwnIn(value: JsonObject, outer: string, inner: string): boolean {
  const member = ownValue(value, outer);
  return isJsonObject(member) && Object.hasOwn(member, inner);
}
