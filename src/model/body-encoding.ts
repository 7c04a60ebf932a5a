import type { NestedStyle } from './request-binding.ts';
import type { QuerySerialization } from './serialization.ts';

/**
 * How the body becomes bytes. Chosen at build time, one for each operation (rule B1); `mediaType` is the
 * exact Content-Type, to which multipart adds its boundary.
 */
export type BodyEncoding =
  | { readonly kind: 'json'; readonly mediaType: string }
  | FormEncoding
  | MultipartEncoding
  | MultipartSequenceEncoding
  /** The argument is text and is sent as UTF-8 (rule B16). */
  | { readonly kind: 'text'; readonly mediaType: string }
  /** The argument is a file argument (rule B13) whose bytes are sent (rule B14). */
  | { readonly kind: 'bytes'; readonly mediaType: string }
  | XmlEncoding
  /** The argument is an array, one JSON text for each item (rule B18). */
  | {
      readonly kind: 'jsonLines';
      readonly mediaType: string;
      readonly framing: 'newline' | 'recordSeparator';
    };

/** `application/x-www-form-urlencoded` (rules B5 to B8). */
export interface FormEncoding {
  readonly kind: 'form';
  readonly mediaType: string;
  /** By property name; a property without an entry uses `otherwise`. */
  readonly fields: Readonly<Record<string, FieldEncoding>>;
  readonly otherwise: FieldEncoding;
}

/**
 * How one form field is written. `byValue`: scalars plain, arrays one field for each item, objects as
 * JSON text (rule B5).
 */
export type FieldEncoding =
  | { readonly kind: 'byValue' }
  | {
      readonly kind: 'serialized';
      readonly serialization: QuerySerialization;
      readonly nested: NestedStyle;
    };

/** `multipart/form-data`: named parts (rules B9 to B13). */
export interface MultipartEncoding {
  readonly kind: 'multipart';
  readonly mediaType: string;
  /** By property name, in the schema's order; a property without an entry uses `otherwise`. */
  readonly parts: Readonly<Record<string, PartEncoding>>;
  readonly otherwise: PartEncoding;
}

/** `multipart/mixed`, `multipart/related` and others: parts by position (rule B12). */
export interface MultipartSequenceEncoding {
  readonly kind: 'multipartSequence';
  readonly mediaType: string;
  readonly prefix: readonly PartEncoding[];
  readonly item: PartEncoding;
}

/** How one part is written. */
export interface PartEncoding {
  /**
   * How a value becomes the part's bytes: `byValue` follows the value's own type (rule B9), `bytes` decodes
   * a file argument, the rest are explicit.
   */
  readonly value: 'byValue' | 'json' | 'text' | 'bytes';
  /** The part's Content-Type; absent where {@link PartEncoding.value} decides. */
  readonly contentType?: string;
  /** Media types that a file argument may name; anything else is refused. Empty: any (rule B10). */
  readonly allowedContentTypes: readonly string[];
  /** An array becomes one part for each item, all with the same name. */
  readonly repeat: boolean;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Set where the document styles the part like a query parameter. */
  readonly serialization?: QuerySerialization;
  /** A part that is itself multipart (3.2 nested encoding, one level). */
  readonly nested?: MultipartEncoding | MultipartSequenceEncoding;
}

/** XML (rule B17): the element tree by schema; recursive parts are in `definitions`. */
export interface XmlEncoding {
  readonly kind: 'xml';
  readonly mediaType: string;
  readonly root: XmlNode;
  readonly definitions: Readonly<Record<string, XmlNode>>;
}

/** One node of an XML body. */
export interface XmlNode {
  /** `none`: the value's own nodes stand directly in the parent (3.2 `nodeType`). */
  readonly nodeType: 'element' | 'attribute' | 'text' | 'cdata' | 'none';
  readonly name: string;
  readonly namespace?: string;
  readonly prefix?: string;
  readonly content: XmlContent;
}

/** What stands inside a node. */
export type XmlContent =
  | { readonly kind: 'scalar' }
  | {
      readonly kind: 'object';
      /** In the order in which they are written. */
      readonly properties: readonly { readonly property: string; readonly node: XmlNode }[];
    }
  /** `wrapped`: the array itself is an element around its items. */
  | { readonly kind: 'array'; readonly wrapped: boolean; readonly item: XmlNode }
  /** The content of a node in {@link XmlEncoding.definitions}. */
  | { readonly kind: 'reference'; readonly definition: string };
