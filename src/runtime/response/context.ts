import type { JsonObject } from '../../model/json.ts';
import type { AppliedCredential, Exchange } from '../call.ts';
import type { SchemaCompiler } from '../middleware/validate/compile-schema.ts';
import type { TextRedactor } from '../redact.ts';

/** What the mapping of an answer needs to know of its call. */
export interface ResponseContext {
  /** The call's arguments, for links, and to name the ones at fault. */
  readonly arguments: JsonObject;
  /** What was sent along, so that a refusal can be explained (rule R9). */
  readonly credentials: readonly AppliedCredential[];
  /** Gets notes on drift from the output schema. */
  readonly exchange: Exchange;
  /** Knows the secrets of the configuration and those of this call. */
  readonly redactor: TextRedactor;
  /** Compiles output schemas on first use. */
  readonly schemas: SchemaCompiler;
  /** Items of a streaming answer that are passed on. */
  readonly maxStreamItems: number;
  /** The time of day in milliseconds since 1970, for waits that are given as dates. */
  readonly now: () => number;
  /** Where the person sets the credential of a scheme, for instance the name of a variable. */
  readonly credentialSetting?: (scheme: string) => string | undefined;
}
