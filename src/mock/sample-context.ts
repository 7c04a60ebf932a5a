import type { SchemaTable } from '../model/api.ts';
import type { JsonSchema, JsonValue } from '../model/json.ts';

/** For whom a sample is: a request leaves `readOnly` properties out, a response `writeOnly` ones. */
export type SampleDirection = 'request' | 'response';

/** Whether a value fits a schema; decides between examples and made-up values. */
export type Fits = (value: JsonValue, schema: JsonSchema) => boolean;

/** What sampling needs to know. */
export interface SampleContext {
  readonly table: SchemaTable;
  readonly direction: SampleDirection;
  /** `required` leaves out what need not be there, but leaves no object inside empty; `all` by default. */
  readonly properties?: 'all' | 'required';
  readonly fits: Fits;
}
