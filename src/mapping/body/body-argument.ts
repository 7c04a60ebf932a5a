import type { MediaType, RequestBody } from '../../model/api.ts';
import type { JsonSchema, JsonValue } from '../../model/json.ts';
import { childLocation } from '../../model/source.ts';
import { describeAnything } from '../schema/annotate.ts';
import type { Converted, Definitions } from '../schema/definitions.ts';
import { documentText, joinTexts } from '../schema/describe.ts';
import { fileArgument } from './file-argument.ts';
import { withFileFields } from './file-fields.ts';
import type { PlannedMultipart } from './multipart.ts';

/** How the value of a body is given by the caller. */
export type BodyForm =
  /** As the schema says. */
  | { readonly kind: 'value'; readonly note?: string }
  | { readonly kind: 'fields'; readonly multipart?: PlannedMultipart }
  /** One text, which the caller writes; `isDescribed`: the schema speaks of the text or scalar that it is. */
  | { readonly kind: 'text'; readonly isDescribed: boolean; readonly note: string }
  | { readonly kind: 'file'; readonly contentTypes: readonly string[] }
  /** A list, of which each item is sent by itself; `one`: the schema describes an item. */
  | { readonly kind: 'items'; readonly describes: 'all' | 'one'; readonly note: string };

/** Publishes the argument of a body so that a caller knows how to give it. */
export function bodyArgument(
  body: RequestBody,
  media: MediaType,
  form: BodyForm,
  definitions: Definitions,
): Converted {
  const maxLength = definitions.perspective.maxDescriptionLength;
  const said = documentText(body.description, maxLength);
  const canonical = withExamples(sourceSchema(media, form), media.examples);
  const location = childLocation(media.location, 'schema');
  const { schema, diagnostics } = definitions.convert(canonical, location);
  const text = typeof schema['description'] === 'string' ? schema['description'] : undefined;
  const description = said === '' ? text : said;
  return {
    schema: present(schema, form, { description, definitions }),
    diagnostics,
  };
}

function present(
  schema: JsonSchema,
  form: BodyForm,
  {
    description,
    definitions,
  }: { readonly description: string | undefined; readonly definitions: Definitions },
): JsonSchema {
  switch (form.kind) {
    case 'value':
      return describe(describeAnything(schema), description, form.note);
    case 'fields': {
      const byPosition = form.multipart?.encoding.kind === 'multipartSequence';
      const open = byPosition ? { type: 'array', items: {} } : { type: 'object' };
      const fields = saysNothing(schema) ? { ...schema, ...open } : schema;
      const patched =
        form.multipart === undefined ? fields : withFileFields(fields, form.multipart, definitions);
      return describe(patched, description);
    }
    case 'text':
      return describe(form.isDescribed ? schema : { type: 'string' }, description, form.note);
    case 'file':
      return fileArgument({
        contentTypes: form.contentTypes,
        ...(description === undefined ? {} : { description }),
      });
    case 'items':
      return describe(schema, description, form.note);
  }
}

/** The canonical schema of the argument. */
function sourceSchema(media: MediaType, form: BodyForm): JsonSchema {
  const { schema, itemSchema } = media;
  if (form.kind === 'file') return descriptionOnly(schema);
  if (form.kind !== 'items') return schema ?? (itemSchema === undefined ? {} : listOf(itemSchema));
  if (itemSchema !== undefined) return listOf(itemSchema);
  if (schema === undefined) return listOf({});
  return form.describes === 'one' ? listOf(schema) : schema;
}

function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** Of raw bytes only the description counts. */
function descriptionOnly(schema: JsonSchema | undefined): JsonSchema {
  const text = schema?.['description'];
  return text === undefined ? {} : { description: text };
}

function withExamples(schema: JsonSchema, examples: readonly JsonValue[]): JsonSchema {
  if (examples.length === 0) return schema;
  const own = schema['examples'];
  return { ...schema, examples: [...examples, ...(Array.isArray(own) ? own : [])] };
}

function saysNothing(schema: JsonSchema): boolean {
  return Object.keys(schema).every((keyword) => keyword === 'description' || keyword === 'title');
}

function describe(schema: JsonSchema, ...texts: readonly (string | undefined)[]): JsonSchema {
  const joined = joinTexts(...texts);
  return joined === undefined ? schema : { ...schema, description: joined };
}
