import type { ApiModel, MediaType, Operation, RequestBody } from '../model/api.ts';
import type { BodyEncoding } from '../model/body-encoding.ts';
import { diagnostic, type Diagnostic } from '../model/diagnostic.ts';
import type { JsonSchema } from '../model/json.ts';
import { bodyArgument, type BodyForm } from './body/body-argument.ts';
import { fieldsOf, type BodyContext } from './body/context.ts';
import { formEncoding } from './body/form.ts';
import {
  concreteType,
  fitOf,
  isSendable,
  kindOfMedia,
  preferenceOf,
  type MediaKind,
} from './body/media-type.ts';
import { planMultipart, withNamedParts } from './body/multipart.ts';
import { xmlEncoding } from './body/xml.ts';
import type { RequestDirectives } from './directives.ts';
import { operationName } from './operation-name.ts';
import type { Converted, Definitions } from './schema/definitions.ts';
import { libraryOf } from './schema/library.ts';

/** The body of an operation as an argument. */
export interface PlannedBody {
  readonly required: boolean;
  readonly encoding: BodyEncoding;
  /** The media type's entry that was chosen (rule B1). */
  readonly media: MediaType;
  /** Publishes the argument (rules B13 to B19). */
  readonly argument: (definitions: Definitions) => Converted;
  readonly diagnostics: readonly Diagnostic[];
}

/** Methods whose requests carry no body (rule B4). */
const bodilessMethods = new Set(['HEAD', 'OPTIONS', 'TRACE']);

/**
 * Chooses the media type of an operation's body, how it is written, and how a caller gives it (rules B1 to
 * B19); `undefined` where nothing is sent. Deterministic; never throws.
 */
export function planBody(
  operation: Operation,
  api: ApiModel,
  directives: RequestDirectives,
): { readonly body?: PlannedBody; readonly diagnostics: readonly Diagnostic[] } {
  const { requestBody } = operation;
  if (requestBody === undefined) return { diagnostics: [] };
  if (bodilessMethods.has(operation.method.toUpperCase())) {
    return { diagnostics: [reportIgnored(operation, requestBody)] };
  }
  const diagnostics: Diagnostic[] = [];
  const directive = Object.hasOwn(directives.arguments, 'body')
    ? directives.arguments['body']
    : undefined;
  const context: BodyContext = {
    library: libraryOf(api.schemas),
    specification: api.specification,
    operation: operationName(operation),
    nested: directive?.nested ?? 'brackets',
    report: (problem) => {
      diagnostics.push(problem);
    },
  };
  const chosen = chooseMediaType(requestBody, directives.mediaType, context);
  const written =
    directive?.schema === undefined ? chosen.media : { ...chosen.media, schema: directive.schema };
  const media = withNamedParts(written, chosen.mediaType, context);
  const { encoding, form } = planWriting(media, chosen.mediaType, context);
  return {
    body: {
      required: requestBody.required,
      encoding,
      media,
      argument: (definitions) => bodyArgument(requestBody, media, form, definitions),
      diagnostics,
    },
    diagnostics,
  };
}

function reportIgnored(operation: Operation, body: RequestBody): Diagnostic {
  return diagnostic('body-ignored', {
    message: `${operation.method} ${operation.path} describes a request body, but a ${operation.method} request has none; it is left out.`,
    fix: 'Move what the body says into parameters, or use another method.',
    operation: operationName(operation),
    location: body.location,
  });
}

/** One media type, with the Content-Type that is sent for it (rule B1). */
function chooseMediaType(
  body: RequestBody,
  wanted: string | undefined,
  context: BodyContext,
): { readonly media: MediaType; readonly mediaType: string } {
  const usable = body.content.filter(({ mediaType }) => isSendable(concreteType(mediaType)));
  const candidates = usable.length > 0 ? usable : body.content;
  if (wanted !== undefined) {
    const fitting = candidates
      .map((media) => ({ media, fit: fitOf(media.mediaType, wanted) }))
      .filter(({ fit }) => fit > 0)
      .sort((a, b) => b.fit - a.fit);
    const [best] = fitting;
    if (best !== undefined && isSendable(wanted)) return { media: best.media, mediaType: wanted };
    context.report(reportUnknown(wanted, body, context));
  }
  const [first, ...others] = candidates;
  // A request body has at least one media type, so that `first` is never absent.
  const best = others.reduce(
    (chosen, media) => (isPreferred(media, chosen, context) ? media : chosen),
    first ?? body.content[0],
  );
  return { media: best, mediaType: sentType(best, context) };
}

function isPreferred(media: MediaType, than: MediaType, context: BodyContext): boolean {
  return rankOf(media, context) < rankOf(than, context);
}

/** Multipart goes before an urlencoded form where a field is binary (rule B1). */
function rankOf(media: MediaType, context: BodyContext): number {
  const rank = preferenceOf(media.mediaType);
  const hasBinary =
    kindOfMedia(media.mediaType) === 'multipart' &&
    fieldsOf(media, context).some(({ schema }) => isBinaryField(schema, context));
  return hasBinary ? Math.min(rank, 4.5) : rank;
}

function isBinaryField(schema: JsonSchema, { library: { facts } }: BodyContext): boolean {
  const items = facts.target(schema)['items'];
  return (
    facts.isBinary(schema) ||
    (typeof items === 'object' && items !== null && facts.isBinary(items as JsonSchema))
  );
}

