import type { BodyEncoding } from './body-encoding.ts';
import type { PathPart } from './api.ts';
import type { JsonValue } from './json.ts';
import type {
  ParameterSerialization,
  QuerySerialization,
  Serialization,
  StyleSerialization,
} from './serialization.ts';

/**
 * How the arguments of one tool become one request. Computed at build time and the only way back from
 * argument names to the wire (rule A4): nothing is guessed at run time.
 */
export interface RequestBinding {
  /** Sent exactly so. */
  readonly method: string;
  /** The template in pieces; every expression has exactly one path parameter below. */
  readonly pathTemplate: readonly PathPart[];
  /** Index into the servers of the tool's document in the artifact. */
  readonly server: number;
  /** In the order in which they are written to the request. */
  readonly parameters: readonly ParameterBinding[];
  readonly body?: BodyBinding;
  /** Value of the `Accept` header (rule R4). */
  readonly accept: string;
}

/** Where a bound value comes from: the caller's argument, or a constant of the overlay (rule A9). */
export type BindingSource =
  | { readonly kind: 'argument'; readonly argument: string }
  | { readonly kind: 'fixed'; readonly value: JsonValue };

interface ParameterBindingBase {
  /** The name on the wire. */
  readonly name: string;
  readonly source: BindingSource;
  readonly required: boolean;
  /** The schema admits `null`, which then is sent as an empty value where it is required (rule P8). */
  readonly nullable: boolean;
}

/** A path value. */
export interface PathBinding extends ParameterBindingBase {
  readonly in: 'path';
  readonly serialization: ParameterSerialization<'simple' | 'label' | 'matrix'>;
  /** Slashes of the value separate segments and stay (rule P23). */
  readonly multiSegment: boolean;
}

/** A query value. */
export interface QueryBinding extends ParameterBindingBase {
  readonly in: 'query';
  readonly serialization: QuerySerialization;
  readonly allowEmptyValue: boolean;
  readonly nested: NestedStyle;
  /** `false` writes `[` and `]` of the name unencoded (rule P18). */
  readonly encodeBrackets: boolean;
}

/** The whole query. */
export interface QuerystringBinding extends ParameterBindingBase {
  readonly in: 'querystring';
  readonly serialization: Extract<Serialization, { readonly kind: 'content' }>;
}

/** A header value. */
export interface HeaderBinding extends ParameterBindingBase {
  readonly in: 'header';
  readonly serialization: ParameterSerialization<'simple'>;
}

/** A cookie value. */
export interface CookieBinding extends ParameterBindingBase {
  readonly in: 'cookie';
  readonly serialization: ParameterSerialization<'form' | 'cookie'>;
}

/** One parameter of the request. */
export type ParameterBinding =
  | PathBinding
  | QueryBinding
  | QuerystringBinding
  | HeaderBinding
  | CookieBinding;

/**
 * How `deepObject` writes arrays inside objects, which the specification leaves open (rule P27).
 * `brackets`: `a[b][]=v`; `indices`: `a[b][0]=v`; `repeat`: `a[b]=v` repeated; `comma`: `a[b]=v,w`;
 * `json`: the nested value as JSON text.
 */
export type NestedStyle = 'brackets' | 'indices' | 'repeat' | 'comma' | 'json';

/** The request body. */
export interface BodyBinding {
  readonly source: BodySource;
  readonly required: boolean;
  readonly encoding: BodyEncoding;
}

/** Where the body comes from: one argument, or one argument for each property (rule A8). */
export type BodySource =
  | { readonly kind: 'argument'; readonly argument: string }
  | {
      readonly kind: 'properties';
      readonly properties: readonly { readonly property: string; readonly source: BindingSource }[];
    };

/** The style that a query parameter has when nothing is said. */
export const defaultQueryStyle: StyleSerialization<'form'> = {
  kind: 'style',
  style: 'form',
  explode: true,
  allowReserved: false,
};
