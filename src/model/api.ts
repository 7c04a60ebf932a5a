import type { JsonObject, JsonSchema, JsonValue } from './json.ts';
import type { SecurityRequirement, SecurityScheme } from './security.ts';
import type { ParameterSerialization, QuerySerialization, Serialization } from './serialization.ts';
import type { SourceLocation } from './source.ts';

/** The specification that a document follows; the patch number never matters (rule V1). */
export type SpecificationVersion = '2.0' | '3.0' | '3.1' | '3.2';

/**
 * One API after import: plain data, the same for every version, with every default made explicit.
 * Schemas stay references into {@link ApiModel.schemas}; nothing here is cyclic.
 */
export interface ApiModel {
  readonly specification: SpecificationVersion;
  readonly info: ApiInfo;
  /** URI of the entry document. */
  readonly document: string;
  /** SHA-256 of the bytes of every document read, as lower-case hexadecimal text. */
  readonly sourceHash: string;
  /** The servers of the root object; never empty (rule S1). */
  readonly servers: readonly [Server, ...Server[]];
  readonly tags: readonly Tag[];
  /** In document order. `webhooks` and `callbacks` are not operations of this API (rule V13). */
  readonly operations: readonly Operation[];
  /** Operations that cannot be called; a diagnostic with the same name says why. */
  readonly leftOut: readonly LeftOutOperation[];
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  /** Every schema that an operation reaches by reference, keyed as in `#/$defs/<key>`. */
  readonly schemas: SchemaTable;
  /** The document's own `x-mcp` at its root, unchecked. */
  readonly extension?: Extension;
}

/** What the document says about itself. */
export interface ApiInfo {
  readonly title: string;
  /** The API's version, always text. */
  readonly version: string;
  readonly summary?: string;
  readonly description?: string;
}

/** An `x-mcp` value as found, with its place; mapping checks and applies it. */
export interface Extension {
  readonly value: JsonValue;
  readonly location: SourceLocation;
  /**
   * The place of the value's file in the order of precedence: 0 for the document itself, 1 for the
   * first overlay, and so on; the higher rank wins.
   */
  readonly rank: number;
}

/** A named tag; `parent` (3.2) is always the name of another tag of the same list. */
export interface Tag {
  readonly name: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parent?: string;
  readonly extension?: Extension;
}

/**
 * Where operations are served. `url` has its variables substituted by their defaults. A `relative`
 * server could not be resolved to an origin (rule S2): its `url` is an absolute path, and the start
 * needs a base URL.
 */
export interface Server {
  readonly kind: 'absolute' | 'relative';
  /** Without a trailing slash, query or fragment. */
  readonly url: string;
  /** The URL as the document writes it, with its `{variables}`. */
  readonly template: string;
  /** The name that 3.2 gives a server. */
  readonly name?: string;
  readonly description?: string;
  readonly variables: Readonly<Record<string, ServerVariable>>;
}

/** A server variable: configuration, never a tool argument. */
export interface ServerVariable {
  readonly default: string;
  readonly enum?: readonly string[];
  readonly description?: string;
}

/** An operation that cannot become a tool. */
export interface LeftOutOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
}

/** One operation, with path-item parameters, servers and security merged in. */
export interface Operation {
  /** As sent: upper case for the fixed methods, as written for `additionalOperations` (rule V12). */
  readonly method: string;
  /** The path template as written, for instance `/pet/{petId}`. */
  readonly path: string;
  /** The template cut into literal text and expressions (rule P25). */
  readonly pathTemplate: readonly PathPart[];
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** Whether it came from `additionalOperations`. */
  readonly additional: boolean;
  /** Every parameter that the caller may give, each (name, place) once (rules P1 to P4). */
  readonly parameters: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: readonly ResponseCase[];
  /** The servers that hold for this operation; absent where the root's do. */
  readonly servers?: readonly [Server, ...Server[]];
  /** Alternatives (OR) in document order; an empty list is "no credentials" (rules K1, K3). */
  readonly security: readonly SecurityRequirement[];
  /**
   * Whether the operation or the root says `security` at all. Where neither does, an overlay may; absent
   * where that is not known.
   */
  readonly securityDeclared?: boolean;
  readonly location: SourceLocation;
  readonly extensions: readonly Extension[];
}

/** A piece of a path template. */
export type PathPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'expression'; readonly name: string };

/** What all parameters have. */
interface ParameterBase {
  /** The name on the wire. */
  readonly name: string;
  readonly description?: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  /** Canonical schema; `{}` where the document gives none that can be used. */
  readonly schema: JsonSchema;
  /** Example values, the parameter's own before its schema's. */
  readonly examples: readonly JsonValue[];
  readonly location: SourceLocation;
  readonly extensions: readonly Extension[];
}

/** A path parameter; always required (rule L10). */
export interface PathParameter extends ParameterBase {
  readonly in: 'path';
  readonly serialization: ParameterSerialization<'simple' | 'label' | 'matrix'>;
  /** `x-multi-segment: true`: slashes of the value separate segments (rule P23). */
  readonly multiSegment: boolean;
}

