import { staged } from '../../model/diagnostic.ts';
import { isJsonObject } from '../../model/json.ts';
import type { NestedStyle } from '../../model/request-binding.ts';
import type { ArgumentDirective } from '../directives.ts';
import {
  anyJson,
  type Check,
  type Checks,
  flag,
  oneOf,
  record,
  text,
  textLike,
  wrongType,
} from './check.ts';
import { jsonSchema } from './schemas.ts';

/** What may be said of one argument, without its place. */
export type ArgumentFields = Omit<ArgumentDirective, 'location'>;

/** What may be said of a request body where it stands, in `x-mcp`. */
export interface BodyFields extends ArgumentFields {
  readonly flatten?: boolean;
  readonly mediaType?: string;
}

const nestedStyles: readonly NestedStyle[] = ['brackets', 'indices', 'repeat', 'comma', 'json'];

/** A media type without parameters, as in a key of `content`. */
export const mediaType: Check<string> = textLike(
  /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+(?:\s*;.*)?$/,
  'a media type such as application/json',
);

const argumentChecks: Checks<ArgumentFields> = {
  name: textLike(
    /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/,
    'a name of letters, digits, _, . and -, at most 64 long',
  ),
  description: text,
  hide: flag,
  fixed: anyJson,
  schema: jsonSchema,
  required: flag,
  nested: oneOf(nestedStyles),
  encodeBrackets: flag,
  multiSegment: flag,
};

/** One argument of an entry, or the `x-mcp` of a parameter. */
export const argumentCheck: Check<ArgumentDirective> = (place) => {
  if (!isJsonObject(place.value)) {
    return wrongType(place, 'an object such as { name: id, description: "…" }');
  }
  const fields = record<ArgumentFields>(argumentChecks)(place);
  return fields.ok
    ? staged({ ...fields.value, location: place.location }, fields.diagnostics)
    : fields;
};

/** The `x-mcp` of a request body. */
export const bodyCheck: Check<BodyFields> = record<BodyFields>({
  ...argumentChecks,
  flatten: flag,
  mediaType,
});
