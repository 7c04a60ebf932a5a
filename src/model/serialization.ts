/**
 * How a value becomes text in a URL, header, cookie or form field. The three forms are a style of the
 * specification's table (3.2 §Style Values), a 2.0 `collectionFormat`, and a media type (`content`).
 */
export type Serialization =
  | StyleSerialization<Style>
  | DelimitedSerialization
  | ContentSerialization;

/** Every style of OpenAPI 3.2. */
export type Style =
  | 'matrix'
  | 'label'
  | 'simple'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject'
  | 'cookie';

/** A style with its defaults made explicit (rule P5). */
export interface StyleSerialization<S extends Style> {
  readonly kind: 'style';
  readonly style: S;
  readonly explode: boolean;
  readonly allowReserved: boolean;
}

/** The separators of 2.0 `collectionFormat`. */
export type Delimiter = 'comma' | 'space' | 'tab' | 'pipe';

/**
 * A 2.0 array whose items are joined (rule V3). `delimiters[0]` joins the outer array, `delimiters[1]`
 * the arrays inside it, and so on. `repeat` is `multi`: the outer array repeats the name and
 * `delimiters` begins at the arrays inside it.
 */
export interface DelimitedSerialization {
  readonly kind: 'delimited';
  readonly delimiters: readonly Delimiter[];
  readonly repeat: boolean;
}

/** A value serialised by a media type (rule P29). */
export interface ContentSerialization {
  readonly kind: 'content';
  readonly mediaType: string;
}

/** What a parameter in a place with these styles may have. */
export type ParameterSerialization<S extends Style> =
  | StyleSerialization<S>
  | DelimitedSerialization
  | ContentSerialization;

/** What a query parameter or a form field may have. */
export type QuerySerialization = ParameterSerialization<
  'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject'
>;