function sentType(media: MediaType, { library }: BodyContext): string {
  const isRaw = library.facts.isBinary(media.schema ?? {});
  const isOpen = ['*/*', '*', 'application/*'].includes(media.mediaType.trim());
  return isRaw && isOpen ? 'application/octet-stream' : concreteType(media.mediaType);
}

function reportUnknown(wanted: string, body: RequestBody, context: BodyContext): Diagnostic {
  const offered = body.content.map(({ mediaType }) => mediaType).join(', ');
  return diagnostic('body-media-type-unknown', {
    message: `The overlay asks for the media type "${wanted}", which the body of ${context.operation.method} ${context.operation.path} does not have.`,
    fix: `Choose one of: ${offered}.`,
    operation: context.operation,
    location: body.location,
  });
}

interface Writing {
  readonly encoding: BodyEncoding;
  readonly form: BodyForm;
}

function planWriting(media: MediaType, mediaType: string, context: BodyContext): Writing {
  const schema = media.schema ?? {};
  const kind = writtenKind(media, mediaType, context);
  switch (kind) {
    case 'json':
    case 'yaml':
      // A JSON text is a YAML document too.
      return { encoding: { kind: 'json', mediaType }, form: { kind: 'value' } };
    case 'form':
      reportShape(media, context);
      return { encoding: formEncoding(media, mediaType, context), form: { kind: 'fields' } };
    case 'multipart':
      return planParts(media, mediaType, context);
    case 'jsonLines':
    case 'jsonSequence':
      return planLines(media, mediaType, { kind, context });
    case 'xml': {
      const encoding = xmlEncoding(schema, mediaType, context.library);
      if (encoding !== undefined) {
        return { encoding, form: { kind: 'value', note: 'Sent as XML.' } };
      }
      return asText(media, mediaType, context);
    }
    case 'binary':
      return {
        encoding: { kind: 'bytes', mediaType },
        form: { kind: 'file', contentTypes: mediaType.includes('*') ? [mediaType] : [] },
      };
    case 'text':
    case 'unknown':
      return asText(media, mediaType, context);
  }
}

/** What a body is written as, by its media type and by what its schema can be. */
function writtenKind(media: MediaType, mediaType: string, { library }: BodyContext): MediaKind {
  const { facts } = library;
  const kind = kindOfMedia(mediaType);
  const schema = media.schema ?? {};
  const types = facts.types(schema);
  const isEncoded = facts.target(schema)['contentEncoding'] !== undefined;
  switch (kind) {
    case 'json':
    case 'yaml':
      return facts.isBinary(schema) ? 'binary' : kind;
    case 'form':
      return types.has('object') ? kind : 'text';
    case 'binary':
      return isEncoded ? 'text' : kind;
    case 'unknown':
      if (media.schema === undefined || facts.isBinary(schema)) return 'binary';
      // Only JSON can be meant where a value has parts and nothing says how they are written.
      return types.has('string') || isEncoded ? 'text' : 'json';
    case 'multipart':
    case 'jsonLines':
    case 'jsonSequence':
    case 'xml':
    case 'text':
      return kind;
  }
}

function planParts(media: MediaType, mediaType: string, context: BodyContext): Writing {
  const multipart = planMultipart(media, mediaType, context);
  if (multipart.encoding.kind === 'multipart') reportShape(media, context);
  return { encoding: multipart.encoding, form: { kind: 'fields', multipart } };
}

function planLines(
  media: MediaType,
  mediaType: string,
  { kind, context }: { readonly kind: 'jsonLines' | 'jsonSequence'; readonly context: BodyContext },
): Writing {
  const types = context.library.facts.types(media.schema ?? {});
  const encoding: BodyEncoding = {
    kind: 'jsonLines',
    mediaType,
    framing: kind === 'jsonLines' ? 'newline' : 'recordSeparator',
  };
  // Before 3.2 authors describe one line; only a schema of lists describes all of them.
  const isOfOne =
    media.itemSchema === undefined && media.schema !== undefined && !types.has('array');
  return {
    encoding,
    form: {
      kind: 'items',
      describes: isOfOne ? 'one' : 'all',
      note: 'A list; each item is sent as one JSON text.',
    },
  };
}

/** The whole body as text that the caller writes (rules B16, B17, B19). */
function asText(media: MediaType, mediaType: string, context: BodyContext): Writing {
  const types = context.library.facts.types(media.schema ?? {});
  const isScalar = [...types].every((type) => type !== 'object' && type !== 'array');
  if (media.schema !== undefined && !isScalar && !types.has('string')) {
    context.report(
      diagnostic('body-as-text', {
        message: `The body of ${context.operation.method} ${context.operation.path} is ${mediaType}, which cannot be written from its schema; the caller gives the whole text.`,
        fix: 'Nothing has to be done; an XML body needs a name for its root and for every element to be written from its parts.',
        operation: context.operation,
        location: media.location,
      }),
    );
  }
  return {
    encoding: { kind: 'text', mediaType },
    form: {
      kind: 'text',
      isDescribed: media.schema !== undefined && isScalar,
      note: `The whole body as ${mediaType} text.`,
    },
  };
}

function reportShape(media: MediaType, context: BodyContext): void {
  if (fieldsOf(media, context).length > 0) return;
  context.report(
    diagnostic('body-shape-unclear', {
      message: `The ${media.mediaType} body of ${context.operation.method} ${context.operation.path} names no fields; callers may send any.`,
      fix: 'Give the body a schema with properties.',
      operation: context.operation,
      location: media.location,
    }),
  );
}
