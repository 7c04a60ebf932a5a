import type { MediaType } from '../../model/api.ts';
import type { FieldEncoding, FormEncoding } from '../../model/body-encoding.ts';
import { objectFromEntries } from '../../model/json.ts';
import { fieldsOf, listedTypes, type BodyContext, type Field } from './context.ts';
import { kindOfMedia } from './media-type.ts';

const byValue: FieldEncoding = { kind: 'byValue' };

/** How each field of an urlencoded form is written (rules B5 to B8). */
export function formEncoding(
  media: MediaType,
  mediaType: string,
  context: BodyContext,
): FormEncoding {
  const fields = fieldsOf(media, context).flatMap((field) => {
    const encoding = fieldEncoding(field, context);
    return encoding === undefined ? [] : [[field.name, encoding] as const];
  });
  return { kind: 'form', mediaType, fields: objectFromEntries(fields), otherwise: byValue };
}

/** `undefined` where nothing but the value's own type decides. */
function fieldEncoding(
  { schema, encoding }: Field,
  { library, nested }: BodyContext,
): FieldEncoding | undefined {
  if (encoding?.serialization !== undefined) {
    return { kind: 'serialized', serialization: encoding.serialization, nested };
  }
  const [mediaType] = listedTypes(encoding?.contentType);
  if (mediaType === undefined || kindOfMedia(mediaType) !== 'json') return undefined;
  // Objects are JSON text anyway; a list and a scalar only where the document says so.
  const types = library.facts.types(schema);
  return types.size === 1 && types.has('object')
    ? undefined
    : { kind: 'serialized', serialization: { kind: 'content', mediaType }, nested };
}