/** A query parameter. */
export interface QueryParameter extends ParameterBase {
  readonly in: 'query';
  readonly serialization: QuerySerialization;
  readonly allowEmptyValue: boolean;
  /**
   * Set where the path key itself writes the pair (`/oauth/token?refresh=true`): always sent with this
   * value, never an argument.
   */
  readonly fixed?: string;
}

/** The whole query as one value (3.2, rule P30). */
export interface QuerystringParameter extends ParameterBase {
  readonly in: 'querystring';
  readonly serialization: Extract<Serialization, { readonly kind: 'content' }>;
}

/** A header parameter; never one that HTTP or a security scheme owns (rules P2, P3). */
export interface HeaderParameter extends ParameterBase {
  readonly in: 'header';
  readonly serialization: ParameterSerialization<'simple'>;
}

/** A cookie parameter. */
export interface CookieParameter extends ParameterBase {
  readonly in: 'cookie';
  readonly serialization: ParameterSerialization<'form' | 'cookie'>;
}

/** One parameter; each place admits only its legal styles. */
export type Parameter =
  | PathParameter
  | QueryParameter
  | QuerystringParameter
  | HeaderParameter
  | CookieParameter;

/** A request body; at least one media type. */
export interface RequestBody {
  readonly description?: string;
  readonly required: boolean;
  readonly content: readonly [MediaType, ...MediaType[]];
  readonly location: SourceLocation;
  readonly extensions: readonly Extension[];
}

/** One entry of a `content` map. */
export interface MediaType {
  /** The key as written, with its parameters; ranges stay ranges. */
  readonly mediaType: string;
  /** Canonical schema of the whole value; absent where none is given. */
  readonly schema?: JsonSchema;
  /** Canonical schema of one item of a stream (3.2 `itemSchema`). */
  readonly itemSchema?: JsonSchema;
  /** How each property of a form is encoded, keyed by property name (3.x `encoding`). */
  readonly encoding: Readonly<Record<string, Encoding>>;
  /** Encoding by position (3.2 `prefixEncoding`). */
  readonly prefixEncoding: readonly Encoding[];
  /** Encoding of the items after the prefix (3.2 `itemEncoding`). */
  readonly itemEncoding?: Encoding;
  readonly examples: readonly JsonValue[];
  readonly location: SourceLocation;
}

/** How one form field or part is encoded (Encoding Object). */
export interface Encoding {
  /** One or several media types or ranges, separated by commas, as written. */
  readonly contentType?: string;
  /** Set only where the document sets `style`, `explode` or `allowReserved` (rule B6), or 2.0 a `collectionFormat`. */
  readonly serialization?: QuerySerialization;
  readonly headers: readonly EncodingHeader[];
  /** Nested encoding of a multipart part (3.2). */
  readonly encoding: Readonly<Record<string, Encoding>>;
  readonly prefixEncoding: readonly Encoding[];
  readonly itemEncoding?: Encoding;
}

/** A header of a multipart part; only one with a known value can be sent. */
export interface EncodingHeader {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly examples: readonly JsonValue[];
}

/** One documented response. */
export interface ResponseCase {
  /** `200`, `2XX` (upper-case X) or `default`. */
  readonly status: string;
  readonly description?: string;
  /** Empty where the response has no content. */
  readonly content: readonly MediaType[];
  readonly headers: readonly ResponseHeader[];
  readonly links: readonly ResponseLink[];
}

/** A documented response header. */
export interface ResponseHeader {
  readonly name: string;
  readonly description?: string;
  readonly schema: JsonSchema;
}

/** A Link Object: a hint at what may be called next (rule R21). */
export interface ResponseLink {
  readonly name: string;
  readonly operationId?: string;
  /** Method and path of the target, where `operationRef` names one in the same API. */
  readonly operation?: { readonly method: string; readonly path: string };
  /** Runtime expressions or constants by parameter name, as written. */
  readonly parameters: JsonObject;
  readonly description?: string;
}

/**
 * Schemas by key. A key is the component's name reduced to `[A-Za-z0-9_.-]`, with `_2` and so on where
 * two documents use one name (rule J4).
 */
export type SchemaTable = Readonly<Record<string, SchemaEntry>>;

/**
 * A canonical schema: JSON Schema 2020-12 in which every `$ref` is `#/$defs/<key>` of the table. It still
 * carries these annotations, which mapping uses and removes: `readOnly`, `writeOnly`, `deprecated`,
 * `title`, `examples`, `default`, `xml`, `format: "binary"` (raw bytes, whatever the version, rule B14), and
 * `discriminator` as `{ propertyName, mapping, defaultMapping }` whose targets are keys of the table.
 */
export interface SchemaEntry {
  /** The component's own name, for texts and XML element names. */
  readonly name: string;
  readonly schema: JsonSchema;
  readonly location: SourceLocation;
}
