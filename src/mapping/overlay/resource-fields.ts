import { refused, staged } from '../../model/diagnostic.ts';
import type { Extension } from '../../model/api.ts';
import { isJsonObject, type JsonObject, ownValue } from '../../model/json.ts';
import type { ResourceAnnotations } from '../../model/resource.ts';
import type { Icon } from '../../model/tool.ts';
import type { ResourceDirective } from '../directives.ts';
import {
  badValue,
  type Check,
  type Checks,
  listOf,
  mapOf,
  memberOf,
  oneOf,
  oneOrMore,
  record,
  refine,
  text,
  textLike,
  wrongType,
} from './check.ts';
import { type IconFiles, iconsCheck } from './icons.ts';
import { metaObject } from './meta-keys.ts';
import { plainUri, uriTemplate } from './uri-template.ts';

/** Contents of a file that a resource names. */
export type InlinedFile =
  | { readonly kind: 'text'; readonly text: string; readonly mimeType: string }
  | { readonly kind: 'bytes'; readonly base64: string; readonly mimeType: string };

/** Contents of files by their `file:` URL. */
export type ResourceFiles = ReadonlyMap<string, InlinedFile>;

/** What a resource and a prompt have in common with a tool. */
export interface ListedFields {
  /** Names of bundles that stand under the entry's own fields. */
  readonly metadata?: readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  readonly 'icons+'?: readonly Icon[];
  readonly _meta?: JsonObject;
  readonly '_meta='?: JsonObject;
}

/** What a short form says of one static resource. */
export interface ResourceFields extends ListedFields {
  readonly file?: InlinedFile;
  readonly text?: string;
  readonly uri?: string;
  readonly mimeType?: string;
  readonly annotations?: ResourceAnnotations;
}

/** A name of a resource, a prompt or an argument of one. */
const plainName = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;

/** Checks of {@link ListedFields}. */
export function listedChecks(icons: IconFiles): Checks<ListedFields> {
  return {
    metadata: oneOrMore(text),
    title: text,
    description: text,
    icons: iconsCheck(icons),
    'icons+': iconsCheck(icons),
    _meta: metaObject,
    '_meta=': metaObject,
  };
}

/** An object whose keys are names that every client can show and send. */
export function namedMap<T>(check: Check<T>): Check<Readonly<Record<string, T>>> {
  const values = mapOf(check);
  return (place) => {
    const read = values(place);
    if (!read.ok) return read;
    const illegal = Object.keys(read.value).find((name) => !plainName.test(name));
    return illegal === undefined
      ? read
      : badValue(
          memberOf(place, illegal, null),
          `is ${JSON.stringify(illegal.slice(0, 80))}, which cannot be a name`,
          'Write letters, digits, _, . and -, at most 128.',
        );
  };
}

const mimeType = textLike(/^[\w.+-]+\/[\w.+-]+(?:;\s*\S+)?$/, 'a media type such as text/markdown');

const priority: Check<number> = (place) => {
  if (typeof place.value !== 'number') return wrongType(place, 'a number from 0 to 1');
  return place.value >= 0 && place.value <= 1
    ? staged(place.value)
    : badValue(place, `is ${place.value}`, 'Write a number from 0 to 1.');
};

const annotations: Check<ResourceAnnotations> = record<ResourceAnnotations>({
  audience: listOf(oneOf(['user', 'assistant'])),
  priority,
});

/** `resource` of an entry: how the operation looks as a resource. */
export const resourceDirective: Check<ResourceDirective> = record<ResourceDirective>({
  uri: uriTemplate,
  mimeType,
  annotations,
});

/** Reads one static resource. */
export function resourceCheck(icons: IconFiles, files: ResourceFiles): Check<ResourceFields> {
  const fields = record<ResourceFields>({
    ...listedChecks(icons),
    file: fileCheck(files),
    text,
    uri: plainUri,
    mimeType,
    annotations,
  });
  return (place) => {
    const read = fields(place);
    if (!read.ok) return read;
    const written = isJsonObject(place.value) ? Object.keys(place.value) : [];
    const contents = written.filter((key) => key === 'file' || key === 'text');
    const [first, ...more] = read.diagnostics;
    if (contents.length !== 1) {
      return badValue(
        place,
        contents.length === 0 ? 'has neither a file nor a text' : 'has both a file and a text',
        'Give it file: PATH, relative to this file, or text: "…".',
      );
    }
    const isThere = read.value.file !== undefined || read.value.text !== undefined;
    return isThere || first === undefined ? read : refused(first, ...more);
  };
}

function fileCheck(files: ResourceFiles): Check<InlinedFile> {
  return refine(text, (written, place) => {
    const url = fileUrlOf(written, place.location.document);
    const content = url === undefined ? undefined : files.get(url);
    return content === undefined
      ? badValue(
          place,
          `is ${JSON.stringify(written.slice(0, 80))}, which could not be read or has more than 1 MiB`,
          'Give the path of a file, relative to the overlay file that names it.',
        )
      : staged(content);
  });
}

/**
 * The files that resources of short forms name, as `file:` URLs without duplicates: what to read before parsing. Only a
 * person's overlay may name files: a document could have the builder's own published.
 */
export function findResourceFiles(overlays: Iterable<Extension>): readonly string[] {
  const found = new Set<string>();
  for (const { value, location, rank } of overlays) {
    const resources = isJsonObject(value) ? ownValue(value, 'resources') : undefined;
    if (rank === 0 || !isJsonObject(resources)) continue;
    for (const resource of Object.values(resources)) {
      const file = isJsonObject(resource) ? ownValue(resource, 'file') : undefined;
      const url = typeof file === 'string' ? fileUrlOf(file, location.document) : undefined;
      if (url !== undefined) found.add(url);
    }
  }
  return [...found];
}

/** The URL of a file that stands relative to a document; `undefined` for what is no file. */
export function fileUrlOf(written: string, document: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(written) && !written.startsWith('file:')) return undefined;
  const url = URL.canParse(written, document) ? new URL(written, document) : undefined;
  return url?.protocol === 'file:' ? url.href : undefined;
}
