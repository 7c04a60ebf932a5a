import type { JsonValue } from '../../model/json.ts';
import type { SourceLocation } from '../../model/source.ts';
import type { JsonPath } from './json-path.ts';

/** An OpenAPI Overlay document (Overlay Specification 1.0.0, 1.1.0), checked. */
export interface OverlayDocument {
  readonly version: '1.0' | '1.1';
  readonly title: string;
  /** URI reference of the document that the overlay is for, relative to the overlay (rule O15). */
  readonly extends?: string;
  readonly actions: readonly [OverlayAction, ...OverlayAction[]];
  readonly location: SourceLocation;
}

/** One Action Object. What it does by rule O6: remove, or else update, or else copy, or else nothing. */
export interface OverlayAction {
  readonly target: JsonPath;
  readonly remove: boolean;
  readonly update?: JsonValue;
  /** Where the value to copy stands (1.1). */
  readonly copy?: JsonPath;
  readonly location: SourceLocation;
}
